import { shapeOf } from '../../../../test/answer-shape.ts';
import { incidentMessages, incidentNow } from '../../../../test/contract/incident-messages.ts';
import type { Incident } from '../../../core/incident/incident.ts';
import { verbatim } from '../../../core/text/text.ts';
import { abnormalComponents, incidentNotes } from './incident-notes.ts';

const fired = incidentMessages['several components'] ?? expect.fail();
const context = fired.context ?? expect.fail();

function readsOf(more: Partial<Incident> = {}) {
  const row = { kind: 'incident', id: fired.id, version: 1, placeKey: '', channel: 'C1', isOpen: true, at: 1 };
  const incident = { ...row, body: { ...fired, id: 'i1', channel: 'C1', ...more } };
  const posted = { ...row, kind: 'incident-posted', body: { ts: '5.1', shown: 1, at: 1 } };
  const person = { id: 'U1', name: 'maya', lang: 'en', zone: 'UTC', standing: 'member' } as const;
  const reads = {
    records: {
      get: async () => posted,
      list: async () => [incident],
    },
    isPublic: async (channel: string) => channel === 'C0OPEN',
    // The person is in every channel, but others read the answer too.
    actor: async () => ({ person, groups: [], inChannel: true }),
    soon: async <T>(read: () => Promise<T>) => read(),
    linkOf: async ({ channel, ts }: { channel: string; ts: string }) => `https://slack.test/${channel}/${ts}`,
  };
  return { ask: { context, person, channel: 'C1', now: incidentNow }, reads };
}

async function notesOf(component: string, more: Partial<Incident> = {}) {
  const { ask, reads } = readsOf(more);
  const parts = await incidentNotes({ ask, component }, reads);
  return shapeOf({ title: verbatim(''), parts }).text;
}

test('a component’s page links its ongoing incident, also that of an alert or of several components', async () => {
  const linked = /^▲ .*https:\/\/slack\.test\/C1\/5\.1/m;
  expect(await notesOf('id-api')).toMatch(linked);
  expect(await notesOf('id-api', { source: { kind: 'alerts', name: 'ops', group: 'g' } })).toMatch(linked);
  const lines = fired.lines.map((line) => ({ ...line, component: undefined }));
  expect(await notesOf('id-redis', { component: { id: 'id-redis', name: 'redis' }, lines })).toMatch(linked);
});

test('it links no incident of another component or app, and none that has ended', async () => {
  expect(await notesOf('id-cache')).toBe('');
  expect(await notesOf('id-worker')).toBe('');
  expect(await notesOf('id-api', { context: { ...context, app: '99' } })).toBe('');
  expect(await notesOf('id-api', { ended: incidentNow })).toBe('');
});

test('others read the answer, so of other channels it links only public ones', async () => {
  expect(await notesOf('id-api', { channel: 'C0OPEN' })).toContain('https://slack.test/C0OPEN/5.1');
  expect(await notesOf('id-api', { channel: 'C0PRIVATE' })).toBe('');
});

test('what an incident says is abnormal is known as that also while nothing newer can be read', async () => {
  const [line = expect.fail()] = fired.lines;
  const component = { id: 'id-api', name: 'api' };
  const abnormalOf = async (more: Partial<Incident['lines'][number]>) => {
    const { ask, reads } = readsOf({ lines: [{ ...line, component, item: 'abnormal', state: 'firing', ...more }] });
    return [...(await abnormalComponents(ask, reads))];
  };
  expect(await abnormalOf({})).toEqual(['id-api']);
  expect(await abnormalOf({ noData: true })).toEqual(['id-api']);
  expect(await abnormalOf({ item: 'gateway_latency' })).toEqual([]);
  expect(await abnormalOf({ state: 'resolved', ended: incidentNow })).toEqual([]);
});
