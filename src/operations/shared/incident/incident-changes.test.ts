import { incidentMessages, incidentNow } from '../../../../test/contract/incident-messages.ts';
import { anEvent } from '../../../../test/operations/samples.ts';
import { placeKey } from '../../../core/command/context.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import { defaultPolicy } from '../../../core/policy/policy.ts';
import { ChangeRequest, storedBody } from '../../../core/request/change-request.ts';
import { verbatim } from '../../../core/text/text.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { operations } from '../../index.ts';
import { plain } from '../../operation-catalog.ts';
import { contextText } from '../place/known-contexts.ts';
import { enricherOf } from './incident-changes.ts';
import { firstCause, isPossibleCause } from './possible-cause.ts';

const minute = 60_000;
const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
const slow: Incident = { ...sample, lines: sample.lines.map((line) => ({ ...line, item: 'abnormal' })) };
const component = slow.component?.id ?? '';
const began = Math.min(...slow.lines.map(({ since }) => since));
const world = { now: () => incidentNow, wait: () => new Promise<void>(() => {}), log: console };
const context = slow.context ?? expect.fail();
const app = {
  ...{ appId: context.app, name: 'Shop', k8sApp: undefined, status: undefined },
  ...{ serviceCount: undefined, runningServiceCount: undefined },
};
const reads = {
  ...{ operations, world, policy: defaultPolicy, people: { isPublic: async () => true } },
  platform: { readApp: async () => app },
  store: {
    contexts: { list: async () => [] },
    seen: { remember: async () => undefined },
    records: { list: async () => [] },
  },
};
const seenComponent = { place: '', kind: 'component', at: 0 } as const;
const says = verbatim('scale api');
const undo = {
  operation: 'component.scale',
  given: { component: [component], replicas: ['2'] },
  label: verbatim('Scale back to 2'),
};

function ran(
  id: string,
  [from, to]: readonly [number, number],
  state: string,
  steps: readonly object[],
  more: object = {},
) {
  const call = { operation: 'operateComponents', method: 'POST', path: '/p' };
  const request = ChangeRequest.parse({
    v: 1,
    id,
    revision: 1,
    state,
    operation: 'component.scale',
    given: {},
    risk: 'disrupt',
    context,
    asker: { id: 'U0MAYA', name: 'maya', lang: 'en', zone: 'UTC' },
    channel: slow.channel,
    plan: {
      v: 1,
      title: says,
      component,
      componentName: 'api',
      rows: [],
      warnings: [],
      undo: { proposal: undo },
      steps: steps.map(() => ({ says, call, before: 0, after: 1 })),
    },
    ruling: {
      need: 'run',
      from: 'channel-members',
      users: [],
      groups: [],
      count: 0,
      rule: 'default',
      expiry: 900_000,
      maxOpen: 86_400_000,
    },
    approvals: [],
    steps,
    at: began + from * minute,
    expires: 9e15,
    started: began + from * minute,
    ended: began + to * minute,
    ...more,
  });
  return { placeKey: placeKey(context), state, request, body: storedBody(request) };
}

const enriched = (...stored: readonly ReturnType<typeof ran>[]) => enrichedOf(slow, stored);

async function enrichedOf(incident: Incident, stored: readonly ReturnType<typeof ran>[]) {
  const services = {
    ...reads,
    store: {
      ...reads.store,
      requests: { ran: async () => stored },
      seen: { ...reads.store.seen, find: async () => [] },
    },
  };
  const enrich = await enricherOf(services, { listEvents: async () => undefined }, context);
  const { before, done, undo } = await enrich(incident);
  const words = (changes: typeof before) => changes.map(({ what }) => plain(what, 'en'));
  return { before: words(before), done: words(done), undo: undo && plain(undo.label, 'en'), changes: before };
}

const failed = [{ state: 'failed', events: [{ component, name: 'api', before: [], state: 'failed' }] }];
const done = [{ state: 'done' }];

test('a change within the minute of a kill, and after it, came after the incident’s begin', async () => {
  const died = { pod: 'api-1', at: began - minute / 2 };
  const killed = { ...slow, cause: 'OOMKilled', died, lines: slow.lines.map((line) => ({ ...line, item: 'oom' })) };
  const [before, after] = [ran('r1', [-0.7, -0.6], 'done', done), ran('r2', [-0.3, -0.2], 'done', done)];
  const changes = await enrichedOf(killed, [before, after]);
  expect([changes.before.length, changes.done.length]).toEqual([1, 1]);
  const unknown = await enrichedOf({ ...killed, died: undefined }, [before, after]);
  expect([unknown.before.length, unknown.done.length]).toEqual([2, 0]);
});

