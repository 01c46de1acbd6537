/** The largest reply that the client takes, in bytes. */
const largest = 32 * 1024 * 1024;

/** `first`, then as many of `each` as fit into a reply, then `last`. */
function filled(first: string, each: (index: number) => string, last: string, most = Number.POSITIVE_INFINITY): Buffer {
  const body = Buffer.alloc(largest, ' ');
  let at = body.write(first, 'latin1');
  for (let index = 0; index < most; index += 1) {
    const part = `${index === 0 ? '' : ','}${each(index)}`;
    if (at + part.length + last.length > largest) break;
    at += body.write(part, at, 'latin1');
  }
  at += body.write(last, at, 'latin1');
  return body.subarray(0, at);
}

const before = '[{"service_id":"a1","service_cname":"web","monitors":[{"monitor_item":"request","data":{"result":[';
const after = ']}}]}]';
const time = (index: number) => 1_700_000_000 + (index % 10_000);

/** Monitoring replies that are hard to read, by name. */
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
  'nested arrays': () => {
    const half = 15 * 1024 * 1024;
    return Buffer.concat([Buffer.alloc(half, '['), Buffer.alloc(half, ']')]);
  },
  'empty pairs': () => filled(`${before}{"values":[`, () => '[]', `]}${after}`),
  'empty components': () => filled('[', () => '{}', ']'),
  '20,000 components': () =>
    filled(
      '[',
      (at) => `{"service_id":"c${at}","service_cname":"n${at}","monitors":[{"monitor_item":"i${at}"}]}`,
      ']',
      20_000,
    ),
  'a million keys': () => filled('[{', (at) => `"k${at}":${at}`, '}]'),
  'one long string': () => Buffer.concat([Buffer.from('["'), Buffer.alloc(largest - 4, 'x'), Buffer.from('"]')]),
  'broken off': () => filled(`${before}{"values":[`, (at) => `[${time(at)},"1"]`, ''),
};
