import { interpret, print } from '../../src/core/command/interpret.ts';
import { readTokens } from '../../src/core/command/read-tokens.ts';
import { tokenise, unescapeMessage } from '../../src/core/command/tokenize.ts';
import { langs } from '../../src/core/text/text.ts';
import { withTypedTimes } from '../../src/core/time/typed-times.ts';
import { operations } from '../../src/operations/index.ts';
import { plain } from '../../src/operations/operation-catalog.ts';

function parse(words: string) {
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request') throw new Error(`“${words}” isn’t understood`);
  const { request, faults } = meant;
  return { ...request, faults: faults.map(({ param, why }) => `${param} ${why.key}`) };
}

describe('typed words', () => {
  test.each([
    ['schedule monitor web 24h at "0 9 * * 1-5"', { component: ['web'], range: ['24h'], at: ['0 9 * * 1-5'] }],
    ['schedule monitor web 24h at 0 9 * * 1-5', { component: ['web'], range: ['24h'], at: ['0 9 * * 1-5'] }],
    ['schedule "monitor web 24h" at "0 9 * * 1-5"', { component: ['web'], range: ['24h'], at: ['0 9 * * 1-5'] }],
    ['schedule "monitor web 24h" "0 9 * * 1-5"', { component: ['web'], range: ['24h'], at: ['0 9 * * 1-5'] }],
    ['schedule monitor “my web” at=“0 9 * * 1-5”', { component: ['my web'], at: ['0 9 * * 1-5'] }],
    [
      'schedule monitor web tz=Asia/Shanghai at "0 9 * * *"',
      { component: ['web'], at: ['0 9 * * *'], tz: ['Asia/Shanghai'] },
    ],
    ['schedule monitor web', { component: ['web'] }],
  ])('a schedule: %s', (words, given) => expect(parse(words).given).toEqual(given));

  test.each([
    ['port open web 8080 ttl=2h', { given: { component: ['web'], port: ['8080'], for: ['2h'] } }],
    ['port open web 8080 duration=2h', { given: { component: ['web'], port: ['8080'], for: ['2h'] } }],
    ['gateway web 8080 host=a.b.c', { given: { component: ['web'], port: ['8080'], domain_name: ['a.b.c'] } }],
    ['gateway web 8080 hostname=a.b.c', { given: { component: ['web'], port: ['8080'], domain_name: ['a.b.c'] } }],
    ['component restart web why="leaks memory"', { reason: 'leaks memory' }],
    ['component restart web comment="leaks memory"', { reason: 'leaks memory' }],
    ['component restart web approver=<@U0SAM>', { ask: ['U0SAM'] }],
    ['component restart web when=22:00', { at: '22:00' }],
  ])('a key of another tool is Portolan’s own: %s', (words, meant) =>
    expect(parse(words)).toMatchObject({ ...meant, faults: [] }),
  );

  test.each([
    'schedule monitor web in=lab at "0 9 * * *"',
    'schedule monitor web at "0 9 * * *" in=lab',
    'schedule in=lab monitor web at "0 9 * * *"',
    'schedule monitor web at "0 9 * * *" --in lab',
  ])('in= picks the context of the schedule, wherever it stands: %s', (words) => {
    const { faults, ...request } = parse(words);
    expect(request).toEqual({ operation: 'schedule.add', given: { component: ['web'], at: ['0 9 * * *'] }, in: 'lab' });
    expect(faults).toEqual([]);
    const schedule = operations.find(({ id }) => id === 'schedule.add');
    if (!schedule) throw new Error('there is no schedule.add: rename it in this test');
    expect(parse(print(schedule, request.given, { in: 'lab' }))).toEqual({ ...request, faults: [] });
  });

  test.each(['today', 'yesterday', '15m', '2026-11-19T08:00..12:00'])('a chart of %s', (range) =>
    expect(parse(`monitor web ${range}`)).toMatchObject({ given: { component: ['web'], range: [range] }, faults: [] }),
  );

  test('a silence’s length isn’t taken for its watch', () =>
    expect(parse('watch silence 4h')).toMatchObject({ given: { for: ['4h'] }, faults: ['id watches.idMissing'] }));

  test('a reason as long as a form takes is kept; a longer one is told, and cut for the form', () => {
    expect(parse(`port open web 8080 reason="${'x'.repeat(500)}"`)).toMatchObject({
      reason: 'x'.repeat(500),
      faults: [],
    });
    expect(parse(`port open web 8080 reason="${'订'.repeat(501)}"`)).toMatchObject({
      reason: '订'.repeat(500),
      faults: [' words.reasonLong'],
    });
  });

  test.each([
    ['port open web 8080 for=2h reason=debug the metrics', 'debug the metrics'],
    ['port open web 8080 reason=debug metrics for=2h', 'debug metrics'],
    ['port open web 8080 reason=debug metrics both', 'debug metrics'],
    ['port open reason=debug web 8080', 'debug'],
  ])('a reason without quotes has all words that mean nothing else: %s', (words, reason) => {
    expect(parse(words)).toMatchObject({ given: { component: ['web'], port: ['8080'] }, reason, faults: [] });
  });

  // People type before `=` the words that a form uses.
  test('each label of a field is a key of its parameter, in both languages', () => {
    const missed = operations.flatMap((operation) =>
      Object.entries(operation.params).flatMap(([name, { label, input }]) => {
        const keys = langs
          .map((lang) => plain(label, lang).replaceAll(' ', '_'))
          .filter((key) => !/[’,]|^\w.*\p{Script=Han}/u.test(key));
        // 上下文 before `=` is the context of any command.
        if (input === 'hidden' || operation.rest || keys.includes('上下文')) return [];
        return keys.filter((key) => readTokens(operation, tokenise(`${key}=1`)).request.given[name] === undefined);
      }),
    );
    expect(missed).toEqual([]);
  });

  test('a key like a label names the parameter', () =>
    expect(parse('port open web 8080 acess=inner').faults).toEqual([' words.unknownKeyNear']));

  test.each([
    ['开启端口 api 8000 两小时', 'port open api 8000 for=2h'],
    ['打开端口 api 8000', 'port open api 8000'],
    ['重启组件 api', 'component restart api'],
    ['open port api 8000 2h', 'port open api 8000 for=2h'],
  ])('a change as a sentence is a guess, which has to be confirmed: %s', (words, meant) => {
    const read = interpret(operations, 'portolan', words);
    const { request } = (read.meaning === 'unknown' && read.guess) || expect.fail();
    const operation = operations.find(({ id }) => id === request.operation) ?? expect.fail();
    expect(print(operation, request.given)).toBe(meant);
  });

  test.each(['constructor', 'hasownproperty', 'tostring'])('%s= is a key like any unknown one', (key) => {
    expect(parse(`port web ${key}=1`)).toMatchObject({ given: { component: ['web'] } });
    expect(parse(`port web ${key}=1`).faults[0]).toMatch(/^ words.unknownKey/);
  });

  test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    ['port open web 8080 for 2h', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['port alias web 8080 DAYS', 'port.alias', { component: ['web'], port: ['8080'], alias: ['DAYS'] }],
    ['port open web 8080 for 2 hours', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['port open web 8080 1.5h', 'port.open', { component: ['web'], port: ['8080'], for: ['1h30m'] }],
    ['port open web 8080 for="2 hours"', 'port.open', { component: ['web'], port: ['8080'], for: ['2 hours'] }],
    ['port open 8443 web', 'port.open', { component: ['web'], port: ['8443'] }],
    ['port open web 8080 2h 30m', 'port.open', { component: ['web'], port: ['8080'], for: ['2h30m'] }],
    ['port open web 8080 for=2h 30m', 'port.open', { component: ['web'], port: ['8080'], for: ['2h30m'] }],
    ['port open web 8080 for=1h30', 'port.open', { component: ['web'], port: ['8080'], for: ['1h30'] }],
    ['port open web 8080 两小时', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['port open web 8080 半小时', 'port.open', { component: ['web'], port: ['8080'], for: ['30m'] }],
    ['port open web 8080 二十五分钟', 'port.open', { component: ['web'], port: ['8080'], for: ['25m'] }],
    ['port open web 8080 access=inner', 'port.open', { component: ['web'], port: ['8080'], side: ['inner'] }],
    ['port open web 8080 for=2小时', 'port.open', { component: ['web'], port: ['8080'], for: ['2小时'] }],
    ['port open web 8080 90 分钟', 'port.open', { component: ['web'], port: ['8080'], for: ['1h30m'] }],
    ['port open web 8080 for=2 hours 30 minutes', 'port.open', { component: ['web'], port: ['8080'], for: ['2h30m'] }],
    ['port open web 8080 for 2 hours 30 minutes', 'port.open', { component: ['web'], port: ['8080'], for: ['2h30m'] }],
    ['port open web 8080 --for 2h 30m', 'port.open', { component: ['web'], port: ['8080'], for: ['2h30m'] }],
    ['port open web:８０８０ ２h', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['port add web ８０８０/udp', 'port.add', { component: ['web'], port: ['8080'], protocol: ['udp'] }],
    ['monitor web vs=7d 6h', 'monitor', { component: ['web'], vs: ['7d'], range: ['6h'] }],
    ['monitor web --vs 7d 6h', 'monitor', { component: ['web'], vs: ['7d'], range: ['6h'] }],
    ['component scale web cpu=2 cores', 'component.scale', { component: ['web'], cpu: ['2 cores'] }],
    [
      'component scale web ４ memory=1.5 GiB',
      'component.scale',
      { component: ['web'], instances: ['４'], memory: ['1.5 GiB'] },
    ],
    [
      'watch worker memory above 60% for 5m',
      'watch.add',
      { component: ['worker'], what: ['memory'], above: ['60%'], for: ['5m'] },
    ],
    [
      'watch web 网关错误 大于 1 持续10分钟',
      'watch.add',
      { component: ['web'], what: ['gateway_errors'], above: ['1'], for: ['10分钟'] },
    ],
    ['watch worker memory > 60%', 'watch.add', { component: ['worker'], what: ['memory'], above: ['60%'] }],
    [
      'watch worker 内存 高于60% 持续 5 分钟',
      'watch.add',
      { component: ['worker'], what: ['memory'], above: ['60%'], for: ['5m'] },
    ],
    ['watch worker cpu over 1.5 cores', 'watch.add', { component: ['worker'], what: ['cpu'], above: ['1.5 cores'] }],
    ['watch silence web recovered', 'watch.silence', { id: ['web'], for: ['recovered'] }],
    ['watch web p95>500', 'watch.add', { component: ['web'], what: ['gateway_latency'], above: ['500'] }],
    ['watch web p95>=50', 'watch.add', { component: ['web'], what: ['gateway_latency'], above: ['50'] }],
    ['watch web 内存>90%', 'watch.add', { component: ['web'], what: ['memory'], above: ['90%'] }],
    ['watch web p95 500', 'watch.add', { component: ['web'], what: ['gateway_latency'], above: ['500'] }],
    ['watch certificates<14d', 'watch.add', { what: ['certificates'], below: ['14d'] }],
    ['watch certificates below 14d', 'watch.add', { what: ['certificates'], below: ['14d'] }],
    ['monitor web >500ms 24h', 'monitor', { component: ['web'], above: ['500ms'], range: ['24h'] }],
    ['monitor above', 'monitor', { component: ['above'] }],
    ['component scale 2 4', 'component.scale', { component: ['2'], instances: ['4'] }],
    [
      'port open api 8000 对外 时长=2小时',
      'port.open',
      { component: ['api'], port: ['8000'], side: ['outer'], for: ['2小时'] },
    ],
    ['port close api 8000 对内服务', 'port.close', { component: ['api'], port: ['8000'], side: ['inner'] }],
    ['port open for 8080', 'port.open', { component: ['for'], port: ['8080'] }],
    ['monitor web last 6 hours', 'monitor', { component: ['web'], range: ['6h'] }],
    ['monitor web for 30 minutes', 'monitor', { component: ['web'], range: ['30m'] }],
    ['monitor web past 2 days', 'monitor', { component: ['web'], range: ['2d'] }],
    ['monitor last 6h', 'monitor', { range: ['6h'] }],
    ['monitor web item=request_time,request', 'monitor', { component: ['web'], item: ['request_time', 'request'] }],
    ['monitor component=web,api', 'monitor', { component: ['web', 'api'] }],
    [
      'monitor web start=2026-11-19T08:00 end=2026-11-19T12:00',
      'monitor',
      { component: ['web'], range: ['2026-11-19T08:00..2026-11-19T12:00'] },
    ],
    ['monitor start=1763539200 end=1763553600', 'monitor', { range: ['2025-11-19T08:00:00Z..2025-11-19T12:00:00Z'] }],
    ['audit web since=yesterday', 'audit', { search: ['web'], since: ['yesterday'] }],
    ['monitor api from=yesterday', 'monitor', { component: ['api'], range: ['yesterday'] }],
    ['monitor api since=6h', 'monitor', { component: ['api'], range: ['6h'] }],
    ['audit yesterday', 'audit', { during: ['yesterday'] }],
    ['audit yesterday failed', 'audit', { search: ['failed'], during: ['yesterday'] }],
    ['audit last week', 'audit', { during: ['last week'] }],
    ['audit since last week', 'audit', { since: ['last week'] }],
    ['audit past week', 'audit', { since: ['7d'] }],
    ['audit 2026-11-19 web', 'audit', { search: ['web'], during: ['2026-11-19'] }],
    ['audit since yesterday web', 'audit', { search: ['web'], since: ['yesterday'] }],
    ['audit web last 7 days', 'audit', { search: ['web'], since: ['7d'] }],
    ['audit 昨天 失败', 'audit', { search: ['失败'], during: ['昨天'] }],
    ['evidence last 30 days', 'evidence', { since: ['30d'] }],
    ['schedule monitor web weekdays at 9:00', 'schedule.add', { component: ['web'], at: ['weekdays 9:00'] }],
    ['schedule monitor web 24h at 9:00', 'schedule.add', { component: ['web'], range: ['24h'], at: ['9:00'] }],
  ])('understood as people write it: %s', (words, operation, given) => {
    expect(parse(words)).toMatchObject({ operation, faults: [] });
    expect(parse(words).given).toEqual(given);
  });

  test.each(['port open component=8443 port=web', 'port open "8443" web'])(
    'what was named or quoted is not exchanged: %s',
    (words) => {
      expect(parse(words)).toMatchObject({ given: { component: ['8443'], port: ['web'] } });
      expect(parse(words).faults).toHaveLength(1);
    },
  );

  test('the parts of one word are not exchanged', () =>
    expect(parse('port open 99:00').given).toEqual({ component: ['99'], port: ['00'] }));

  test.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    ['show me the ports of web', 'port.list', { component: ['web'] }],
    ['which components are there?', 'component.list', {}],
    ['chart of web last 6 hours', 'monitor', { component: ['web'], range: ['6h'] }],
    ['what regions do we have', 'region.list', {}],
    ['why is web slow?', 'monitor', { component: ['web'] }],
    ['web 为什么慢？', 'monitor', { component: ['web'] }],
    ['订单服务为什么这么慢', 'monitor', { component: ['订单服务'] }],
    ['为什么 web 变慢了', 'monitor', { component: ['web'] }],
    ['port of web', 'port.list', { component: ['web'] }],
  ])('a sentence finds its question: %s', (words, operation, given) =>
    expect(interpret(operations, 'portolan', words)).toMatchObject({
      meaning: 'request',
      request: { operation, given },
      faults: [],
    }),
  );

  test('a sentence that seems to ask for a change is only a guess', () => {
    expect(interpret(operations, 'portolan', 'please open port 8080 on web for 2 hours')).toMatchObject({
      meaning: 'unknown',
      nearest: expect.arrayContaining(['port.open']),
      guess: {
        request: { operation: 'port.open', given: { component: ['web'], port: ['8080'], for: ['2h'] } },
        faults: [],
      },
    });
    expect(interpret(operations, 'portolan', 'open port web')).toMatchObject({
      guess: { request: { operation: 'port.open', given: { component: ['web'] } }, faults: [{ param: 'port' }] },
    });
  });

  test.each(['what can you do?', 'How do I use this', 'who are you', 'hello', '你能做什么？', '怎么用', '有哪些命令'])(
    'a question about use shows the help: %s',
    (words) => expect(parse(words)).toMatchObject({ operation: 'help', given: {}, faults: [] }),
  );

  test.each(['good morning', 'thanks!'])('a sentence about nothing here stays unknown: %s', (words) => {
    const meant = interpret(operations, 'portolan', words);
    expect(meant.meaning).toBe('unknown');
    expect(meant).not.toHaveProperty('guess');
  });

  test.each([
    ['port', 'help', ['port']],
    ['port', 'help open', ['port', 'open']],
    ['port', 'open help', ['port', 'open']],
    ['portolan', 'port open help', ['port', 'open']],
    ['portolan', 'openings help', ['portolan', 'openings']],
    ['gateway', 'help', ['gateway']],
  ])('/%s %s explains it', (command, text, about) =>
    expect(interpret(operations, command, text)).toEqual({
      meaning: 'request',
      request: { operation: 'help', given: { about } },
      faults: [],
    }),
  );

  test.each([
    ['which certificates expire soon', 'gateway.certificates'],
    ['show me the logs of web', 'component.log'],
    ['what events were there', 'component.events'],
    ['which applications are there', 'app.list'],
    ['which rules are there', 'gateway.list'],
    ['remove a gateway rule', 'gateway.delete'],
  ])('free words in a mention find what is meant: %s', (words, id) => {
    const meant = interpret(operations, 'portolan', words);
    expect(meant.meaning === 'unknown' ? meant.nearest.slice(0, 5) : [meant.request.operation]).toContain(id);
  });

  test.each(['port web', '/port web', 'portolan port web', '/portolan port list web'])('mentioned: %s', (words) =>
    expect(parse(words)).toMatchObject({ operation: 'port.list', given: { component: ['web'] }, faults: [] }),
  );

  // A Friday, 21:12 in Berlin.
  const clock = { now: Date.UTC(2026, 10, 27, 20, 12, 30), zone: 'Europe/Berlin' };
  test.each([
    ['port until api 8000 tomorrow 06:00', '8h48m'],
    ['port until api 8000 until tomorrow 06:00', '8h48m'],
    ['port until api 8000 6am', '8h48m'],
    ['port until api 8000 22:00 inner', '48m'],
    ['port until api 8000 明天6点', '8h48m'],
    ['port until api 8000 明天 06:00', '8h48m'],
    ['port until api 8000 2h', '2h'],
    ['port open api 8000 until=22:00', '48m'],
    ['port open api 8000 until tomorrow 06:00', '8h48m'],
    ['port open api 8000 until="tomorrow 06:00"', '8h48m'],
    ['port open api 8000 until=tomorrow 06:00 reason=x', '8h48m'],
    ['port open api 8000 at=22:00 until=06:00', '8h'],
    ['port open api 8000 until 2026-11-28T06:00', '8h48m'],
  ])('a closing time is the length until then: %s', (words, length) => {
    const meant = withClock(words);
    expect(meant).toMatchObject({
      faults: [],
      request: { given: { component: ['api'], port: ['8000'], for: [length] } },
    });
    expect(meant.request.given).not.toHaveProperty('until');
  });

  test.each([
    ['port until api 8000 until=26:00', ['until', 'for']],
    ['port until api 8000 2h 22:00', ['until']],
    ['port open api 8000 until=2027-11-28T06:00', ['until']],
  ])('a closing time that is wrong, too far, or beside a length is told: %s', (words, params) => {
    expect(
      withClock(words)
        .faults.map(({ param }) => param)
        .toSorted(),
    ).toEqual(params.toSorted());
  });

  function withClock(words: string) {
    const meant = interpret(operations, 'portolan', words);
    const id = meant.meaning === 'request' ? meant.request.operation : '';
    const timed = withTypedTimes(
      meant,
      operations.find((each) => each.id === id),
      clock,
    );
    return timed.meaning === 'request' ? timed : expect.fail(words);
  }

  test('a scheduled chart is for its channel, in its context', () => {
    expect(parse('schedule monitor web me at "0 9 * * *"').faults).toEqual(['words schedule.wordsMe']);
    expect(parse('schedule "monitor web in=lab" at "0 9 * * *"').faults).toEqual(['words schedule.wordsPlace']);
  });

  test('marks of a message that are never closed are text, and take no time', () => {
    expect(unescapeMessage('<@U1> <@U2|maya> <#C1|shop> <!here|@here> <http://a.test|a.test>', [])).toBe(
      '@U1 @maya #shop  @here  a.test',
    );
    expect(unescapeMessage('<@U1 <@U2|maya> <@', [])).toBe('<@U1 @maya <@');
    // Earlier versions needed minutes for these texts, because their time grew with the square of the length.
    for (const hard of ['<@', '<@U1|', '<http://a|', '<!']) {
      const text = hard.repeat(200_000);
      expect(unescapeMessage(text, [])).toBe(text);
    }
  });

  test('marks of code around a command in a message mean nothing', () => {
    expect(parse(unescapeMessage('`port web`', []))).toMatchObject({
      operation: 'port.list',
      given: { component: ['web'] },
    });
    for (const bold of ['*port* web', '*port web*', '*`port web`*', '`*port* web`', 'port *web*'])
      expect(parse(unescapeMessage(bold, [])).given).toEqual({ component: ['web'] });
    for (const kept of ['schedule monitor at "0 9 * * 1-5"', 'at "*/5 * * * *"', '2 * 3 * 4', 'a*b*c', '***'])
      expect(unescapeMessage(kept, [])).toBe(kept);
    expect(parse(unescapeMessage('```/region list```', []))).toMatchObject({ operation: 'region.list', faults: [] });
  });
});
