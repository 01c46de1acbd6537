import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { createClock } from '../../../test/engine/clock.ts';
import { channel, people, servicesOf } from '../../../test/engine/stage.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { isProblem } from '../../core/command/problem.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { answerRequest } from '../../questions/answer-request.ts';
import { incidentRecord, incidentRecords } from '../shared/incident/incident-rows.ts';

test('the ongoing incident of a component can be named by the component', async () => {
  const store = await openTemporaryStore();
  const platform = createPlatform({ url: 'http://127.0.0.1:9', token: 'unused', now: Date.now, random: () => 0 });
  try {
    const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
    const place = sample.context ?? expect.fail();
    const name = sample.component?.name ?? expect.fail();
    const save = (incident: Incident) =>
      store.commit({ at: 0, records: [incidentRecord(incident, undefined, { placeKey: '', isOpen: true, at: 0 })] });
    await store.contexts.set('channel', channel, { ...place, setBy: people.ann.id, at: 0 });
    const services = servicesOf({ world: createClock(0, 'a').world, store, platform });
    const press = async (operation: string, incident: string) => {
      const given = { incident: [incident], ...(operation === 'incident.silence' ? { for: ['1h'] } : {}) };
      const { result } = await answerRequest(services, { operation, given }, { person: people.ann, channel });
      return isProblem(result) ? result : undefined;
    };
    expect(await press('incident.silence', name)).toMatchObject({ problem: 'refused' });
    await save({ ...sample, id: 'abnormal', channel });
    await save({ ...sample, id: 'over', channel, ended: 0 });
    const incident = async (id: string) => (await incidentRecords.get(store, id))?.body;
    for (const [operation, is] of [
      ['incident.silence', [true, false]],
      ['incident.unsilence', [false, false]],
      ['incident.acknowledge', [false, true]],
      ['incident.unacknowledge', [false, false]],
    ] as const) {
      expect(await press(operation, name.toUpperCase()), operation).toBeUndefined();
      const { silenced, acknowledged } = (await incident('abnormal')) ?? expect.fail();
      expect([silenced !== undefined, acknowledged !== undefined], operation).toEqual(is);
      expect(await incident('over'), operation).toMatchObject({ ended: 0 });
    }
    // Another channel watches the component, too, but has its own message.
    await save({ ...sample, id: 'elsewhere', channel: 'C0ELSE' });
    expect(await press('incident.acknowledge', name)).toBeUndefined();
    expect([(await incident('abnormal'))?.acknowledged?.id, (await incident('elsewhere'))?.acknowledged]).toEqual([
      people.ann.id,
      undefined,
    ]);
    expect(await press('incident.unacknowledge', name)).toBeUndefined();
    // Several are offered, and a silence leads to those that aren't silenced yet. One acknowledgment takes all.
    await save({ ...sample, id: 'alert', channel, source: { kind: 'alerts', name: 'ops', group: 'g' } });
    const choices = [{ value: 'abnormal' }, { value: 'alert' }];
    expect(await press('incident.silence', name)).toMatchObject({ problem: 'ambiguous', choices });
    await press('incident.silence', 'abnormal');
    expect(await press('incident.silence', name)).toBeUndefined();
    expect((await incident('alert'))?.silenced).toBeDefined();
    expect(await press('incident.acknowledge', name)).toBeUndefined();
    expect((await incident('alert'))?.acknowledged).toBeDefined();
  } finally {
    await platform.close();
    await store.close();
  }
});

test('acknowledging takes other incidents of the component, but never its open addresses; silences can be ended later', async () => {
  const store = await openTemporaryStore();
  const platform = createPlatform({ url: 'http://127.0.0.1:9', token: 'unused', now: Date.now, random: () => 0 });
  try {
    const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
    const incidents: readonly Incident[] = [
      { ...sample, id: 'abnormal' },
      { ...sample, id: 'alert', source: { kind: 'alerts', name: 'ops', group: 'g' } },
      { ...sample, id: 'address', source: { kind: 'exposure' } },
    ];
    const saved = { placeKey: '', isOpen: true, at: 0 };
    await store.commit({ at: 0, records: incidents.map((each) => incidentRecord(each, undefined, saved)) });
    const person = people.ann;
    const services = servicesOf({ world: createClock(0, 'a').world, store, platform });
    const acknowledge = async (incident: string, operation = 'incident.acknowledge', person = people.ann) => {
      const given = { incident: [incident] };
      await answerRequest(services, { operation, given }, { person, channel });
      const all = await incidentRecords.bodies(store, { isOpen: true });
      return all.flatMap(({ id, acknowledged }) => (acknowledged ? [id] : [])).toSorted();
    };
    expect(await acknowledge('address')).toEqual(['address']);
    expect(await acknowledge('alert')).toEqual(['abnormal', 'address', 'alert']);
    // Only who acknowledged them undoes it, for all that one press acknowledged, and it is recorded.
    const undo = 'incident.unacknowledge';
    expect(await acknowledge('abnormal', undo, people.bob)).toEqual(['abnormal', 'address', 'alert']);
    expect(await acknowledge('abnormal', undo)).toEqual(['address']);
    const [undone] = (await incidentRecords.get(store, 'alert'))?.body.history.slice(-1) ?? [];
    expect(undone).toMatchObject({ what: 'unacknowledged', by: { id: people.ann.id } });
    expect(await acknowledge('alert')).toEqual(['abnormal', 'address', 'alert']);
    await store.commit({
      at: 0,
      records: incidents.map((each) => incidentRecord({ ...each, id: `${each.id}2` }, undefined, saved)),
    });
    expect(await acknowledge('abnormal2')).not.toContain('address2');
    // The answer of a silence names the other incidents of the component that aren't silenced.
    const silence = async (incident: string) => {
      const given = { incident: [incident], for: ['1h'] };
      const { result } = await answerRequest(services, { operation: 'incident.silence', given }, { person, channel });
      return JSON.stringify(result);
    };
    expect(await silence('abnormal')).toContain('incident.actions.notSilenced');
    for (const each of ['alert', 'address', 'abnormal2', 'alert2']) await silence(each);
    expect(await silence('address2')).not.toContain('incident.actions.notSilenced');
    // A silence that goes on after the end can be ended while the incident may fire again.
    const [hour, until] = [3_600_000, 4 * 3_600_000];
    const over = (id: string, ended: number): Incident => ({
      ...{ ...sample, id, ended, silenced: { id: 'U0BOB', name: 'bob', at: ended - 1, until } },
      lines: sample.lines.map((line) => ({ ...line, state: 'resolved' as const, ended })),
    });
    const records = [over('recent', 0), over('old', -hour)].map((each) => incidentRecord(each, undefined, saved));
    await store.commit({ at: 0, records });
    const unsilenced = async (incident: string) => {
      await answerRequest(
        services,
        { operation: 'incident.unsilence', given: { incident: [incident] } },
        { person, channel },
      );
      return (await incidentRecords.get(store, incident))?.body.silenced === undefined;
    };
    expect([await unsilenced('recent'), await unsilenced('old')]).toEqual([true, false]);
  } finally {
    await platform.close();
    await store.close();
  }
});
