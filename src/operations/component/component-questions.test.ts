import { shapeOf } from '../../../test/answer-shape.ts';
import { aComponent, aPort, ask } from '../../../test/operations/samples.ts';
import { type Lang, langs, verbatim } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { answerMessage } from '../../slack/answer/answer-view.ts';
import { phoneHeight } from '../../slack/blocks/phone-height.ts';
import { maxCardHeight } from '../../slack/request/card-view.ts';
import { plain } from '../operation-catalog.ts';
import type { OpenedAccess } from '../shared/access/port-state.ts';
import type { Named } from '../shared/find-component.ts';
import { componentList } from './component-operations.ts';
import { componentShow } from './component-show.ts';

const named = (name: string, more: Partial<Named> = {}): Named => ({
  id: `id-${name}`,
  alias: `gr-${name}`,
  name,
  ...more,
});
const summary = (more: Partial<ComponentSummary> = {}): ComponentSummary => ({
  ...aComponent,
  ...{ serviceId: 'c0de', serviceAlias: 'grweb', image: 'nginx:1.27', version: '1.27', containerGpu: 0 },
  ...more,
});
type Facts = Parameters<typeof componentList.answer>[1];
const list = (components: Facts['components'], search?: string, complete = true, page = 1) =>
  shapeOf(componentList.answer({ search, page }, { complete, components }, ask));

describe('the list of components', () => {
  test('what is abnormal stands first', () => {
    const listed = (name: string, status: string) => ({ ...named(name), status, summary: summary({ status }) });
    const all = [listed('a', 'running'), listed('b', 'closed'), listed('c', 'some_abnormal'), listed('d', 'abnormal')];
    const shown = list(all);
    expect(shown.rows.map(([name]) => name)).toEqual(['c', 'd', 'a', 'b']);
    expect(shown.text).toBe('4 components, 2 need attention');
  });

  test('so does a component that runs or rolls, if a watch fires for it', () => {
    const listed = (name: string, status: string) => ({ ...named(name), status, summary: summary({ status }) });
    const shown = list([listed('a', 'running'), { ...listed('b', 'upgrade'), firing: true }]);
    expect(shown.rows.map(([name, status]) => `${name}: ${status}`)).toEqual([
      expect.stringMatching(/^b: .* · ▲ firing$/),
      expect.stringMatching(/^a: [^▲]*$/),
    ]);
    expect(shown.text).toBe('2 components, 1 needs attention');
  });

  test.each<[string, Partial<Named>, boolean]>([
    ['WEB', { name: 'web' }, true],
    ['ｗｅｂ', { name: 'web' }, true],
    ['gr7', { alias: 'gr7c01' }, true],
    ['cluster', { inCluster: 'in-cluster' }, true],
    ['c0de01', { id: 'c0de0123' }, true],
    ['zzz', { name: 'web' }, false],
  ])('“%s” finds a component by any of its names', (typed, more, isFound) =>
    expect(list([named('x', more)], typed).rows).toHaveLength(isFound ? 1 : 0),
  );
});

