import { interpret, print } from '../../src/core/command/interpret.ts';
import { readAll } from '../../src/core/command/params.ts';
import { unescapeCommand } from '../../src/core/command/tokenize.ts';
import { langs } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import { plain } from '../../src/slack/slack-catalog.ts';

const changes = operations.flatMap((each) => (each.kind === 'change' ? [each] : []));

/** Returns the operation, arguments and errors that the parser finds in typed words. */
function understood(text: string) {
  const meant = interpret(changes, 'portolan', text);
  if (meant.meaning !== 'request') return meant;
  const { request, faults } = meant;
  return { operation: request.operation, given: request.given, faults: faults.map(({ param }) => param) };
}

describe('typed words', () => {
  test.each([
    ['port open web:8080', 'port.open', { component: ['web'], port: ['8080'] }],
    [
      'port open web 8080 INNER 30m',
      'port.open',
      { component: ['web'], port: ['8080'], side: ['inner'], for: ['30m'] },
    ],
    ['port open web 8080 internal', 'port.open', { component: ['web'], port: ['8080'], side: ['inner'] }],
    ['port open web 8080 public', 'port.open', { component: ['web'], port: ['8080'], side: ['outer'] }],
    ['port close web 8080 external', 'port.close', { component: ['web'], port: ['8080'], side: ['outer'] }],
    ['port add web 8081 internal', 'port.add', { component: ['web'], port: ['8081'], inner: ['yes'] }],
    ['port open web 8080 --for 2h', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['port close 订单服务 7000 both', 'port.close', { component: ['订单服务'], port: ['7000'], both: ['yes'] }],
    ['port open 组件=web 端口＝8080 时长=2h', 'port.open', { component: ['web'], port: ['8080'], for: ['2h'] }],
    ['component scale web --实例数 3 内存=2GB', 'component.scale', { instances: ['3'], memory: ['2GB'] }],
    ['port close 订单=服务 7000', 'port.close', { component: ['订单=服务'], port: ['7000'] }],
    ['port add web 53/udp', 'port.add', { component: ['web'], port: ['53'], protocol: ['udp'] }],
    ['port add web:53/udp inner', 'port.add', { component: ['web'], port: ['53/udp'], inner: ['yes'] }],
    ['port delete web 80 close', 'port.delete', { component: ['web'], port: ['80'], close: ['yes'] }],
    [
      'gateway http web:8080 http://shop.test/cart open ext=a:b ext=c:d',
      'gateway.http',
      {
        component: ['web'],
        port: ['8080'],
        domain_name: ['http://shop.test/cart'],
        whether_open: ['yes'],
        rule_extensions: ['a:b', 'c:d'],
      },
    ],
    [
      'gateway tcp db 5432 0.0.0.0:30021',
      'gateway.tcp',
      { component: ['db'], port: ['5432'], end_point: ['0.0.0.0:30021'] },
    ],
    ['gateway tcp db 33060 30050', 'gateway.tcp', { component: ['db'], port: ['33060'], end_point: ['30050'] }],
    ['gateway udp dns 53 30053', 'gateway.tcp', { component: ['dns'], port: ['53'], end_point: ['30053'] }],
    ['gateway web 8080 a.b.c', 'gateway.http', { component: ['web'], port: ['8080'], domain_name: ['a.b.c'] }],
    [
      'gateway web 8080 域名="shop.test" 证书＝“shop cert” 权重=50',
      'gateway.http',
      { domain_name: ['shop.test'], certificate_id: ['shop cert'], the_weight: ['50'] },
    ],
    ['port close "端口=服务" 7000', 'port.close', { component: ['端口=服务'], port: ['7000'] }],
    [
      'gateway web 8080 https://shop.test/cart certificate_id=7',
      'gateway.http',
      { domain_name: ['https://shop.test/cart'], certificate_id: ['7'] },
    ],
  ])('%s', (text, operation, given) => expect(understood(text)).toMatchObject({ operation, given }));

  test.each([
    ['port open web', ['port']],
    ['port open web 0', ['port']],
    ['port open web 8080 for=10s', ['for']],
    ['port open web 8080 for=soon', ['for']],
    ['port add web 80 alias=web', ['alias']],
    ['port protocol web 80 https', ['protocol']],
    ['port alias web 80 WEB service=Web', ['service']],
    ['gateway http web 80 shop.test the_weight=500 certificate_id=99999999999', ['certificate_id', 'the_weight']],
    ['gateway http web 80 shop.test/a domain_path=/b', ['domain_path']],
    ['gateway tcp db 5432 99999', ['end_point']],
    ['gateway web 8080', ['domain_name']],
    ['gateway https://shop.test', ['component', 'port']],
    ['gateway https web 8080 shop.test', ['certificate_id']],
    ['gateway web 8080 https://shop.test', ['certificate_id']],
    ['gateway web 8080 203.0.113.9:30021', ['domain_name']],
    ['port open web 8080 for=', ['for']],
    ['port open web 8080 for=“ ”', ['for']],
    ['port open web 8080 --for', ['for']],
    ['port until web 8080 for=', ['for']],
    ['port open web 8080 side= in= reason=', ['in', '', 'side']],
    ['port delete web 8080 close=', ['close']],
  ])('%s is wrong in %j', (text, faults) => {
    const meant = interpret(changes, 'portolan', text);
    if (meant.meaning !== 'request') throw new Error(text);
    expect(meant.faults.map(({ param }) => param)).toEqual(faults);
    for (const { why } of meant.faults) for (const lang of langs) expect(plain(why, lang)).not.toContain('undefined');
  });
});

test.each([
  ['port open web 80', 'expose'],
  ['port open web 80 inner', 'change'],
  ['port open web 80 inner both', 'expose'],
  ['port close web 80 both', 'change'],
  ['port until web 80 2h', 'expose'],
  ['port until web 80 2h inner', 'change'],
  ['port add web 80', 'change'],
  ['port protocol web 80 tcp', 'change'],
  ['port alias web 80 WEB', 'change'],
  ['port delete web 80', 'destroy'],
  ['gateway http web 80 shop.test', 'expose'],
  ['gateway tcp db 80 0.0.0.0:30021', 'expose'],
])('%s weighs %s', (text, risk) => {
  const meant = interpret(changes, 'portolan', text);
  if (meant.meaning !== 'request') throw new Error(text);
  const change = changes.find(({ id }) => id === meant.request.operation);
  const parsed = readAll(change?.params ?? {}, meant.request.given);
  expect('args' in parsed && change?.risk(parsed.args)).toBe(risk);
});

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'a key without a value is an error in %s, whatever it is',
  (_id, operation) => {
    for (const [name, { required }] of Object.entries(operation.params)) {
      const parsed = readAll(operation.params, { [name]: [''] });
      const fault = 'faults' in parsed ? parsed.faults.find(({ param }) => param === name) : undefined;
      expect(fault && plain(fault.why, 'en'), name).toEqual(
        required ? expect.any(String) : expect.stringContaining(`\`${name}=\` has no value`),
      );
    }
  },
);