test('a change that failed, or was partly done, is named first, with its undo', async () => {
  const enrichment = await enriched(
    ran('r1', [-30, -29], 'failed', failed),
    ran('r2', [-20, -19], 'failed', [{ state: 'done' }, { state: 'failed', status: 500 }]),
    ran('r3', [-10, -9], 'done', done),
  );
  expect(enrichment.before).toEqual([
    expect.stringContaining('(partly done)'),
    expect.stringContaining('(failed)'),
    expect.not.stringMatching(/failed|partly/),
  ]);
  expect(enrichment.undo).toBe('Scale api back');
});

test('failed changes displace neither the nearest change that took effect nor the one that a button undoes', async () => {
  const closing = { operation: 'port.close' };
  const begins = async (more: object) => {
    const { changes } = await enriched(
      ran('undone', [-150, -149], 'done', done),
      ...[-50, -40, -30].map((at) => ran(`f${at}`, [at, at + 1], 'failed', failed, more)),
      ...[-25, -20].map((at) => ran(`d${at}`, [at, at + 1], 'done', done, closing)),
    );
    return changes.map((each) => `${each.failed ? 'failed' : 'done'} ${(each.at - began) / minute}`);
  };
  expect(await begins({})).toEqual(['failed -30', 'failed -40', 'done -20', 'done -25', 'failed -50']);
  // Closing a port can't have made the component abnormal, so that it isn't suspected, and the button undoes the scaling.
  expect(await begins(closing)).toEqual(['done -150', 'done -20', 'done -25', 'done -30', 'done -40', 'done -50']);
});

test('a build of Portolan that failed replaced nothing: it says so, and has no undo', async () => {
  const built = { component, name: 'api', before: [], state: 'failed', event: 'e1' };
  const build = (phase: string) => {
    const { request } = ran('r2', [-10, -9], 'failed', [{ state: 'failed', events: [{ ...built, phase }] }]);
    const awaits = {
      components: [{ id: component, name: 'api' }],
      types: ['build-service'],
      next: ['upgrade'],
      doing: says,
    };
    const body = {
      ...request,
      plan: { ...request.plan, steps: request.plan.steps.map((step) => ({ ...step, awaits })) },
    };
    return { placeKey: placeKey(context), state: 'failed', request: body, body: storedBody(body) };
  };
  const scaled = ran('r1', [-30, -29], 'done', done);
  const enrichment = await enriched(scaled, build('working'));
  expect(enrichment.before).toEqual(['scale api', expect.stringContaining('(build failed, nothing replaced)')]);
  expect(enrichment.undo).toBe('Scale api back');
  expect((await enriched(build('working'))).undo).toBeUndefined();
  // A rollout that failed may have replaced containers.
  const rolledOut = await enriched(scaled, build('rolling-out'));
  expect(rolledOut.before[0]).toMatch(/\(failed\)$/);
  expect(rolledOut.changes[0]?.event).toBe('e1');
});

test('a failed build of one person isn’t counted as another person’s', async () => {
  const waits = { components: [{ id: component, name: 'api' }], types: ['build-service'], next: ['upgrade'] };
  const build = (id: string, at: number, asker: string) => {
    const { request } = ran(id, [at, at + 1], 'failed', [
      { state: 'failed', events: [{ component, name: 'api', before: [], state: 'failed', phase: 'working' }] },
    ]);
    const steps = request.plan.steps.map((step) => ({ ...step, awaits: { ...waits, doing: says } }));
    const person = { ...request.asker, id: `U_${asker}`, name: asker };
    const body = { ...request, asker: person, plan: { ...request.plan, steps } };
    return { placeKey: placeKey(context), state: 'failed', request: body, body: storedBody(body) };
  };
  const { changes } = await enriched(build('r1', -30, 'maya'), build('r2', -20, 'sam'), build('r3', -10, 'sam'));
  expect(changes.map(({ what, by }) => `${plain(what, 'en')} · ${by}`)).toEqual([
    'scale api (build failed, nothing replaced), 2 times · sam',
    'scale api (build failed, nothing replaced) · maya',
  ]);
});

test('one that began before it and ended after it is a cause too; one that the platform refused is none', async () => {
  const enrichment = await enriched(
    ran('r1', [-1, 3], 'failed', failed),
    ran('r2', [-5, -5], 'failed', [{ state: 'failed', status: 400 }]),
  );
  expect(enrichment).toMatchObject({ before: [expect.stringContaining('(failed)')], done: [] });
});

test('one that began within the seconds after the minute in which a watch found it is a cause, too', async () => {
  const enrichment = await enriched(ran('r1', [0.2, 0.3], 'done', done));
  expect(enrichment).toMatchObject({ before: [expect.anything()], done: [], undo: 'Scale api back' });
});

