import { type Place, placeKey } from '../src/core/command/context.ts';
import type { RunKind } from '../src/core/runs/runs-of.ts';
import { readIntervals } from '../src/operations/shared/evidence/read-interval.ts';
import { type SeenRun, seenRuns } from '../src/operations/shared/evidence/seen-run.ts';
import { addressReadings, type KnownAddress, knownAddresses } from '../src/operations/shared/exposure/known-address.ts';
import { freezeRecords, type StoredFreeze } from '../src/operations/shared/freeze/stored-freeze.ts';
import type { AuditEntry } from '../src/store/audit/audit-entry.ts';
import type { RecordChange } from '../src/store/store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const people = {
  maya: { id: 'U0MAYA', name: 'maya' },
  liu: { id: 'U0LIU', name: 'liu' },
  sam: { id: 'U0SAM', name: 'sam' },
  portolan: { id: 'portolan', name: 'Portolan' },
} as const;
type WeekPerson = keyof typeof people;

interface WeekRequest {
  readonly id: string;
  readonly at: readonly [day: number, hour: number];
  readonly by: WeekPerson;
  readonly title: readonly [en: string, zh: string];
  /** Words of its only step. Default: the title. */
  readonly step?: readonly [en: string, zh: string];
  readonly operation: string;
  readonly component: string;
  readonly risk: 'change' | 'expose' | 'disrupt' | 'destroy';
  readonly rule?: string;
  readonly decided?:
    | 'confirmed'
    | 'denied'
    | 'expired'
    | { readonly approvedBy: WeekPerson }
    | { readonly glass: string };
  readonly ends?: 'done' | 'failed' | 'partly' | 'unknown';
  readonly agent?: string;
  readonly exception?: string;
  readonly reason?: string;
  readonly ticket?: string;
  readonly how?: 'close';
  /** Hours until temporary access closes. */
  readonly lasts?: number;
  readonly call?: string;
  readonly channel?: string;
}

const requests: readonly WeekRequest[] = [
  {
    ...{ id: 'week-open-web', at: [0, 9], by: 'sam', operation: 'port.open', component: 'web', risk: 'expose' },
    title: ['Open port 8443 on web to the internet for 8 hours', '开启“web”端口 8443 的对外服务，时长 8 小时'],
    step: ['Open external access to port 8443', '开启端口 8443 的对外服务'],
    ...{ decided: { approvedBy: 'liu' }, reason: 'Partner test of the new checkout', call: '/ports/8443' },
    lasts: 8,
  },
  {
    ...{
      id: 'week-open-web-close-1',
      at: [0, 17],
      by: 'portolan',
      operation: 'port.close',
      component: 'web',
      risk: 'change',
    },
    ...{ title: ['Close external access to port 8443 on web', '关闭“web”端口 8443 的对外服务'], how: 'close' },
    ...{ step: ['Close external access to port 8443', '关闭端口 8443 的对外服务'], call: '/ports/8443' },
  },
  {
    ...{ id: 'week-restart-api', at: [1, 10], by: 'maya', operation: 'component.restart', component: 'api' },
    ...{ title: ['Restart api', '重启“api”'], risk: 'disrupt', decided: 'confirmed' },
  },
  {
    ...{ id: 'week-alias-db', at: [1, 11], by: 'sam', operation: 'port.alias', component: 'db', risk: 'change' },
    ...{ title: ['Set the alias of port 3306 on db to DB', '将“db”端口 3306 的别名设为 DB'], decided: 'confirmed' },
    channel: 'C0BILLING',
  },
  {
    ...{
      id: 'week-deploy-api',
      at: [2, 9],
      by: 'sam',
      operation: 'component.build',
      component: 'api',
      risk: 'disrupt',
    },
    ...{ title: ['Build and deploy api', '构建并部署“api”'], decided: { approvedBy: 'maya' }, agent: 'release-helper' },
  },
  {
    ...{
      id: 'week-scale-web',
      at: [2, 14],
      by: 'maya',
      operation: 'component.scale',
      component: 'web',
      risk: 'disrupt',
    },
    ...{ title: ['Scale web to 4 instances', '将“web”伸缩为 4 个实例'], decided: { approvedBy: 'liu' } },
    ...{ exception: 'Ten times the traffic of a normal Tuesday', ticket: 'OPS-311' },
  },
  {
    ...{
      id: 'week-delete-rule',
      at: [3, 8],
      by: 'liu',
      operation: 'gateway.delete',
      component: 'web',
      risk: 'destroy',
    },
    ...{ title: ['Delete the rule shop-old.example.com', '删除网关策略 shop-old.example.com'] },
    decided: { approvedBy: 'maya' },
  },
  {
    ...{ id: 'week-glass-api', at: [3, 23], by: 'sam', operation: 'component.restart', component: 'api' },
    ...{ title: ['Restart api', '重启“api”'], risk: 'disrupt', rule: 'line 14' },
    decided: { glass: 'Checkout is down, nobody else is awake' },
  },
  {
    ...{ id: 'week-open-db', at: [4, 10], by: 'sam', operation: 'port.open', component: 'db', risk: 'expose' },
    ...{ title: ['Open port 3306 on db to the internet', '开启“db”端口 3306 的对外服务'], decided: 'denied' },
  },
  {
    ...{ id: 'week-stop-worker', at: [4, 12], by: 'maya', operation: 'component.stop', component: 'worker' },
    ...{ title: ['Stop worker', '停止“worker”'], risk: 'disrupt', decided: { approvedBy: 'liu' }, ends: 'unknown' },
  },
  {
    ...{ id: 'week-image-web', at: [5, 9], by: 'liu', operation: 'component.image', component: 'web', risk: 'disrupt' },
    ...{ title: ['Deploy the image shop/web:2.4 to web', '将镜像 shop/web:2.4 部署到“web”'] },
    ...{ decided: { approvedBy: 'maya' }, ends: 'failed' },
  },
  {
    ...{ id: 'week-alias-api', at: [5, 15], by: 'sam', operation: 'port.alias', component: 'api', risk: 'change' },
    ...{ title: ['Set the alias of port 8000 on api to API', '将“api”端口 8000 的别名设为 API'], decided: 'expired' },
  },
];