test.each(changes.map((change) => [change.id, change] as const))(
  'every parameter of %s can be asked for',
  (_id, change) => {
    for (const [name, param] of Object.entries(change.params)) {
      expect(param.input === 'select', name).toBe(param.options !== undefined);
      expect(param.input === 'external', name).toBe(param.source !== undefined);
      expect(param.read([]).ok, name).toBe(!param.required);
      for (const lang of langs) {
        // Slack's limits: 2,000 characters for labels, 150 for hints and placeholders.
        expect(plain(param.label, lang).length).toBeGreaterThan(0);
        if (param.placeholder) expect(plain(param.placeholder, lang).length).toBeLessThanOrEqual(150);
        if (param.hint) expect(plain(param.hint, lang).length).toBeLessThanOrEqual(150);
      }
    }
  },
);

test.each(['reason', '理由', '原因'])('`%s` is the key of a reason, with either equals sign', (key) => {
  for (const sign of '=＝')
    expect(interpret(changes, 'portolan', `component restart web ${key}${sign}"太慢"`)).toMatchObject({
      request: { given: { component: ['web'] }, reason: '太慢' },
    });
});

test.each([
  ['帮助 port', 'help', { about: ['port'] }],
  ['watch 列表', 'watch.list', {}],
  ['port 帮助', 'help', { about: ['port'] }],
  ['port 开启 api 8000', 'port.open', { component: ['api'], port: ['8000'] }],
  ['端口 关闭 api 8000', 'port.close', { component: ['api'], port: ['8000'] }],
  ['component 关闭 web', 'component.stop', { component: ['web'] }],
  ['component 重启 web', 'component.restart', { component: ['web'] }],
  ['网关 证书', 'gateway.certificates', {}],
])('%s: common words of commands are understood in Chinese', (text, operation, given) =>
  expect(interpret(operations, 'portolan', text)).toMatchObject({ request: { operation, given } }),
);