test('the undo is never of a change that was made since, nor of one that is undone already', async () => {
  const since = await enriched(ran('r1', [2, 3], 'done', done));
  expect(since).toMatchObject({ before: [], done: [expect.any(String)], undo: undefined });
  const undone = await enriched(
    ran('r1', [-10, -9], 'failed', failed),
    ran('r2', [2, 3], 'done', done, { follows: { card: 'r1', how: 'undo' } }),
  );
  expect(undone.undo).toBeUndefined();
});

test('an offered undo stands beside its change, with who and when, even if newer changes are named too', async () => {
  const newer = [-30, -20, -10].map((at) => ran(`r${at}`, [at, at + 1], 'done', done, { operation: 'port.close' }));
  const older = ran('r1', [-150, -149], 'done', done);
  const { before, undo, changes } = await enrichedOf(slow, [older, ...newer]);
  // Closing a port can't have made the component abnormal.
  expect(before).toEqual(['scale api', ...['1', '2', '3'].map(() => expect.stringContaining('closed'))]);
  expect(changes[0]).toMatchObject({ by: 'maya', at: began - 150 * minute });
  expect(undo).toBe('Scale api back');
  // Without an undo, it is too old to be named.
  const undone = ran('r2', [2, 3], 'done', done, { follows: { card: 'r1', how: 'undo' } });
  expect(await enrichedOf(slow, [older, undone])).toMatchObject({ before: [], undo: undefined });
});

test('beside the undo of an older change, a newer one that was made in the console isn’t missing', async () => {
  const older = ran('r1', [-120, -119], 'done', done);
  const deploy = (minutes: number) => ({ at: began + minutes * minute, what: verbatim('deploy api'), by: 'mei' });
  const beforeOf = async (...changes: ReturnType<typeof deploy>[]) => {
    const elsewhere = { times: slow.times, hasEnded: false, changes };
    const { before, undo: offered } = await enrichedOf({ ...slow, elsewhere }, [older]);
    return [offered !== undefined, ...before];
  };
  expect(await beforeOf(deploy(-90))).toEqual([true, 'deploy api', 'scale api']);
  expect(await beforeOf(deploy(-150))).toEqual([true, 'scale api']);
  expect(await beforeOf(deploy(-90), deploy(-80))).toHaveLength(3);
});

test('a failed change of a port isn’t the first one to suspect if containers end', async () => {
  const failedClosing = ran('r1', [-4, -3], 'failed', failed, { operation: 'port.close', given: { port: ['8443'] } });
  const deploy = ran('r2', [-30, -29], 'done', done);
  const { before, changes } = await enriched(failedClosing, deploy);
  expect(before).toEqual(['scale api', 'closed a port of api (failed)']);
  expect(changes.map(({ failed: isSuspected }) => isSuspected)).toEqual([undefined, undefined]);
});

test('openings and closings of one port are one change, in the order of time', async () => {
  const port = (operation: string, from: number, more: object = {}) =>
    ran(`r${from}`, [from, from], 'done', done, { operation, given: { port: ['8443'] }, ...more });
  const sam = { asker: { id: 'U0SAM', name: 'sam', lang: 'en', zone: 'UTC' } };
  const {
    before,
    done: since,
    changes,
  } = await enrichedOf(slow, [
    ...[port('port.close', -10, { system: true }), port('port.open', -20, sam)],
    ...[ran('r1', [-50, -49], 'done', done), ran('r2', [-55, -54], 'done', done)],
    ...[port('port.open', 2), port('port.close', 3), ran('r3', [4, 5], 'running', [{ state: 'sent' }])],
  ]);
  expect(before).toEqual(['scale api', 'scale api', 'opened and closed api:8443']);
  expect(changes.find(({ by }) => by === 'sam')).toMatchObject({ by: 'sam', at: began - 10 * minute });
  expect(since).toEqual(['scale api (in progress)', 'opened and closed api:8443']);
  // The person who opened it again didn't close it.
  const automatic = await enriched(port('port.close', 2, { system: true }), port('port.open', 3, sam));
  expect(automatic.done).toEqual(['opened a port of api', 'closed a port of api']);
  // After it was closed and opened again, it is open, and wasn't at first.
  const again = await enriched(port('port.open', -30, sam), port('port.close', -20), port('port.open', -10));
  expect(again.before).toEqual(['opened a port of api']);
});

