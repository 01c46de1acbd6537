import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { createClock } from '../../../test/engine/clock.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import type { Incident } from '../../core/incident/incident.ts';
import type { IncidentNote } from '../../core/incident/observe-lines.ts';
import { verbatim } from '../../core/text/text.ts';
import type { PostResult } from '../../delivery/post-result.ts';
import {
  chartRows,
  incidentRecord,
  incidentRow,
  liveIncidents,
  noteKind,
  noteRow,
} from '../shared/incident/incident-rows.ts';
import { createIncidentDelivery } from './deliver-incidents.ts';

const incident = incidentMessages['firing, abnormal'] ?? expect.fail('there is no such sample');
const place = { placeKey: '', isOpen: true, at: incident.opened };
const posted = { posted: true, channel: incident.channel, ts: '1.2' } as const;

function note(what: IncidentNote['what']): IncidentNote {
  return { incident: incident.id, what, at: incident.opened, keys: ['a'], mention: [] };
}

async function stage(
  answers: { note: PostResult; post: PostResult },
  { picture, drawn }: { picture?: string; drawn?: (incident: Incident, picture?: string) => Promise<void> } = {},
) {
  const store = await openTemporaryStore();
  const { world, pass } = createClock(incident.opened, 'incidents');
  const deliveries: string[] = [];
  const services = { store, world };
  const poster: Parameters<typeof createIncidentDelivery>[1] = {
    async post({ ts, broadcast }, message) {
      const { shows } = message;
      if (message.shows === 'incident') await drawn?.(message.incident, message.chart?.file);
      const what = shows === 'line' ? 'note' : ts === undefined ? 'post' : 'edit';
      const answer = what === 'edit' ? posted : answers[what];
      if (answer.posted) deliveries.push(broadcast ? `${what} to all` : what);
      return answer;
    },
    picture: async () => (picture === undefined ? undefined : { file: picture, alt: '' }),
    link: async () => undefined,
  };
  const delivery = createIncidentDelivery(services, poster, []);
  delivery.start();
  onTestFinished(async () => {
    await delivery.stop();
    await store.close();
  });
  return {
    deliveries,
    pass,
    store,
    async save(
      version: number | undefined,
      change: Partial<Incident> = {},
      notes: readonly IncidentNote[] = [note('joined')],
      isCharted = false,
    ) {
      const at = world.now();
      await store.commit({
        at,
        records: [incidentRecord({ ...incident, ...change }, version, place)],
        outbox: [
          ...notes.map((each) => noteRow(each, at)),
          incidentRow(incident.id, (version ?? 0) + 1, at),
          ...(isCharted ? chartRows(undefined, incident, at).slice(0, 1) : []),
        ],
      });
      delivery.wake();
    },
  };
}

test('a line that Slack refuses never holds up the message of its incident', async () => {
  const fix = verbatim('Add the scope chat:write.');
  const { save, deliveries } = await stage({
    post: posted,
    note: { posted: false, why: 'needs-fix', code: 'no', fix },
  });
  await save(undefined, {}, []);
  await expect.poll(() => deliveries).toEqual(['post']);
  await save(1, { times: 2 });
  await expect.poll(() => deliveries).toEqual(['post', 'edit']);
});

test('a line waits for the message of its incident', async () => {
  const answers: Parameters<typeof stage>[0] = {
    post: { posted: false, why: 'unreachable', code: 'no' },
    note: posted,
  };
  const { save, deliveries, pass } = await stage(answers);
  await save(undefined);
  pass(10_000);
  answers.post = posted;
  await expect
    .poll(() => {
      pass(1_000);
      return deliveries;
    })
    .toEqual(['post', 'note']);
});

test('that it fires again is said in the channel too, below a message that is far above', async () => {
  const { save, deliveries } = await stage({ post: posted, note: posted });
  await save(undefined, {}, []);
  await expect.poll(() => deliveries).toEqual(['post']);
  await save(1, { times: 2 }, [note('joined'), note('reopened')]);
  await expect.poll(() => deliveries.toSorted()).toEqual(['edit', 'note', 'note to all', 'post']);
});

test('an end that is told late is told to who acknowledged the incident', async () => {
  const { save, deliveries, pass, store } = await stage({ post: posted, note: posted });
  await save(undefined, {}, []);
  await expect.poll(() => deliveries).toEqual(['post']);
  pass(3_600_000);
  await save(1, { times: 2 }, [note('ended')]);
  await expect.poll(async () => (await store.outbox.next([noteKind])) ?? 'sent').toBe('sent');
  const acknowledged = { id: 'U0MAYA', name: 'maya', at: incident.opened };
  await save(2, { times: 3, acknowledged }, [{ ...note('ended'), mention: ['U0MAYA'], keys: [] }]);
  await expect.poll(() => deliveries.toSorted()).toEqual(['edit', 'edit', 'note', 'post']);
});

