export { dates, units } from './data/axis-messages.ts';
export { chartProblemMsg } from './data/chart-problem-messages.ts';
export { itemMsg, shortItemMsg } from './data/item-messages.ts';
export { markMsg } from './findings/mark-messages.ts';
export { pictureMsg, whyEmpty } from './layout/picture-messages.ts';
export { describeMsg, table, trends, whyNothing } from './summary/describe-messages.ts';
export { compared, findingMsg } from './summary/finding-messages.ts';
