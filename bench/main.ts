import { parseArgs } from 'node:util';
import { benchAcks, benchAnswers } from './acks.ts';
import { benchAgents } from './agents.ts';
import { benchDecisions } from './decisions.ts';
import { benchMonitors } from './monitors.ts';
import { benchPage } from './page.ts';
import { benchReads } from './reads.ts';
import { asMarkdown, asText, machine, type Section } from './report.ts';
import { openStage } from './stage/bench-stage.ts';
import { benchStart } from './start.ts';
import { benchWatches } from './watches/watches.ts';

/**
 * `npm run bench`: what the design promises, each beside its peer in the same run, and whether it was kept.
 * `--quick` for a run of about a minute, `--markdown` for the table of docs/benchmarks.md at the end, `--only acks,reads` for a part.
 * A budget that is not kept is told and is no failure: the process fails only where something could not be measured.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const { quick } = options;

/** What is measured, in order. */
const parts: Readonly<Record<string, () => Promise<readonly Section[]>>> = {
  start: () => onStage(async (stage) => [await benchStart(stage, quick)]),
  acks: () =>
    onStage(async (stage) => {
      const { port, running } = await stage.bot();
      return [
        await benchAnswers(stage, port, quick),
        await benchAcks(stage, port, quick),
        await benchMonitors(stage, port, running.pid, quick),
      ];
    }),
  agents: () => onStage(async (stage) => [await benchAgents(stage, quick)]),
  reads: async () => [await benchReads(quick)],
  watches: async () => [await benchWatches(quick)],
  decisions: () => benchDecisions(quick),
  page: async () => [await benchPage(quick)],
};

async function onStage(
  work: (stage: Awaited<ReturnType<typeof openStage>>) => Promise<readonly Section[]>,
): Promise<readonly Section[]> {
  const stage = await openStage();
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

const wanted = options.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);

const when = machine(new Date());
console.log(when);
const sections: Section[] = [];
const broken: string[] = [];
for (const name of wanted)
  try {
    for (const section of (await parts[name]?.()) ?? []) {
      sections.push(section);
      console.log(asText(section));
    }
  } catch (error) {
    broken.push(name);
    console.error(`\n${name} could not be measured:`, error);
  }
const missed = sections.flatMap(({ lines }) => lines).filter(({ budget }) => budget?.kept === false);
const verdict =
  missed.length === 0 ? 'Every budget was kept.' : `Not kept: ${missed.map(({ what }) => what).join('; ')}.`;
console.log(`\n${verdict}`);
if (options.markdown) console.log(`\n${asMarkdown(sections, when)}`);
process.exit(broken.length === 0 ? 0 : 1);