test.each<[string, Partial<Incident>]>([
  ['of a watch', {}],
  ['of an alert', { source: { kind: 'alerts', name: 'ops', group: 'g' } }],
])('an incident %s offers to close the port that is open since, not one that is as it was', async (_what, more) => {
  const port = (operation: string, number: string, from: number) => {
    const request = ran(`r${from}`, [from, from], 'done', done, { operation, given: { port: [number] } });
    const [back, label] = operation === 'port.open' ? ['port.close', 'Close'] : ['port.open', 'Open'];
    const proposal = { operation: back, given: { port: [number] }, label: verbatim(label) };
    const body = storedBody({ ...request.request, plan: { ...request.request.plan, undo: { proposal } } });
    return { ...request, body };
  };
  const lines = slow.lines.map((line) => ({ ...line, item: 'gateway_errors' }));
  const undoOf = async (...changes: readonly ReturnType<typeof port>[]) =>
    (await enrichedOf({ ...slow, ...more, lines }, changes)).undo;
  const opened = port('port.open', '8080', -30);
  expect(await undoOf(opened)).toBe('Close port 8080');
  const reopened = [port('port.close', '9090', -20), port('port.open', '9090', -10)] as const;
  expect(await undoOf(opened, ...reopened)).toBe('Close port 8080');
  expect(await undoOf(...reopened)).toBeUndefined();
  // Somebody closed it since, and it was opened again.
  expect(await undoOf(opened, port('port.close', '8080', 2))).toBeUndefined();
  expect(await undoOf(opened, port('port.close', '8080', 2), port('port.open', '8080', 3))).toBeUndefined();
});

test('access that was opened and then extended is named as both, and its closing isn’t said to end an unnamed opening', async () => {
  const port = (operation: string, from: number, more: object = {}) =>
    ran(`r${from}`, [from, from], 'done', done, {
      operation,
      given: { component: [component], port: ['8443'], ...more },
    });
  const extended = port('port.until', 3, { for: ['1h'], longer: ['yes'] });
  const timed = port('port.until', 4, { for: ['30m'] });
  expect((await enriched(port('port.open', 2), extended)).done).toEqual([
    'kept api:8443 open 1 h longer',
    'opened api:8443',
  ]);
  expect((await enriched(timed, port('port.close', 5))).done).toEqual(['closed api:8443', 'api:8443 open for 30 min']);
  expect((await enriched(port('port.open', 2), extended, port('port.close', 5))).done).toEqual([
    'opened and closed api:8443',
  ]);
});

test('what failed in the console is named first, but builds that failed are once, and last', async () => {
  const at = began - 40 * minute;
  const event: ComponentEvent = {
    ...{ eventId: 'b1', optType: 'rollback-service', target: 'service', targetId: component, status: 'failure' },
    ...{ finalStatus: 'complete', userName: 'li wei', message: '', access: undefined },
    ...{ createdAt: at, startedAt: at, endedAt: at + minute },
  };
  const newer = [-30, -20, -10].map((minutes) => ran(`r${minutes}`, [minutes, minutes], 'done', done));
  const services = {
    ...reads,
    store: {
      ...reads.store,
      requests: { ran: async () => newer },
      seen: { ...reads.store.seen, find: async () => [{ id: component, names: ['grapi', 'api'], ...seenComponent }] },
    },
  };
  const beforeOf = async (...events: readonly ComponentEvent[]) => {
    const listEvents = async () => ({ events, total: events.length });
    return (await (await enricherOf(services, { listEvents }, context))(slow)).before;
  };
  const before = await beforeOf(event);
  expect(plain(before[0]?.what ?? expect.fail(), 'en')).toBe('roll back api (failed)');
  expect(before[0]).toMatchObject({ by: 'li wei', at, event: 'b1' });
  expect(before).toHaveLength(4);
  const builds = [3, 2, 1].map((ago) => {
    const startedAt = began - ago * minute;
    return { ...event, eventId: `b${ago}`, optType: 'build-service', startedAt, endedAt: startedAt };
  });
  const deploy = { ...builds[0], eventId: 'b4', status: 'success', startedAt: began - 20 * minute };
  newer.length = 0;
  const changes = await beforeOf(...builds, { ...event, ...deploy });
  expect(changes.map(({ what }) => plain(what, 'en'))).toEqual([
    'deploy api',
    'deploy api (build failed, nothing replaced), 3 times',
  ]);
  expect(changes[1]).toMatchObject({ at: began - minute });
});

