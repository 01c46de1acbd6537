import { messages } from '../../../core/text/text.ts';

/** Outcomes of changes in incidents and charts. Incidents store these texts, so their keys stay. */
export const changeOutcomeMsg = messages('incident.actions', {
  failed: { en: '{what} (failed)', zh: '{what}（失败）' },
  buildFailed: { en: '{what} (build failed, nothing replaced)', zh: '{what}（构建失败，没有替换任何版本）' },
  partlyDone: { en: '{what} (partly done)', zh: '{what}（部分完成）' },
  stillRunning: { en: '{what} (in progress)', zh: '{what}（执行中）' },
  outcomeUnknown: { en: '{what} (outcome unknown)', zh: '{what}（结果未知）' },
});