const outside: readonly (readonly [
  day: number,
  hour: number,
  what: RunKind,
  component: string,
  by?: string,
  ends?: 'failed',
])[] = [
  [2, 16, 'deploy', 'web', 'zhang'],
  [2, 19, 'restart', 'worker', 'zhang'],
  [4, 3, 'upgrade', 'api'],
  [5, 21, 'deploy', 'web', 'zhang', 'failed'],
];

/** Returns an audit log and records of one week, for the playground and for tests. @param end epoch ms */
export function weekOfChanges(
  place: Place & { readonly name: string },
  end: number,
): {
  readonly audit: readonly AuditEntry[];
  readonly records: readonly RecordChange[];
  /** Addresses that no application of the playground has. */
  readonly addresses: readonly RecordChange[];
} {
  const start = end - 7 * day;
  const { name, team, region, app } = place;
  const where = { team, region, app };
  const key = placeKey(where);
  const base = { placeKey: key, place: name };
  const audit = requests.flatMap((each) => entriesOf(each, start).map((entry) => ({ ...entry, ...base })));
  const runs = outside.map(([days, hours, what, component, by, ends], index): RecordChange => {
    const began = start + days * day + hours * hour;
    const run = {
      id: `week-run-${index}`,
      kind: what,
      state: ends ?? ('running' as const),
      began,
      ended: began + 90_000,
      by,
    };
    const body: SeenRun = { place: where, component, name: component, run };
    const row = { kind: seenRuns.kind, id: `${key} ${run.id}`, placeKey: key, channel: '', isOpen: false, at: began };
    return { next: { ...row, body }, expect: 'new' };
  });
  return {
    audit: audit.toSorted((one, other) => one.at - other.at),
    records: [...runs, ...readings(key, start, end), saleFreeze({ ...where, name }, key, start)],
    addresses: addresses(where, key, start, end),
  };
}

/** Liu's freeze from Slack. It covers the deploy that was made in the console. Restarts are never frozen. */
function saleFreeze(context: Place & { readonly name: string }, key: string, start: number): RecordChange {
  const [from, to] = [start + 2 * day + 13 * hour, start + 2 * day + 20 * hour];
  const body: StoredFreeze = {
    ...{ id: `week-sale ${key}`, context, channel: 'C0SHOP', by: people.liu, reason: 'Sale of the week', from, to },
  };
  const row = { kind: freezeRecords.kind, id: body.id, placeKey: key, channel: 'C0SHOP', isOpen: false, at: from };
  return { next: { ...row, body }, expect: 'new' };
}

/** Times in which the bot could read the app: since the first morning, except for one night. */
function readings(key: string, start: number, end: number): readonly RecordChange[] {
  const times = [
    [start + 6 * hour, start + 3 * day + 1 * hour],
    [start + 3 * day + 6 * hour, end],
  ] as const;
  return times.map(([from, to]) => ({
    next: {
      ...{ kind: readIntervals.kind, id: `${key} ${from}`, placeKey: key, channel: '', isOpen: false, at: to },
      body: { from, to },
    },
    expect: 'new',
  }));
}

