import { createServer } from 'node:http';
import * as z from 'zod';
import { listen } from '../../test/recorded/listening.ts';
import type { Line, Part } from '../report.ts';
import { nextMessage, startOptions, startScript } from '../stage/processes.ts';

/** Measurements. Times are in ms, memory in bytes. */
const Measured = z.object({
  ms: z.number(),
  /** Longest turn of the event loop, measured in processor time. */
  turn: z.number(),
  idle: z.number(),
  most: z.number(),
  after: z.number(),
  outcome: z.string(),
});

const budget = { mib: 600, ms: 5_000, turnMs: 50, leftMib: 80, addedMib: 300 } as const;
const mib = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Measures the cost of expensive replies: memory, time, event loop, and memory that isn't freed afterwards. */
export const soakReplies: Part = async ({ quick }) => {
  const some = <T>(all: Readonly<Record<string, T>>) =>
    Object.entries(all).filter((_, index) => !quick || index % 3 === 0);
  const [lines, others]: [Line[], Line[]] = [[], []];
  for (const [name, body] of some(hostileReplies)) lines.push(await measure(name, body()));
  for (const [name, [asks, body]] of some(hostileOthers)) others.push(await measure(name, body(), asks));
  return [
    {
      title: 'Monitoring replies of up to 32 MiB',
      how: 'Each in a new process, in chunks without a length: peak resident memory of the bot and the process that reads it, time to the answer, longest turn of the event loop in processor time, memory left 10 s later.',
      lines,
    },
    {
      title: 'Other replies of up to 8 MiB, each five times',
      how: 'As above; the chart worker is warm, as in the bot.',
      lines: others,
    },
  ];
};

/** @param asked name of the read to repeat five times; if empty, reads monitoring once */
async function measure(name: string, body: Buffer, asked = ''): Promise<Line> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const running = startScript('soak/reply-child.ts', [url, asked], startOptions);
  try {
    const { ms, turn, idle, most: max, after, outcome } = await nextMessage(running.child, Measured);
    const left = mib(after - idle);
    const isSmall = asked === '' ? mib(max) <= budget.mib : mib(max - idle) <= budget.addedMib;
    const isFast = (asked === '' ? ms : ms / 5) <= budget.ms && turn <= budget.turnMs;
    const size = asked === '' ? `≤ ${budget.mib} MiB` : `≤ ${budget.addedMib} MiB more`;
    return {
      what: `${name} (${outcome})`,
      ours: `${mib(max)} MiB (idle ${mib(idle)}), ${Math.round(ms)} ms, turn ${Math.round(turn)} ms, left ${left} MiB`,
      budget: {
        text: `${size}, ≤ ${budget.ms / 1_000} s, turn ≤ ${budget.turnMs} ms, ≤ ${budget.leftMib} MiB left`,
        kept: isSmall && isFast && left <= budget.leftMib,
      },
    };
  } finally {
    await running.stop();
    server.close();
    server.closeAllConnections();
  }
}

/** Size of the largest monitoring reply that the client accepts, in bytes. */
const largest = 32 * 1024 * 1024;
const largestOther = 8 * 1024 * 1024;

/** Returns `first`, then as many results of `each` as fit into a reply, then `last`. */
function filled(
  first: string,
  each: (index: number) => string,
  last: string,
  max = Number.POSITIVE_INFINITY,
  size = largest,
): Buffer {
  const body = Buffer.alloc(size, ' ');
  let at = body.write(first, 'latin1');
  for (let index = 0; index < max; index += 1) {
    const part = `${index === 0 ? '' : ','}${each(index)}`;
    if (at + part.length + last.length > size) break;
    at += body.write(part, at, 'latin1');
  }
  at += body.write(last, at, 'latin1');
  return body.subarray(0, at);
}

const nested = (half: number) => Buffer.concat([Buffer.alloc(half, '['), Buffer.alloc(half, ']')]);
const before = '[{"service_id":"a1","service_cname":"web","monitors":[{"monitor_item":"request","data":{"result":[';
const after = ']}}]}]';
const time = (index: number) => 1_700_000_000 + (index % 10_000);

/** Monitoring replies that are expensive to read, by name. */
export const hostileReplies: Readonly<Record<string, () => Buffer>> = {
  'a million results of one point': () => filled(before, (at) => `{"value":[${at},1]}`, after, 1_000_000),
  '100,000 series': () =>
    filled(before, (at) => `{"metric":{"pod":"${at}"},"value":[${time(at)},"1"]}`, after, 100_000),
  '32 MiB of series with labels of their own': () =>
    filled(before, (at) => `{"metric":{"pod":"${at}"},"values":[[${time(0)},"1"],[${time(60)},"2"]]}`, after),
  '2,000 long series': () => {
    const values = Array.from({ length: 780 }, (_, at) => `[${time(at * 60)},"${at}.5"]`).join(',');
    return filled(before, (at) => `{"metric":{"pod":"${at}"},"values":[${values}]}`, after, 2_000);
  },
  'one series of 32 MiB': () => filled(`${before}{"values":[`, (at) => `[${at},1]`, `]}${after}`),
  'bare values': () => filled(`${before}{"value":[`, () => '1', `]}${after}`),
  'nested arrays': () => nested(15 * 1024 * 1024),
  'empty pairs': () => filled(`${before}{"values":[`, () => '[]', `]}${after}`),
  'empty components': () => filled('[', () => '{}', ']'),
  '20,000 components': () => {
    const component = (at: number) =>
      `{"service_id":"c${at}","service_cname":"n${at}","monitors":[{"monitor_item":"i${at}"}]}`;
    return filled('[', component, ']', 20_000);
  },
  'a million keys': () => filled('[{', (at) => `"k${at}":${at}`, '}]'),
  'one long string': () => Buffer.concat([Buffer.from('["'), Buffer.alloc(largest - 4, 'x'), Buffer.from('"]')]),
  'broken off': () => filled(`${before}{"values":[`, (at) => `[${time(at)},"1"]`, ''),
};

/** Read of the platform that a reply answers. */
export type Asked = 'listPorts' | 'listComponents' | 'listRules' | 'readComponent' | 'readEventLog';

const other = (first: string, each: (index: number) => string, last: string, max?: number) => () =>
  filled(first, each, last, max, largestOther);
const fields = (at: number) => Array.from({ length: 60 }, (_, field) => `"field${field}":"text ${at}"`).join(',');

/** Other replies that are expensive to read, each with the read that it answers. */
export const hostileOthers: Readonly<Record<string, readonly [Asked, () => Buffer]>> = {
  'nested arrays': ['listPorts', () => nested(largestOther / 2)],
  'empty components': ['listComponents', other('[', () => '{}', ']')],
  'a million empty components': ['listComponents', other('[', () => '{}', ']', 999_999)],
  'empty gateway rules': ['listRules', other('{"http":[', () => '{}', ']}', 999_990)],
  'keys of their own': ['listComponents', other('[', (at) => `{"k${at}":{}}`, ']', 333_333)],
  'a million keys': ['readComponent', other('{', (at) => `"k${at}":${at}`, '}')],
  'the smallest components': ['listComponents', other('[', (at) => `{"service_id":"c${at}","service_alias":"a"}`, ']')],
  '1,000 components': [
    'listComponents',
    other('[', (at) => `{"service_id":"c${at}","service_alias":"a",${fields(at)}}`, ']', 1_000),
  ],
  'the log of an event': [
    'readEventLog',
    other('{"logs":[', (at) => `{"message":"line ${at}","time":"","utime":${at}}`, ']}'),
  ],
};