describe('a component', () => {
  type Shown = Parameters<typeof componentShow.answer>[1];
  const answerOf = (status: string, more: Partial<Shown> = {}, now = ask.now) => {
    const facts = {
      name: 'web',
      component: summary({ status }),
      gitUrl: undefined,
      set: undefined,
      ports: [],
      addresses: [],
      hasEvents: true,
      isUnread: false,
      mayExplain: true,
      mayAnswer: [],
      notes: [],
      portNotes: [],
      temporary: [],
      changes: [],
      ...more,
    };
    const answer = componentShow.answer({ component: 'web', more: false }, facts, { ...ask, now });
    if (!('parts' in answer)) throw new TypeError('not an answer');
    return answer;
  };
  const shown = (status: string, more: Partial<Shown> = {}) => shapeOf(answerOf(status, more));
  const names = (buttons: readonly string[]) => buttons.map((each) => each.split(' ')[0]);

  test('a closed port whose node port may be open isn’t called closed without saying so', () => {
    const addresses = [{ address: '203.0.113.9:30021', port: 5432, open: false }];
    const kept = { request: 'r', channel: 'C1', context: ask.context, component: summary({}).serviceId };
    const more = { componentName: 'web', port: 5432, addresses: ['203.0.113.9:30021'], since: 1 };
    expect(shown('running', { addresses }).text).toMatch(/203\.0\.113\.9:30021 – ○ port is closed$/m);
    const { text } = shown('running', { addresses, mayAnswer: [{ ...kept, ...more, once: 'closed' }] });
    expect(text).toContain('203.0.113.9:30021 – ○ port is closed, but may still answer');
    expect(text).toContain('Port 5432 on web was closed, but may still answer at 203.0.113.9:30021.');
  });

  test('says its state and size in the first line, and its origin last', () => {
    const lines = shown('running').text.split('\n');
    expect(lines[0]).toBe('● running · 2 instances · 0.5 cores, 512 MiB each');
    expect(lines.at(-1)).toBe('Alias: grweb · stateless, multiple instances · Image: nginx:1.27 · Source: image');
    const git = { gitUrl: 'https://git.shop.test/shop/web.git' };
    expect(shown('running', git).text).toMatch(/ · Source: https:\/\/git\.shop\.test\/shop\/web\.git$/);
    expect(shown('some_abnormal').text).toMatch(/^🟠 some instances abnormal · 2 instances/);
    const alone = { component: summary({ status: 'some_abnormal', minNode: 1 }) };
    expect(shown('some_abnormal', alone).text).toMatch(/^🔴 abnormal · 1 instance/);
    const single = { component: summary({ minNode: 1, minCpu: 0, minMemory: 1024, version: 'v2' }) };
    const other = shown('running', single).text;
    expect(other).toContain('● running · 1 instance · no CPU limit · 1 GiB\n');
    expect(other).toContain('Image: nginx:1.27 · Version: v2');
  });

  test('says what it uses now of the limits of all instances', () => {
    const usage = { instances: 2, cpu: 0.254, memory: 300.4 };
    expect(shown('running', { usage }).text.split('\n')[1]).toBe('Uses 25% of 1 core · 29% of 1 GiB');
    const [line] = answerOf('running', { usage }).parts;
    expect(line?.part === 'line' && plain(line.text, 'zh')).toMatch(/\n已用 1 核的 25% · 1 GiB 的 29%$/);
    const component = summary({ minCpu: 0, minMemory: 0 });
    expect(shown('running', { usage, component }).text).toContain('Uses 0.25 cores · 300 MiB');
  });

  test('says plainly that its usage isn’t known if another component has its in-cluster name', () => {
    const [line] = answerOf('running', { usage: 'shared' }).parts;
    expect(langs.map((lang) => line?.part === 'line' && plain(line.text, lang).split('\n')[1])).toEqual([
      'Usage unknown: another component has the same in-cluster name',
      '用量未知：另一个组件的内部域名与它相同',
    ]);
  });

  test.each<[Shown['traffic'], string, string]>([
    [
      { requests: 50, errors: 0, latency: 151.2 },
      'Gateway: latency 151 ms (p95) · no 5xx errors · last 5 minutes',
      '网关近 5 分钟：延迟 151 ms（p95）· 无 5xx 错误',
    ],
    [
      { requests: 1_000, errors: 3, latency: 12_000 },
      'Gateway: latency 12 s (p95) · 0.3% 5xx errors · last 5 minutes',
      '网关近 5 分钟：延迟 12 s（p95）· 5xx 错误 0.3%',
    ],
    [
      { requests: 90_000, errors: 1, latency: undefined },
      'Gateway: <0.1% 5xx errors · last 5 minutes',
      '网关近 5 分钟：5xx 错误 <0.1%',
    ],
    [
      { requests: 0, errors: 0, latency: undefined },
      'Gateway: no requests · last 5 minutes',
      '网关近 5 分钟：没有请求',
    ],
  ])('says in one line what the gateway measured: %j', (traffic, ...says) => {
    const [line] = answerOf('running', { traffic }).parts;
    expect(langs.map((lang) => line?.part === 'line' && plain(line.text, lang).split('\n')[1])).toEqual(says);
  });

  describe('while a rolling update goes on', () => {
    const now = Date.UTC(2026, 10, 26, 20, 44);
    const since = now - 25 * 60_000;
    const why = verbatim('The image can’t be pulled (ImagePullBackOff)');
    const linesOf = (moving: Shown['moving'], lang: Lang = 'en') => {
      const [line] = answerOf('upgrade', { moving, why }, now).parts;
      const [state, wrong] = line?.part === 'line' ? plain(line.text, lang).split('\n') : [];
      return [state?.split(' · ')[0], wrong];
    };

    test('says since when, and after 15 minutes that it hasn’t finished, with the reason', () => {
      expect(linesOf({ since: now - 14 * 60_000, isBlocked: false })).toEqual([
        '◌ rolling update since 20:30 UTC',
        undefined,
      ]);
      expect(linesOf({ since, isBlocked: false })).toEqual([
        '◌ rolling update since 20:19 UTC',
        '⚠ Still not finished after 25 minutes. The image can’t be pulled (ImagePullBackOff)',
      ]);
      expect(linesOf({ since, isBlocked: false }, 'zh')).toEqual([
        '◌ 更新（滚动）中，始于 20:19 UTC',
        '⚠ 已持续 25 分钟，仍未结束。The image can’t be pulled (ImagePullBackOff)',
      ]);
    });

    test('says at once why, if its new instances can’t run', () => {
      expect(linesOf({ since: now - 60_000, isBlocked: true })[1]).toBe(
        '⚠ The image can’t be pulled (ImagePullBackOff)',
      );
      expect(linesOf({ since: undefined, isBlocked: false })).toEqual(['◌ rolling update', undefined]);
    });

    test('offers Log and Events, but no Restart, which would end the old instances that still serve', () => {
      const { buttons } = shown('upgrade', { moving: { since, isBlocked: true }, why });
      expect(names(buttons).slice(0, 3)).toEqual(['component.log', 'component.events', 'monitor']);
    });
  });

  test('says of a port that is open for a while who opened it, when and until when, and offers to close it', () => {
    const until = Date.UTC(2026, 10, 26, 20, 52);
    const access: OpenedAccess = { component: 'c0de', port: 8443, side: 'outer', sides: ['outer'] };
    const menu = { given: {}, entries: [{ label: verbatim('Close now'), operation: 'port.close', given: {} }] };
    const temporary: Shown['temporary'] = [{ ...access, by: 'maya', at: until - 7_200_000, until, menu }];
    const answer = answerOf('running', { temporary }, until - 3_600_000);
    const [row] = answer.parts.filter(({ part }) => part === 'row');
    expect(row?.part === 'row' && langs.map((lang) => plain(row.text, lang))).toEqual([
      'Port 8443: opened by maya at 18:52 UTC, until 20:52 UTC',
      '端口 8443：maya 于 18:52 UTC 开启，20:52 UTC 关闭',
    ]);
    const moved = shown('running', { temporary: temporary.map((each) => ({ ...each, by: 'sam', setBy: 'maya' })) });
    expect(moved.text).toMatch(/: opened by sam at .*, until .*, set by maya/);
    const extended = temporary.map((each) => ({ ...each, by: 'sam', isOnlyClosing: true }));
    const [set] = answerOf('running', { temporary: extended }, until - 3_600_000).parts.filter(
      ({ part }) => part === 'row',
    );
    expect(set?.part === 'row' && plain(set.text, 'en')).toBe(
      'Port 8443: open until 20:52 UTC, set by sam at 18:52 UTC',
    );
    expect(shapeOf(answer).choices).toEqual(['Close now → port.close']);
  });

  test('that is abnormal says why next, and offers Log, Events and Restart before the others', () => {
    const why = verbatim('Killed, out of memory (OOMKilled)');
    const { text, buttons } = shown('some_abnormal', { why });
    expect(text).toMatch(/^🟠 some instances abnormal · .*\n⚠ Killed, out of memory \(OOMKilled\)\n/);
    expect(shown('some_abnormal').text.split('\n')[1]).toBe('⚠ Its events may show why.');
    expect(names(buttons).slice(0, 5)).toEqual([
      ...['component.log', 'component.events', 'component.restart'],
      ...['monitor', 'port.list'],
    ]);
    expect(names(shown('build_failure').buttons)).not.toContain('component.restart');
    // The log of an operation that succeeded doesn't say why the component became abnormal later.
    expect(names(shown('abnormal', { mayExplain: false }).buttons)[0]).toBe('component.events');
    // A stopped one offers first what starts it.
    expect(names(shown('closed').buttons).slice(0, 2)).toEqual(['component.start', 'monitor']);
    expect(names(shown('undeploy').buttons)[0]).toBe('component.deploy');
    expect(names(shown('running').buttons)[0]).toBe('monitor');
    expect(names(shown('abnormal', { hasEvents: false }).buttons)[0]).toBe('monitor');
    // Without the events, the last known change may not be the last one.
    expect(shown('running', { isUnread: true }).text).toMatch(/changes outside Portolan aren’t known\.\n/);
    expect(shown('running').text).not.toContain('outside Portolan');
  });

  test('that the platform doesn’t run shows no instances, and offers neither their chart nor a restart', () => {
    const outside = { component: summary({ status: 'abnormal', serviceSource: 'third_party' }) };
    const { text, buttons } = shown('abnormal', outside);
    expect(text).toMatch(/^🔴 abnormal\n⚠ It isn’t running as it should\.\n/);
    expect(names(buttons).slice(0, 3)).toEqual(['component.log', 'component.events', 'port.list']);
    const traffic = { requests: 1, errors: 0, latency: 20 };
    expect(names(shown('abnormal', { ...outside, traffic }).buttons)).toContain('monitor');
  });

  test.each(['en', 'zh'] as const)('fits on a screen of a phone, abnormal and with everything known (%s)', (lang) => {
    const ports = [8080, 8443, 9090].map((number) => aPort(number, { isOuterService: number === 8080 }));
    const address = (host: string) => ({ address: `http://${host}.apps.east.shop.test/`, port: 8080, open: true });
    const answer = answerOf('some_abnormal', {
      ports,
      addresses: [address('gr7c01aa-8080-shop'), address('www')],
      usage: { instances: 2, cpu: 0.5, memory: 512 },
      why: verbatim('Killed, out of memory (OOMKilled) · “container out of memory”'),
      changes: [verbatim('Last changed by maya at 11:56, today: Restart web')],
      gitUrl: 'https://git.shop.test/shop/web.git',
    });
    const { blocks } = answerMessage(answer, { at: 0, context: ask.context, shareId: 's' }, { lang, zone: 'UTC' });
    expect(phoneHeight(blocks)).toBeLessThan(maxCardHeight);
  });
});
