import { describe, expect, test } from 'vitest';
import { type RawArgs, readAll } from '../../src/core/command/params.ts';
import type { Plan } from '../../src/core/request/plan.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import type { Change } from '../../src/operations/shared/define.ts';
import { plain } from '../../src/slack/slack-catalog.ts';

/** How changes are marked in charts: short, in both languages, from their own plans. */

const changes = operations.filter((each): each is Change => each.kind === 'change');
const row = (key: string, before: string, after: string): Plan['rows'][number] => ({
  ...{ what: { key, with: {} }, before: verbatim(before), after: verbatim(after) },
});
const plan = (more: Partial<Plan>): Plan => ({
  ...{ v: 1, title: verbatim('x'), component: 'c0de', componentName: 'web', rows: [], steps: [], warnings: [] },
  ...{ undo: { none: verbatim('x') }, ...more },
});
const step = (more: Partial<Plan['steps'][number]>): Plan['steps'][number] => ({
  ...{ says: verbatim('x'), call: { operation: 'x', method: 'POST', path: '/' }, before: null, after: null },
  ...more,
});

type Words = readonly [alone: string, named: string, chinese: string];
const scaled = [row('scale.instances', '3', '5'), row('scale.memory', '512 MiB', '1 GiB')];
const rule = { rule: 'r', there: true, address: 'www.shop.test/', port: '8080' };
const rollsOut = {
  awaits: { components: [{ id: 'c0de', name: 'web' }], types: ['x'], next: ['y'], doing: verbatim('x') },
};

const done: Readonly<Record<string, readonly [given: RawArgs, plan: Partial<Plan>, words: Words][]>> = {
  'port.open': [
    [{ port: ['8443'] }, {}, ['opened 8443', 'opened web:8443', '开启 web:8443 对外服务']],
    [
      { port: ['8443'], for: ['2h'] },
      { timedFor: 7_200_000 },
      ['opened 8443 for 2 h', 'opened web:8443 for 2 h', '开启 web:8443 对外服务 2 小时'],
    ],
    [
      { port: ['80'], side: ['inner'] },
      {},
      ['opened 80 internally', 'opened web:80 internally', '开启 web:80 对内服务'],
    ],
  ],
  'port.close': [[{ port: ['8443'] }, {}, ['closed 8443', 'closed web:8443', '关闭 web:8443 对外服务']]],
  'port.until': [
    [
      { port: ['80'], for: ['90m'] },
      {},
      ['80 open for 1 h 30 min', 'web:80 open for 1 h 30 min', 'web:80 开放 1 小时 30 分钟'],
    ],
  ],
  'port.add': [[{ port: ['90'] }, {}, ['added port 90', 'added port web:90', '添加端口 web:90']]],
  'port.delete': [[{ port: ['90'] }, {}, ['deleted port 90', 'deleted port web:90', '删除端口 web:90']]],
  'port.protocol': [
    [
      { port: ['90'], protocol: ['tcp'] },
      {},
      ['protocol of 90 → tcp', 'protocol of web:90 → tcp', 'web:90 协议 → tcp'],
    ],
  ],
  'port.alias': [
    [{ port: ['90'], alias: ['HTTP'] }, {}, ['alias of 90 → HTTP', 'alias of web:90 → HTTP', 'web:90 别名 → HTTP']],
  ],
  'gateway.http': [
    [
      { port: ['80'], domain_name: ['shop.test'] },
      {},
      ['opened 80 at shop.test', 'opened web:80 at shop.test', '开启 web:80（shop.test）'],
    ],
  ],
  'gateway.tcp': [
    [
      { port: ['33'], end_point: ['10.2.0.9:30077'] },
      {},
      ['opened 33 at 10.2.0.9:30077', 'opened web:33 at 10.2.0.9:30077', '开启 web:33（10.2.0.9:30077）'],
    ],
  ],
  'gateway.delete': [
    [
      { rule: ['r'] },
      { steps: [step({ before: rule })] },
      ['deleted www.shop.test/', 'deleted www.shop.test/ of web', '删除 web www.shop.test/'],
    ],
  ],
  'component.scale': [
    [
      { instances: ['5'] },
      { rows: scaled },
      [
        'scale 3 → 5, memory 512 MiB → 1 GiB',
        'scale web 3 → 5, memory 512 MiB → 1 GiB',
        '伸缩 web 3 → 5、内存 512 MiB → 1 GiB',
      ],
    ],
  ],
  'component.image': [
    [{ image: ['host:5000/lab/web:1.4.2'] }, {}, ['image 1.4.2', 'image web 1.4.2', '镜像 web 1.4.2']],
  ],
  'component.build': [
    [{}, { steps: [step(rollsOut)] }, ['deploy', 'deploy web', '构建并部署 web']],
    [{}, { steps: [step({})] }, ['build', 'build web', '构建 web']],
  ],
  'component.start': [[{}, {}, ['start', 'start web', '启动 web']]],
  'component.stop': [[{}, {}, ['stop', 'stop web', '停止 web']]],
  'component.restart': [[{}, {}, ['restart', 'restart web', '重启 web']]],
  'component.upgrade': [[{}, {}, ['rolling update', 'rolling update of web', '更新（滚动） web']]],
  'component.deploy': [[{}, {}, ['deploy', 'deploy web', '构建并部署 web']]],
  'component.start_all': [[{}, {}, ['start', 'start web', '启动 web']]],
  'component.stop_all': [[{}, {}, ['stop', 'stop web', '停止 web']]],
};

describe.each(changes)('$id', (change) => {
  test('says what was done', () => {
    const cases = done[change.id];
    // One that takes its name alone says the same without a plan.
    if (!cases) return expect(change.mark.length, `add the words of ${change.id} to mark-words.test.ts`).toBe(1);
    for (const [given, more, [alone, named, chinese]] of cases) {
      const read = readAll(change.params, { component: ['web'], ...given });
      if ('faults' in read) throw new Error(read.faults.map(({ why }) => plain(why, 'en')).join());
      const marked = { plan: plan(more), args: read.args, automatic: false };
      expect(plain(change.mark('', marked), 'en')).toBe(alone);
      expect(plain(change.mark('web', marked), 'en')).toBe(named);
      expect(plain(change.mark('web', marked), 'zh')).toBe(chinese);
    }
  });

  test('without its plan, says verb and component', () => saysBriefly(change));
});

function saysBriefly(change: Change): void {
  const where = `correct mark of ${change.id}, where it is declared in src/operations`;
  for (const lang of ['en', 'zh'] as const) {
    const [alone, named] = [plain(change.mark(''), lang), plain(change.mark('web'), lang)];
    expect(alone, where).toMatch(/^\S.{0,28}\S$/);
    expect(named, where).toContain('web');
    expect(alone, where).not.toMatch(/web|\d|undefined/);
  }
}
