import { catalogOf } from '../../core/text/catalog.ts';
import { durationMsg } from '../../core/text/duration-messages.ts';
import { doctorMsg } from './doctor-messages.ts';
import { platformCheckMsg } from './platform-check-messages.ts';
import { checkName, reportMsg, sectionName } from './report-messages.ts';
import { slackCheckMsg } from './slack-check-messages.ts';

export const { plain } = catalogOf({
  durationMsg,
  doctorMsg,
  slackCheckMsg,
  platformCheckMsg,
  checkName,
  sectionName,
  reportMsg,
});
