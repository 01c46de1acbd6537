/** The areas of messages that Slack’s part declares. */
export { slackbotMsg } from './answer/slackbot-messages.ts';
export { chartMsg } from './chart/chart-messages.ts';
export { runsMsg } from './follow/runs-messages.ts';
export { homeMsg } from './home/home-messages.ts';
export { incidentPostMsg } from './incident/incident-post-messages.ts';
export { slackMsg } from './interaction/slack-messages.ts';
export { slowNoticeMsg } from './interaction/slow-notice-messages.ts';
export { cardMsg } from './request/card-messages.ts';
export { cardTimeMsg } from './request/card-time-messages.ts';
export { progressMsg } from './request/progress-messages.ts';
export { actionMsg } from './request/request-action-messages.ts';