function addresses(place: Place, key: string, start: number, end: number): readonly RecordChange[] {
  const knownAddress = (
    address: string,
    component: string,
    port: number,
    more: Partial<KnownAddress>,
  ): KnownAddress => ({
    ...{ key: `${component}:${port}:${address}`, place, component, componentName: component, port, kind: 'http' },
    ...{ address, since: start - day, history: [{ at: start - day, what: 'seen' }], ...more },
  });
  const opened = start + 4 * day + 20 * hour;
  const deleted = start + 3 * day + 8 * hour + 7 * 60_000;
  const request = { request: 'week-delete-rule', at: deleted, by: people.liu };
  const all = [
    knownAddress('https://shop.example.com', 'web', 8080, {}),
    knownAddress('http://shop-old.example.com', 'web', 8080, {
      isDeleted: true,
      history: [
        { at: start - day, what: 'seen' },
        { at: deleted, what: 'deleted', request },
      ],
    }),
    knownAddress('10.2.0.9:30021', 'db', 3306, {
      kind: 'tcp',
      since: opened,
      history: [{ at: opened, what: 'opened' }],
    }),
  ];
  const row = { placeKey: key, channel: '', isOpen: true };
  return [
    { next: { ...row, kind: addressReadings.kind, id: key, at: end, body: { at: end } }, expect: 'new' },
    ...all.map(
      (body): RecordChange => ({
        next: { ...row, kind: knownAddresses.kind, id: body.key, at: body.since, body },
        expect: 'new',
      }),
    ),
  ];
}

type Bare = Omit<AuditEntry, 'placeKey' | 'place'>;

function entriesOf(request: WeekRequest, start: number): readonly Bare[] {
  const {
    id,
    at: [days, hours],
    by,
    operation,
    component,
    risk,
    rule = 'default',
    agent,
    how,
  } = request;
  const at = start + days * day + hours * hour;
  const base = { request: id, operation, plan: 'a'.repeat(64), channel: request.channel ?? 'C0SHOP' };
  const { ticket } = request;
  const details = { component, ...(agent === undefined ? {} : { agent }), ...(ticket === undefined ? {} : { ticket }) };
  const [title, title_zh] = request.title;
  const proposed: Bare = {
    ...{ ...base, at, kind: 'proposed', who: people[by], status: 'proposed', reason: request.reason },
    details: {
      ...details,
      risk,
      rule,
      title,
      title_zh,
      ...(how === undefined ? {} : { how, follows: 'week-open-web' }),
    },
  };
  const more = (kind: Bare['kind'], minutes: number, who: WeekPerson, rest: Partial<Bare> = {}): Bare => ({
    ...{ ...base, at: at + minutes * 60_000, kind, who: people[who], status: 'approved', details, ...rest },
  });
  const { decided, exception } = request;
  const asked = exception === undefined ? [] : [more('exception', 1, by, { reason: exception, status: 'proposed' })];
  if (decided === 'denied')
    return [proposed, more('denied', 4, 'liu', { status: 'denied', reason: 'Use the jump host' })];
  if (decided === 'expired') return [proposed, more('expired', 15, 'portolan', { status: 'expired' })];
  return [proposed, ...asked, ...decisionOf(request, more), ...runOf(request, more), ...accessOf(request, at, more)];
}

/** Returns the entry of temporary access that begins or ends with a request. @param at epoch ms */
function accessOf({ lasts, how }: WeekRequest, at: number, more: MoreEntries): readonly Bare[] {
  const closed = { request: 'week-open-web', status: 'done', outcome: 'closed' };
  if (how === 'close') return [more('closing', 7, 'portolan', closed)];
  if (lasts === undefined) return [];
  return [more('opening', 7, 'portolan', { status: 'done', details: { until: at + lasts * hour + 7 * 60_000 } })];
}

type MoreEntries = (kind: Bare['kind'], minutes: number, who: WeekPerson, rest?: Partial<Bare>) => Bare;

function decisionOf({ decided, by, component, rule = 'default' }: WeekRequest, more: MoreEntries): readonly Bare[] {
  if (decided === 'confirmed') return [more('approved', 2, by, { details: { component, rule, as: 'requester' } })];
  if (typeof decided !== 'object') return [];
  if ('glass' in decided) {
    const details = { component, rule, as: 'break-glass', role: 'operators', group: 'S0123OPS' };
    return [more('break_glass', 3, by, { reason: decided.glass, details })];
  }
  return [more('approved', 5, decided.approvedBy, { details: { component, rule, as: 'member' } })];
}

function runOf(
  { ends = 'done', component, call = '/operations', title, step: [says, says_zh] = title }: WeekRequest,
  more: MoreEntries,
): readonly Bare[] {
  const path = `/console/teams/shop/apps/${component}${call}`;
  const status = ends === 'partly' ? 'failed' : ends;
  const answered = ends === 'unknown' ? {} : { status: ends === 'failed' ? 400 : 200 };
  return [
    more('run', 6, 'portolan', { status: 'running' }),
    more('step', 7, 'portolan', {
      status,
      outcome: ends,
      calls: [{ method: 'POST', path, ...answered }],
      details: { component, step: 1, says, says_zh },
    }),
    more('outcome', 7, 'portolan', {
      status,
      outcome: ends,
      details: { component, done: ends === 'done' ? 1 : 0, steps: 1 },
    }),
  ];
}
