import * as z from 'zod';
import { replyLimits, scanReply } from './scan-reply.ts';

const grid = { start: 1_700_000_000, end: 1_700_003_600, step: 60 };
const scan = (text: string) => scanReply(new TextEncoder().encode(text), grid);
const t = grid.start;

const NumberList = z.object({ layout: z.string(), numbers: z.instanceof(Float64Array) });
const OneResult = z.object({ data: z.object({ result: z.array(z.object({ values: NumberList })) }) });

function seriesOf(result: string) {
  const { data } = OneResult.parse(scan(`{"data":{"result":${result}}}`)?.body);
  return data.result.map(({ values }) => [values.layout, ...values.numbers]);
}

describe('outside the results', () => {
  test.each([
    '{"a":[1,-2.5,1e3,true,false,null,"x",{"b":"\\u00e9\\n网"}],"c":{}}',
    ' [ ] ',
    '"text"',
    '[0.1,123456789012345678,-0,1.7976931348623157e308]',
    '{"a":1,"a":2}',
  ])('%s is read as JSON.parse reads it', (text) => expect(scan(text)?.body).toEqual(JSON.parse(text)));

  test('a byte order mark is passed over', () => expect(scan('\ufeff[1]')?.body).toEqual([1]));

  test.each([
    '',
    '<html>',
    '[1',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    '["a',
    '["\\x"]',
    '[1] 2',
    '[-]',
    '{"data":{"result":[{"value":[1,',
  ])('broken: %s', (text) => expect(scan(text)).toBeUndefined());

  test('no key reaches a prototype', () => {
    const body = scan('{"__proto__":{"polluted":1}}')?.body;
    expect(body).toEqual({});
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });
});

test.each<[string, string, readonly (readonly (string | number)[])[]]>([
  ['pairs', `[{"values":[[${t},"1.5"],[${t + 60},"NaN"]]}]`, [['pairs', t, 1.5, t + 60, Number.NaN]]],
  ['pairs one after another', `[{"value":[${t},1,${t + 60},2]}]`, [['flat', t, 1, t + 60, 2]]],
  ['bare values', '[{"value":[5,"6",7]}]', [['flat', 5, 6, 7]]],
  ['one pair for each result', `[{"value":[${t},"1"]},{"value":[${t + 60},"2"]}]`, [['pairs', t, 1, t + 60, 2]]],
  ['results that are pairs', `[[${t},1],[${t + 60},2]]`, [['pairs', t, 1, t + 60, 2]]],
  [
    'other labels, another series',
    `[{"metric":{"a":"1"},"value":[${t},1]},{"metric":{"a":"2"},"value":[${t},2]}]`,
    [
      ['pairs', t, 1],
      ['pairs', t, 2],
    ],
  ],
  ['values go before value', `[{"value":[${t},1],"values":[[${t},2],[${t + 60},3]]}]`, [['pairs', t, 2, t + 60, 3]]],
  ['empty values do not', `[{"values":[],"value":[${t},1]}]`, [['pairs', t, 1]]],
  [
    'short and long pairs',
    `[{"values":[[${t}],[${t + 60},1,2],[]]}]`,
    [['pairs', t, Number.NaN, t + 60, 1, Number.NaN, Number.NaN]],
  ],
  ['numbers beside pairs', `[{"values":[1,[${t},2],3,[${t + 60},4]]}]`, [['pairs', t, 2, t + 60, 4]]],
  ['no samples', '[{"value":null},7,{}]', [['pairs']]],
])('the layouts of results: %s', (_, result, series) => expect(seriesOf(result)).toEqual(series));

describe('the limits', () => {
  const many = (count: number, each: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join(',');

  test('series beyond the limit are counted and not kept', () => {
    const result = many(replyLimits.series + 5, (at) => `{"metric":{"n":"${at}"},"values":[[${t},1],[${t + 60},2]]}`);
    expect(seriesOf(`[${result}]`)).toHaveLength(replyLimits.series);
    expect(scan(`{"result":[${result}]}`)?.cut).toMatchObject({ series: 5, points: 0 });
  });

  test.each([
    ['pairs', `{"values":[${many(replyLimits.points + 7, (at) => `[${t + at},1]`)}]}`],
    ['single results', many(replyLimits.points + 7, (at) => `{"value":[${t + (at % 3_000)},1]}`)],
  ])('points beyond the limit: %s', (_, result) => {
    expect(seriesOf(`[${result}]`)[0]).toHaveLength(1 + 2 * replyLimits.points);
    expect(scan(`{"result":[${result}]}`)?.cut).toMatchObject({ series: 0, points: 7 });
  });

  test('what is nested too deeply is left out', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(scan(deep(replyLimits.depth))?.cut.values).toBe(0);
    expect(scan(deep(replyLimits.depth + 1))?.cut.values).toBe(1);
    expect(scan(deep(1_000_000))?.cut.values).toBe(1);
  });

  test('long lists and objects are cut', () => {
    const list = scan(`[${many(replyLimits.elements + 3, () => '1')}]`);
    expect(list?.body).toHaveLength(replyLimits.elements);
    expect(list?.cut.values).toBe(3);
    const object = scan(`{${many(replyLimits.keys + 2, (at) => `"k${at}":1`)}}`);
    expect(Object.keys(object?.body ?? {})).toHaveLength(replyLimits.keys);
    expect(object?.cut.values).toBe(2);
  });
});
