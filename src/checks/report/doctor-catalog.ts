import { configMsg, whereFrom } from '../../config-messages.ts';
import { catalogOf } from '../../core/text/catalog.ts';
import { durationMsg } from '../../core/text/duration-messages.ts';
import { policyFileMsg } from '../../policy-file/policy-file-messages.ts';
import { scopeUses } from '../../slack/app/scope-messages.ts';
import { storeMsg } from '../../store/store-messages.ts';
import { doctorMsg } from './doctor-messages.ts';
import { keptCheckMsg } from './kept-check-messages.ts';
import { factName, liveCheckMsg } from './live-check-messages.ts';
import { platformCheckMsg } from './platform-check-messages.ts';
import { checkName, reportMsg, sectionName } from './report-messages.ts';
import { slackCheckMsg } from './slack-check-messages.ts';

export const { plain } = catalogOf({
  durationMsg,
  configMsg,
  whereFrom,
  policyFileMsg,
  storeMsg,
  scopeUses,
  doctorMsg,
  slackCheckMsg,
  platformCheckMsg,
  keptCheckMsg,
  liveCheckMsg,
  factName,
  checkName,
  sectionName,
  reportMsg,
});