test.each<[string, string, object]>([
  ['whose outcome isn’t known', 'unknown', { ended: undefined }],
  ['that still runs', 'running', { ended: undefined }],
  ['that ended later', 'done', {}],
])('a deploy by a webhook is named, also after the beginning of a request %s', async (_what, state, more) => {
  const event = (eventId: string, minutes: number, by: string): ComponentEvent => ({
    ...{ eventId, optType: 'build-service', target: 'service', targetId: component, status: 'success' },
    ...{ finalStatus: 'complete', userName: by, message: '', access: undefined },
    ...{ createdAt: began + minutes * minute, startedAt: began + minutes * minute, endedAt: undefined },
  });
  const followed = { component, name: 'api', before: [], state: 'running', event: 'own' };
  const request = ran('r1', [-12, -1], state, [{ state: 'sent', events: [followed] }], more);
  const services = {
    ...reads,
    store: {
      ...reads.store,
      requests: { ran: async () => [request] },
      seen: { ...reads.store.seen, find: async () => [{ id: component, names: ['grapi', 'api'], ...seenComponent }] },
    },
  };
  const events = [event('late', 0.2, 'Webhook'), event('hook', -10, 'Webhook'), event('own', -12, 'bot')];
  const listEvents = async () => ({ events, total: events.length });
  const { before } = await (await enricherOf(services, { listEvents }, context))(slow);
  // The watch read its data some seconds after the minute, so the last one may be the cause, too.
  expect(before.map(({ by, at }) => [by, (at - began) / minute])).toEqual([
    ['Webhook', 0.2],
    ['Webhook', -10],
    ['maya', -12],
  ]);
});

test.each<[string, string, boolean | undefined]>([
  ['upgrade-service', 'is marked as failed', true],
  ['stop-service', 'isn’t, because it started none', undefined],
  ['upgrade-service', 'isn’t, while it goes on', undefined],
])('%s in the console before containers that don’t run %s', async (optType, what, isFailed) => {
  const at = began - 10 * minute;
  const crash = { eventId: 'p1', target: 'pod', targetId: 'api-1', optType: 'CrashLoopBackOff', status: 'failure' };
  const events = [
    // The platform has closed it since.
    anEvent(at + 10_000, { ...crash, finalStatus: 'emptycomplete', message: 'back-off restarting failed container' }),
    what.includes('goes on')
      ? anEvent(at, { optType, targetId: component, userName: 'mei', status: '', finalStatus: '', endedAt: undefined })
      : anEvent(at, { optType, targetId: component, userName: 'mei', endedAt: at + 5_000 }),
  ];
  const find = async () => [{ id: component, names: ['grapi', 'api'], ...seenComponent }];
  const store = { ...reads.store, requests: { ran: async () => [] }, seen: { ...reads.store.seen, find } };
  const listEvents = async () => ({ events, total: events.length });
  const { before } = await (await enricherOf({ ...reads, store }, { listEvents }, context))(slow);
  expect(before.map(({ by, failed: hasFailed }) => [by, hasFailed])).toEqual([['mei', isFailed]]);
});

test('of a problem that its watch found, a deploy in the console that failed hours before is named before what Portolan opened', async () => {
  const at = began - 78 * minute;
  const crash = { eventId: 'p1', target: 'pod', targetId: 'api-1', optType: 'CrashLoopBackOff', status: 'failure' };
  const deploy = anEvent(at, { optType: 'build-service', targetId: component, userName: 'mei', endedAt: at + 5_000 });
  const events = [anEvent(at + 10_000, { ...crash, message: 'back-off restarting failed container' }), deploy];
  const find = async () => [{ id: component, names: ['grapi', 'api'], ...seenComponent }];
  const opened = ran('r1', [-95, -95], 'done', done, {
    ...{ operation: 'port.open', given: { component: [component], port: ['8443'], for: ['8h'] } },
  });
  const beforeOf = async (item: 'abnormal' | 'gateway_latency', ...stored: readonly ReturnType<typeof ran>[]) => {
    const store = { ...reads.store, requests: { ran: async () => stored }, seen: { ...reads.store.seen, find } };
    const listEvents = async () => ({ events, total: events.length });
    const lines = slow.lines.map((line) => ({ ...line, item, watchedSince: began - 20_000 }));
    const { before } = await (await enricherOf({ ...reads, store }, { listEvents }, context))({ ...slow, lines });
    return before.map(({ what, by }) => `${plain(what, 'en')} · ${by}`);
  };
  expect(await beforeOf('abnormal')).toEqual(['deploy api (failed) · mei']);
  expect((await beforeOf('abnormal', opened))[0]).toBe('deploy api (failed) · mei');
  expect((await beforeOf('gateway_latency', opened))[0]).toBe('deploy api (failed) · mei');
});