test.each([
  ['before', ['2 -', '1 F'], { shown: 2 }],
  ['after', ['1 F', '2 -'], { chart: { file: 'F' } }],
])('a state that is shown %s the edit with a picture of an older one: both are shown', async (_when, order, first) => {
  const shown: string[] = [];
  const held = new Map(order.map((each) => [each, Promise.withResolvers<void>()]));
  const begun: string[] = [];
  const { save, store } = await stage(
    { post: posted, note: posted },
    {
      picture: 'F',
      async drawn({ times }, picture = '-') {
        const what = `${times} ${picture}`;
        begun.push(what);
        await held.get(what)?.promise;
        shown.push(what);
      },
    },
  );
  await save(undefined, { times: 1 }, [], true);
  await expect.poll(() => begun).toEqual(['1 -', '1 F']);
  await save(1, { times: 2 }, []);
  await expect.poll(() => begun).toContain('2 -');
  held.get(order[0] ?? '')?.resolve();
  await expect.poll(() => liveIncidents.posted.get(store, incident.id)).toMatchObject({ body: first });
  held.get(order[1] ?? '')?.resolve();
  await expect.poll(() => shown).toEqual(['1 -', ...order, '2 F']);
});

test('a state without the picture that is shown after the picture: the picture is shown again', async () => {
  const shown: string[] = [];
  const pictured = Promise.withResolvers<void>();
  const { save, store } = await stage(
    { post: posted, note: posted },
    {
      picture: 'F',
      async drawn({ times }, picture = '-') {
        const what = `${times} ${picture}`;
        if (what === '2 -') await pictured.promise;
        shown.push(what);
        if (what !== '2 F' || shown.length > 2) return;
        pictured.resolve();
        const saved = () => liveIncidents.posted.get(store, incident.id);
        await expect.poll(saved).toMatchObject({ body: { shown: 2 } });
      },
    },
  );
  await save(undefined, { times: 1 }, []);
  await expect.poll(() => liveIncidents.posted.get(store, incident.id)).toMatchObject({ body: { shown: 1 } });
  await save(1, { times: 2 }, [], true);
  await expect.poll(() => shown).toEqual(['1 -', '2 F', '2 -', '2 F']);
});

test('the chart is drawn on, even if nothing drew it for the first hours', async () => {
  const charts = new Set<string>();
  const { pass, save, store } = await stage(
    { post: posted, note: posted },
    { picture: 'F', drawn: async (_incident, picture = '-') => void charts.add(picture) },
  );
  await save(undefined, {}, []);
  const hour = 3_600_000;
  pass(5 * hour);
  const late = chartRows(undefined, incident, incident.opened);
  await store.commit({ at: incident.opened, outbox: late });
  await expect.poll(() => charts.has('F')).toBe(true);
  const drawnAt = async () => (await liveIncidents.posted.get(store, incident.id))?.body.chart?.at ?? 0;
  await expect.poll(drawnAt).toBe(incident.opened + 5 * hour);
  await expect
    .poll(async () => {
      pass(hour);
      return drawnAt();
    })
    .toBeGreaterThan(incident.opened + 8 * hour);
});

test('of an incident that fires again, or whose state changed after hours, one chart is drawn every four hours', async () => {
  const { pass, save, store } = await stage({ post: posted, note: posted }, { picture: 'F' });
  await save(undefined, { times: 2 }, []);
  const [hour, { opened }] = [3_600_000, incident];
  const [first, again] = [
    { ...incident, times: 1 },
    { ...incident, times: 2 },
  ];
  const unread = again.lines.map((line) => ({ ...line, unread: { since: opened, by: 'platform' as const } }));
  const changed = chartRows({ ...again, lines: unread }, again, opened + 6 * hour);
  const outbox = [...chartRows(undefined, first, opened), ...chartRows(first, again, opened + 5 * hour), ...changed];
  expect(changed).toHaveLength(1);
  await store.commit({ at: opened, outbox });
  await expect
    .poll(async () => {
      if ((await store.outbox.size()) > 1) pass(hour);
      return store.outbox.size();
    })
    .toBe(1);
  await expect.poll(() => store.outbox.next()).toBeGreaterThanOrEqual(opened + 9 * hour);
});

test('a chart is drawn as soon as values can be read again, since none was drawn meanwhile', () => {
  const unread: Incident = {
    ...incident,
    lines: incident.lines.map((line) => ({ ...line, unread: { since: incident.opened, by: 'platform' } })),
  };
  expect(chartRows(unread, incident, incident.opened)).toHaveLength(1);
  expect(chartRows(incident, unread, incident.opened)).toEqual([]);
  expect(chartRows(incident, incident, incident.opened)).toEqual([]);
});