test.each([
  ['port show web', 'port.list', { component: ['web'] }],
  ['port remove api 9100', 'port.delete', { component: ['api'], port: ['9100'] }],
  ['port open 8443 web', 'port.open', { component: ['web'], port: ['8443'] }],
  ['port protocol web tcp 8080', 'port.protocol', { component: ['web'], port: ['8080'], protocol: ['tcp'] }],
  ...['new.shop.test web 8080', '8080 web new.shop.test'].map(
    (words) =>
      [
        `gateway add ${words}`,
        'gateway.http',
        { component: ['web'], port: ['8080'], domain_name: ['new.shop.test'] },
      ] as const,
  ),
  ['gateway web 8080 new.shop.test open=yes', 'gateway.http', { whether_open: ['yes'] }],
] as const)('%s: words in any clear order, and common words for a verb', (text, operation, given) =>
  expect(interpret(operations, 'portolan', text)).toMatchObject({ request: { operation, given }, faults: [] }),
);

test('words in a valid order stay, also if they look like other arguments', () =>
  expect(interpret(operations, 'portolan', 'gateway http shop.web 8080 intranet')).toMatchObject({
    request: { given: { component: ['shop.web'], port: ['8080'], domain_name: ['intranet'] } },
    faults: [],
  }));

test.each([
  ['port open 8443', { port: ['8443'] }, ['component']],
  ['gateway add new.shop.test 8080', { port: ['8080'], domain_name: ['new.shop.test'] }, ['component']],
] as const)('%s: what is missing is asked, and the rest is where it belongs', (text, given, faults) => {
  const meant = interpret(operations, 'portolan', text);
  if (meant.meaning !== 'request') throw new Error(text);
  expect([meant.request.given, meant.faults.map(({ param }) => param)]).toEqual([given, faults]);
});

test.each([
  ['port web open', 'web open', ['port.open'], { component: ['web'] }],
  ['port api 8000 开启', 'api 8000 开启', ['port.open'], { component: ['api'], port: ['8000'] }],
  ['port web 8080', 'web 8080', expect.arrayContaining(['port.open', 'port.close']), undefined],
  ['port foo api 8000', 'foo api 8000', expect.arrayContaining(['port.open', 'port.close']), undefined],
  ['component 开 web', '开 web', expect.arrayContaining(['component.show', 'component.restart']), undefined],
] as const)(
  '%s: a verb in another place or unknown is refused with the command to type',
  (text, word, nearest, given) => {
    const meant = interpret(operations, 'portolan', text);
    expect(meant).toMatchObject({ meaning: 'unknown', word, nearest });
    expect(meant.meaning === 'unknown' && meant.guess?.request.given).toEqual(given);
  },
);

test.each(['my.shop', '8000'])('a component named %s stays the component when it is printed', (component) => {
  const http = operations.find(({ id }) => id === 'gateway.http');
  const words = http ? print(http, { component: [component] }) : '';
  expect(interpret(operations, 'portolan', words)).toMatchObject({ request: { given: { component: [component] } } });
});

test('the command to type has the words that were typed', () =>
  expect(interpret(operations, 'port', 'foo api 8000')).toMatchObject({
    like: { operation: 'port.open', given: { component: ['api'], port: ['8000'] } },
  }));

test('people after a Chinese key are read as after the English one', () =>
  expect(unescapeCommand('web 通知＝<@U1|sam> 审批人=<@U2>', ['notify', 'ask'])).toBe('web 通知＝U1 审批人=U2'));
