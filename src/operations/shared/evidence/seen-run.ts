import * as z from 'zod';
import { Place } from '../../../core/command/context.ts';
import { FrozenWhy } from '../../../core/policy/freeze.ts';
import { RunReport } from '../../../core/runs/followed-run.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';

/** Build, deploy or other run that no Portolan request caused, stored as evidence. Times are epoch ms. */
export const SeenRun = z.object({
  place: Place,
  component: z.string(),
  name: z.string(),
  run: RunReport.pick({ id: true, kind: true, state: true, began: true, ended: true, by: true }),
  /** Freeze that was in force when the run began, according to the policy file of that time. */
  frozen: FrozenWhy.optional(),
});
export type SeenRun = z.infer<typeof SeenRun>;
export const seenRuns = recordKind('seen-run', SeenRun);
