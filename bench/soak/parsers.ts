import { interpret } from '../../src/core/command/interpret.ts';
import { unescapeEntities, unescapeMessage } from '../../src/core/command/tokenize.ts';
import { operations } from '../../src/operations/index.ts';
import type { Line } from '../report.ts';
import type { SoakPart } from './part.ts';

/** What reads text that anyone can send, with text that is hard for it. */
const parsers: readonly { readonly name: string; readonly hard: string; readonly read: (text: string) => unknown }[] = [
  { name: 'unescapeMessage, unclosed <@', hard: '<@', read: (text) => unescapeMessage(text, []) },
  { name: 'unescapeMessage, unclosed <http://a|', hard: '<http://a|', read: (text) => unescapeMessage(text, []) },
  { name: 'unescapeMessage, closed <@U0|a>', hard: '<@U0|a>', read: (text) => unescapeMessage(text, []) },
  { name: 'unescapeEntities', hard: '&amp;', read: unescapeEntities },
  { name: 'interpret, words', hard: 'a ', read: (text) => interpret(operations, 'portolan', text) },
  { name: 'interpret, unclosed quotes', hard: '“a ', read: (text) => interpret(operations, 'portolan', text) },
  {
    name: 'interpret, key=value',
    hard: 'ext=a:b ',
    read: (text) => interpret(operations, 'portolan', `gateway http ${text}`),
  },
];

const small = 50_000;
const large = 200_000;
/** Times below this say nothing about growth, in ms. */
const floor = 5;
/** Linear is 4; the rest is for a busy machine. */
const mostRatio = 8;

function timed(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const since = performance.now();
    read(text);
    best = Math.min(best, performance.now() - since);
    if (best > 1_000) break;
  }
  return Math.max(best, floor);
}

/** How much longer each parser takes for four times the text. */
export const soak: SoakPart = async () => [
  {
    title: `Parsers, ${small / 1_000} kB and ${large / 1_000} kB of hard text`,
    how: `The shortest of up to 5 rounds; times under ${floor} ms count as ${floor} ms.`,
    lines: parsers.map(({ name, hard, read }): Line => {
      const text = (length: number) => hard.repeat(Math.ceil(length / hard.length)).slice(0, length);
      const [short, long] = [timed(read, text(small)), timed(read, text(large))];
      const ratio = long / short;
      return {
        what: name,
        ours: `${short.toFixed(1)} ms, ${long.toFixed(1)} ms`,
        ratio,
        budget: { text: `ratio ≤ ${mostRatio}`, kept: ratio <= mostRatio },
      };
    }),
  },
];