test('what ended by itself long before isn’t offered again, nor named', async () => {
  const closed = (from: number) =>
    ran(`r${from}`, [from, from], 'done', done, { operation: 'component.scale', system: true });
  expect(await enriched(closed(-150))).toMatchObject({ before: [], undo: undefined });
  expect(await enriched(closed(-50))).toMatchObject({ before: ['scale api'], undo: 'Scale api back' });
});

test('an undo of a gateway rule names the rule', async () => {
  const rule = { operation: 'gateway.delete', given: { rule: ['b.example.com'] }, label: verbatim('Delete') };
  const lines = slow.lines.map((line) => ({ ...line, item: 'request_time' as const }));
  const opened = ran('r1', [-10, -9], 'done', done, { operation: 'gateway.http', given: {} });
  const { plan } = opened.request;
  const body = storedBody({ ...opened.request, plan: { ...plan, undo: { proposal: rule } } });
  const { undo } = await enrichedOf({ ...slow, lines }, [{ ...opened, body }]);
  expect(undo).toBe('Delete rule b.example.com');
});

test.each([
  ['port.close', 'oom', false],
  ['port.close', 'cpu', false],
  ['port.close', 'abnormal', false],
  ['gateway.delete', 'memory_share', false],
  ['port.close', 'gateway_errors', true],
  ['port.close', 'request_time', true],
  ['port.close', undefined, true],
  ['port.open', 'cpu', true],
  ['port.open', 'oom', false],
  ['gateway.http', 'abnormal', false],
  ['gateway.http', 'restarts', false],
  ['component.image', 'oom', true],
] as const)('%s before a problem of %s: offered to undo is %s', (operation, item, is) =>
  expect(isPossibleCause(operation, [{ item }])).toBe(is),
);

test('what changed before it fired again is named before that firing, even if it was done while it fired before', async () => {
  const lines = slow.lines.map((line) => ({ ...line, since: began + 10 * minute }));
  const again = {
    ...slow,
    lines,
    opened: began,
    times: 2,
    firings: [{ from: began, to: began + 7 * minute, peaks: [] }],
  };
  const enrichment = await enrichedOf(again, [
    ran('r1', [-10, -9], 'done', done),
    ran('r2', [3, 4], 'done', done),
    ran('r3', [9, 11], 'failed', [{ state: 'done' }, { state: 'failed', status: 500 }]),
    ran('r4', [12, 13], 'done', done),
  ]);
  expect(enrichment.before).toEqual(['scale api (partly done)', 'scale api', 'scale api']);
  expect(enrichment.changes.map(({ at }) => (at - began) / minute)).toEqual([9, 3, -10]);
  expect(enrichment.done).toEqual(['scale api']);
  expect(enrichment.undo).toBe('Scale api back');
});

