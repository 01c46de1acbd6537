import { benchAcks, benchAnswers } from './acks.ts';
import { benchAgents } from './agents.ts';
import { benchDecisions } from './decisions.ts';
import { benchMonitors } from './monitors.ts';
import { benchPage } from './page.ts';
import { benchReads } from './reads.ts';
import { runParts } from './report.ts';
import { onStage } from './stage/bench-stage.ts';
import { benchStart } from './start.ts';
import { benchWatches, watchedParts } from './watches.ts';

/** `npm run bench`: measures the design's promises, next to comparable programs. A missed budget isn't a failure. */
await runParts({
  start: ({ quick }) => onStage(async (stage) => [await benchStart(stage, quick)]),
  acks: ({ quick }) =>
    onStage(async (stage) => {
      const { port, running } = await stage.bot();
      return [
        await benchAnswers(stage, port, quick),
        await benchAcks(stage, port, quick),
        await benchMonitors(stage, port, running.pid, quick),
      ];
    }),
  agents: ({ quick }) => onStage(async (stage) => [await benchAgents(stage, quick)]),
  reads: async ({ quick }) => [await benchReads(quick)],
  watches: ({ quick }) => onStage(async (stage) => [await benchWatches(stage, quick)], { parts: watchedParts }),
  decisions: async ({ quick }) => [await benchDecisions(quick)],
  page: async ({ quick }) => [await benchPage(quick)],
});
