import { changeMsg } from '../changes/change-messages.ts';
import * as chartAreas from '../charts/chart-areas.ts';
import * as coreAreas from '../core/core-areas.ts';
import { catalogOf } from '../core/text/catalog.ts';
import * as operationAreas from '../operations/operation-areas.ts';
import { questionMsg } from '../questions/question-messages.ts';
import { slackbotMsg } from './answer/slackbot-messages.ts';
import { chartMsg } from './chart/chart-messages.ts';
import { runsMsg } from './follow/runs-messages.ts';
import { homeMsg } from './home/home-messages.ts';
import { incidentPostMsg } from './incident/incident-post-messages.ts';
import { slackMsg } from './interaction/slack-messages.ts';
import { slowNoticeMsg } from './interaction/slow-notice-messages.ts';
import { cardMsg } from './request/card-messages.ts';
import { cardTimeMsg } from './request/card-time-messages.ts';
import { progressMsg } from './request/progress-messages.ts';
import { actionMsg } from './request/request-action-messages.ts';

export const { messages, plain, unmarked, write } = catalogOf(coreAreas, chartAreas, operationAreas, {
  questionMsg,
  changeMsg,
  slackbotMsg,
  chartMsg,
  runsMsg,
  homeMsg,
  incidentPostMsg,
  slackMsg,
  slowNoticeMsg,
  cardMsg,
  cardTimeMsg,
  progressMsg,
  actionMsg,
});