test('the reason is what happened until the incident was known, not what a later deploy came to', async () => {
  const event = (id: string, optType: string, minutes: number, more: Partial<ComponentEvent> = {}): ComponentEvent => ({
    ...{ eventId: id, optType, target: 'service', targetId: component, status: 'failure', finalStatus: 'complete' },
    ...{ userName: 'li wei', message: '', access: undefined, endedAt: undefined },
    createdAt: slow.opened + minutes * minute,
    startedAt: slow.opened + minutes * minute,
    ...more,
  });
  const enriching = async (incident: Incident, events: readonly ComponentEvent[], now = incidentNow) => {
    const services = {
      ...{ ...reads, world: { ...world, now: () => now } },
      store: {
        ...reads.store,
        requests: { ran: async () => [] },
        seen: { ...reads.store.seen, find: async () => [{ id: component, names: ['grapi', 'api'], ...seenComponent }] },
      },
    };
    const listEvents = async () => ({ events, total: events.length });
    return (await enricherOf(services, { listEvents }, context))(incident);
  };
  const whyOf = async (...given: Parameters<typeof enriching>) => {
    const { why } = await enriching(...given);
    return why && plain(why, 'en');
  };
  const pod = { target: 'pod', targetId: 'api-1', finalStatus: 'empty' } as const;
  const build = event('b1', 'build-service', 2);
  const later = event('p2', 'ImagePullBackOff', 3, pod);
  expect(await whyOf(slow, [later, build, event('p1', 'OOMKilled', -1, pod)])).toContain('OOMKilled');
  const oom = await enriching(slow, [event('p1', 'OOMKilled', -1, pod)]);
  expect(oom.died).toEqual({ pod: 'api-1', at: expect.any(Number) });
  expect(await whyOf(slow, [later, build])).toBeUndefined();
  const again = { ...slow, history: [{ at: slow.opened + 3 * minute, what: 'reopened' as const }] };
  expect(await whyOf(again, [later, build])).toContain('ImagePullBackOff');
  // The platform lists the event later than the state.
  const without = await enriching(slow, [], slow.opened);
  expect(without.why).toBeUndefined();
  const late = event('p3', 'OOMKilled', 0.5, pod);
  expect(await whyOf(without, [late], slow.opened + minute)).toContain('OOMKilled');

  // A pod that ends again: the reason names the last end.
  const repeated = [event('p5', 'OOMKilled', 4, pod), event('p4', 'OOMKilled', -1, pod)];
  const twice = await enriching(oom, repeated, slow.opened + 5 * minute);
  const [last, first] = [4, -1].map((after) => slow.opened + after * minute);
  expect(twice.died).toEqual({ pod: 'api-1', at: last, times: 2 });
  expect(twice.ends?.map(({ at }) => at)).toEqual([first, last]);
  expect(twice.repeats && plain(twice.repeats, 'en')).toBe('at least 2 times in 5 minutes');

  // An abnormal status can be older than its first check by hours, and so can its reason, as on the component's page.
  const hoursBefore = event('p7', 'LivenessProbeFailed', -300, pod);
  const watchedSince = (at: number) => ({ ...slow, lines: slow.lines.map((line) => ({ ...line, watchedSince: at })) });
  const found = watchedSince(began - 20_000);
  expect(await whyOf(found, [hoursBefore])).toContain('LivenessProbeFailed');
  // Not if the component was well in between: its watch looked before, or its pods were replaced.
  expect(await whyOf(watchedSince(began - 60 * minute), [hoursBefore])).toBeUndefined();
  const started = event('s2', 'upgrade', -200, { status: 'success' });
  expect(await whyOf(found, [started, hoursBefore])).toBeUndefined();
  expect(await whyOf(found, [event('p8', 'CrashLoopBackOff', -199, pod), started])).toContain('CrashLoopBackOff');
  const restarting = { ...slow, lines: slow.lines.map((line) => ({ ...line, item: 'restarts' })) };
  expect(await whyOf(restarting, [hoursBefore])).toBeUndefined();

  // An alert that says nothing of pods: what happened long before, or before a later start, isn't its reason.
  const at = slow.opened;
  const lines = slow.lines.map((line) => ({ ...line, item: 'gateway_errors', since: at }));
  const alert: Incident = { ...slow, source: { kind: 'alerts', name: 'ops', group: 'g' }, lines };
  const killed = (minutes: number) => event('p6', 'OOMKilled', minutes, pod);
  const deploy = event('d1', 'upgrade-service', 9, { status: 'success', userName: 'mei' });
  expect(await whyOf(alert, [killed(-25)])).toBeUndefined();
  expect(await whyOf(alert, [event('s1', 'start-service', -3, { status: 'success' }), killed(-5)])).toBeUndefined();
  const young = await enriching(alert, [killed(-5)], at + minute);
  expect(young.cause).toBe('OOMKilled');
  expect((await enriching(young, [], at + 2 * minute)).cause).toBe('OOMKilled');
  const deployed = await enriching(young, [deploy, killed(-5)], at + 10 * minute);
  expect([deployed.why, deployed.cause, deployed.died]).toEqual([undefined, undefined, undefined]);

  // Changes in the console are named while it fires, and later at most 5 minutes after them.
  expect(deployed.done.map(({ what, by }) => `${plain(what, 'en')} ${by}`)).toEqual(['rolling update of api mei']);
  const isReadAfter = async (minutes: number) =>
    (await enriching(young, [deploy], at + minutes * minute)).done.length === 1;
  for (const minutes of [60, 61.9, 65, 66.5]) expect(await isReadAfter(minutes)).toBe(true);
  for (const minutes of [62, 64.9]) expect(await isReadAfter(minutes)).toBe(false);
});

