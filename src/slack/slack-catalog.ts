import { changeMsg } from '../changes/change-messages.ts';
import * as chartAreas from '../charts/chart-areas.ts';
import * as coreAreas from '../core/core-areas.ts';
import { catalogOf } from '../core/text/catalog.ts';
import * as operationAreas from '../operations/operation-areas.ts';
import { questionMsg } from '../questions/question-messages.ts';
import * as slackAreas from './slack-areas.ts';

export const { messages, plain, write } = catalogOf(coreAreas, chartAreas, operationAreas, slackAreas, {
  questionMsg,
  changeMsg,
});
