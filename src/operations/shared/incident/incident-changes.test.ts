import { expect, test } from 'vitest';
import { incidentMessages, incidentNow } from '../../../../test/contract/incident-messages.ts';
import { placeKey } from '../../../core/command/context.ts';
import { ChangeRequest } from '../../../core/request/change-request.ts';
import { verbatim } from '../../../core/text/text.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { operations } from '../../index.ts';
import { plain } from '../../operation-catalog.ts';
import { enricherOf } from './incident-changes.ts';

const minute = 60_000;
const slow = incidentMessages['firing, abnormal'] ?? expect.fail();
const component = slow.component?.id ?? '';
const began = Math.min(...slow.lines.map(({ since }) => since));
const world = { now: () => incidentNow, wait: () => new Promise<void>(() => {}), log: console };
const seen = { place: '', kind: 'component', at: 0 } as const;
const context = slow.context ?? expect.fail();
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
  const body = ChangeRequest.parse({
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
  return { placeKey: placeKey(context), state, body };
}

function enriched(...stored: readonly ReturnType<typeof ran>[]) {
  return enrichedOf(slow, stored);
}

async function enrichedOf(incident: typeof slow, stored: readonly ReturnType<typeof ran>[]) {
  const services = {
    store: { requests: { ran: async () => stored }, seen: { find: async () => [] } },
    operations,
    people: { isPublic: async () => true },
    world,
  };
  const enrich = await enricherOf(services, { listEvents: async () => undefined }, context);
  const { before, done, undo } = await enrich(incident);
  const words = (changes: typeof before) => changes.map(({ what }) => plain(what, 'en'));
  return { before: words(before), done: words(done), undo: undo && plain(undo.label, 'en') };
}

const failed = [{ state: 'failed', events: [{ component, name: 'api', before: [], state: 'failed' }] }];
const done = [{ state: 'done' }];

test('a change that failed, or was partly done, is named first, with its undo', async () => {
  const found = await enriched(
    ran('r1', [-30, -29], 'failed', failed),
    ran('r2', [-20, -19], 'failed', [{ state: 'done' }, { state: 'failed', status: 500 }]),
    ran('r3', [-10, -9], 'done', done),
  );
  expect(found.before).toEqual([
    expect.stringContaining('(partly done)'),
    expect.stringContaining('(failed)'),
    expect.not.stringMatching(/failed|partly/),
  ]);
  expect(found.undo).toBe('Scale api back');
});

test('one that began before it and ended after it is a cause too; one that the platform refused is none', async () => {
  const found = await enriched(
    ran('r1', [-1, 3], 'failed', failed),
    ran('r2', [-5, -5], 'failed', [{ state: 'failed', status: 400 }]),
  );
  expect(found).toMatchObject({ before: [expect.stringContaining('(failed)')], done: [] });
});

test('one that began within the seconds after the minute in which a watch found it is a cause, too', async () => {
  const found = await enriched(ran('r1', [0.2, 0.3], 'done', done));
  expect(found).toMatchObject({ before: [expect.anything()], done: [], undo: 'Scale api back' });
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

test('what changed before it fired again is a cause of that, and what was done while it fired before is none', async () => {
  const lines = slow.lines.map((line) => ({ ...line, since: began + 10 * minute }));
  const again = {
    ...slow,
    lines,
    opened: began,
    times: 2,
    firings: [{ from: began, to: began + 7 * minute, peaks: [] }],
  };
  const found = await enrichedOf(again, [
    ran('r1', [-10, -9], 'done', done),
    ran('r2', [3, 4], 'done', done),
    ran('r3', [9, 11], 'failed', [{ state: 'done' }, { state: 'failed', status: 500 }]),
    ran('r4', [12, 13], 'done', done),
  ]);
  expect(found.before).toEqual([expect.stringContaining('(partly done)'), expect.not.stringContaining('partly')]);
  expect(found.done).toEqual([expect.not.stringContaining('partly'), expect.not.stringContaining('partly')]);
  expect(found.undo).toBe('Scale api back');
});

test('the reason is what happened until the incident was known, not what a later deploy came to', async () => {
  const event = (id: string, optType: string, minutes: number, more: Partial<ComponentEvent> = {}): ComponentEvent => ({
    ...{ eventId: id, optType, target: 'service', targetId: component, status: 'failure', finalStatus: 'complete' },
    ...{ userName: 'li wei', message: '', access: undefined, endedAt: undefined },
    createdAt: slow.opened + minutes * minute,
    startedAt: slow.opened + minutes * minute,
    ...more,
  });
  const whyOf = async (incident: typeof slow, events: readonly ComponentEvent[]) => {
    const services = {
      store: {
        requests: { ran: async () => [] },
        seen: { find: async () => [{ id: component, names: ['grapi', 'api'], ...seen }] },
      },
      operations,
      people: { isPublic: async () => true },
      world,
    };
    const listEvents = async () => ({ events, total: events.length });
    const { why } = await (await enricherOf(services, { listEvents }, context))(incident);
    return why && plain(why, 'en');
  };
  const pod = { target: 'pod', targetId: 'api-1', finalStatus: 'empty' } as const;
  const build = event('b1', 'build-service', 2);
  const later = event('p2', 'ImagePullBackOff', 3, pod);
  expect(await whyOf(slow, [later, build, event('p1', 'OOMKilled', -1, pod)])).toContain('OOMKilled');
  expect(await whyOf(slow, [later, build])).toBeUndefined();
  const again = { ...slow, history: [{ at: slow.opened + 3 * minute, what: 'reopened' as const }] };
  expect(await whyOf(again, [later, build])).toContain('ImagePullBackOff');
});