test('another ongoing incident of the component in the channel is named, also by the record of one that ended', async () => {
  const alert = { ...slow, id: 'other', title: verbatim('api: errors') };
  const alsoOf = async (incident: Incident, other: Incident, evaluated?: readonly Incident[]) => {
    const row = { ...{ kind: 'incident', id: other.id, version: 1, placeKey: '', isOpen: true, at: 1 }, body: other };
    const services = {
      ...reads,
      store: {
        ...{ ...reads.store, records: { list: async () => [{ ...row, channel: other.channel }] } },
        ...{ requests: { ran: async () => [] }, seen: { ...reads.store.seen, find: async () => [] } },
      },
    };
    return (await (await enricherOf(services, { listEvents: async () => undefined }, context, evaluated))(incident))
      .also;
  };
  expect(await alsoOf(slow, alert)).toEqual({ id: 'other', title: alert.title });
  const lines = slow.lines.map((line) => ({ ...line, state: 'recovering' as const }));
  expect(await alsoOf(slow, { ...alert, lines })).toEqual({ id: 'other', title: alert.title, recovering: true });
  // Both recover in the same minute, and the stored state is older.
  const recovers = { ...alert, lines };
  expect(await alsoOf(slow, alert, [slow, recovers])).toEqual({ id: 'other', title: alert.title, recovering: true });
  expect(await alsoOf(slow, alert, [{ ...alert, ended: slow.opened }])).toBeUndefined();
  expect(await alsoOf(slow, slow)).toBeUndefined();
  expect(await alsoOf(slow, { ...alert, channel: 'C0ELSE' })).toBeUndefined();
  expect(await alsoOf(slow, { ...alert, component: { id: 'id-web', name: 'web' } })).toBeUndefined();
  const was = { ...slow, also: { id: 'other', title: alert.title } };
  expect(await alsoOf(was, { ...alert, ended: slow.opened })).toBeUndefined();
  const over = { ...slow, ended: slow.opened };
  expect(await alsoOf(over, alert)).toEqual({ id: 'other', title: alert.title });
  // The other one may end at the same time, and the record isn't edited then.
  expect(await alsoOf(over, { ...alert, lines })).toBeUndefined();
});

test('of a problem that its watch found when it looked first, the last known change is named, up to a day before', async () => {
  const scaled = (from: number, to: number) => {
    const { plan } = ran('r1', [from, to], 'done', done).request;
    return ran('r1', [from, to], 'done', done, { plan: { ...plan, undo: { none: says } } });
  };
  const beforeOf = async (watchedSince: number, ...stored: readonly ReturnType<typeof ran>[]) => {
    const lines = slow.lines.map((line) => ({ ...line, watchedSince }));
    return (await enrichedOf({ ...slow, lines }, stored)).before;
  };
  const [found, seenLater] = [began - 20_000, began - 5 * minute];
  const old = scaled(-180, -179);
  expect(await beforeOf(found, old)).toHaveLength(1);
  expect(await beforeOf(seenLater, old)).toEqual([]);
  expect(await beforeOf(found, scaled(-25 * 60, -25 * 60 + 1))).toEqual([]);
});

test('of a problem that its watch found, what changed after the event that says why is no cause', async () => {
  const lines = slow.lines.map((line) => ({ ...line, watchedSince: began - 20_000 }));
  const died = { pod: 'api-1', at: began - 30 * minute };
  const before = async (incident: Incident) =>
    (await enrichedOf(incident, [ran('r1', [-40, -39], 'done', done), ran('r2', [-10, -9], 'done', done)])).changes;
  const times = (changes: Incident['before']) => changes.map(({ at }) => Math.round((at - began) / minute));
  expect(times(await before({ ...slow, lines }))).toHaveLength(2);
  expect(times(await before({ ...slow, lines, died }))).toEqual([-40]);
});

test('an incident names its place as all other messages do, even if its source knows only the number', async () => {
  const services = {
    ...reads,
    store: { ...reads.store, requests: { ran: async () => [] }, seen: { ...reads.store.seen, find: async () => [] } },
  };
  const enrich = await enricherOf(services, { listEvents: async () => undefined }, context);
  const { context: named } = await enrich(slow);
  expect(plain(contextText(named ?? expect.fail()), 'en')).toBe('shop (shop / east-1 / Shop #12)');
});

test('access that a person closed early is that person’s change; at its own end, it closed automatically', async () => {
  const closing = (by?: object) => {
    const given = { component: [component], port: ['8443'] };
    const follows = { card: 'r1', how: 'close', ...(by ? { by } : {}) };
    return ran('r2', [-10, -9], 'done', done, { operation: 'port.close', given, system: true, follows });
  };
  const early = await enriched(closing({ id: 'U0SAM', name: 'sam' }));
  expect([early.before, early.changes[0]?.by]).toEqual([['closed api:8443'], 'sam']);
  const atItsEnd = await enriched(closing());
  expect([atItsEnd.before, atItsEnd.changes[0]?.by]).toEqual([['api:8443 closed automatically'], undefined]);
});

test('a later change that can’t be the cause doesn’t take the blame from an earlier one', () => {
  const closing = { at: 10, operation: 'port.close' };
  const restart = { at: 20, operation: 'component.restart' };
  const inConsole = { at: 30 };
  const first = (item: string) => firstCause([closing, restart, inConsole], [{ item }]);
  expect([first('abnormal'), first('gateway_latency')]).toEqual([20, 10]);
  expect(firstCause([closing, inConsole], [{ item: 'oom' }])).toBe(30);
  expect(firstCause([closing], [{ item: 'oom' }])).toBeUndefined();
});
