import { parseArgs } from 'node:util';
import { asText, machine, type Section } from '../report.ts';
import { soak as floods } from './floods.ts';
import { soak as kills } from './kills.ts';
import { soak as monitorReply } from './monitor-reply.ts';
import type { SoakPart } from './part.ts';
import { soak as traffic } from './traffic.ts';

/**
 * `npm run soak`: attacks, faults and long load, each with its budget. Not part of `npm test`.
 * `--quick` for shorter load, `--only floods,kills` for some parts, `--minutes 60` for so long a mixed
 * traffic.
 * The exit code is 1 when a budget is exceeded or a part couldn't be measured.
 */
const parts: Readonly<Record<string, SoakPart>> = {
  floods,
  'monitor-reply': monitorReply,
  traffic,
  kills,
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const minutes = values.minutes === undefined ? {} : { minutes: Number(values.minutes) };
const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`);

console.log(machine(new Date()));
const sections: Section[] = [];
const broken: string[] = [];
for (const name of wanted)
  try {
    for (const section of (await parts[name]?.({ quick: values.quick, ...minutes })) ?? []) {
      sections.push(section);
      console.log(asText(section));
    }
  } catch (error) {
    broken.push(name);
    console.error(`\n${name} couldn't be measured:`, error);
  }
const exceeded = sections
  .flatMap(({ title, lines }) => lines.map((line) => ({ ...line, title })))
  .filter(({ budget }) => budget?.kept === false);
console.log(
  exceeded.length === 0
    ? '\nAll budgets were kept.'
    : `\nExceeded:\n${exceeded.map(({ title, what, ours, budget }) => `  ${title}: ${what} ${ours} (${budget?.text})`).join('\n')}`,
);
process.exit(broken.length + exceeded.length === 0 ? 0 : 1);
