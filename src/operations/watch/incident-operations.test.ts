import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { ask } from '../../../test/operations/samples.ts';
import type { Incident } from '../../core/incident/incident.ts';
import type { SettingServices } from '../shared/define.ts';
import { incidentRecord, incidentRecords } from '../shared/incident/incident-rows.ts';
import { incidentAcknowledge } from './incident-operations.ts';

test('acknowledging takes other incidents of the component, but never its open addresses, nor is it taken with them', async () => {
  const store = await openTemporaryStore();
  try {
    const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
    const incidents: readonly Incident[] = [
      { ...sample, id: 'abnormal' },
      { ...sample, id: 'alert', source: { kind: 'alerts', name: 'ops', group: 'g' } },
      { ...sample, id: 'address', source: { kind: 'exposure' } },
    ];
    const saved = { placeKey: '', isOpen: true, at: 0 };
    await store.commit({ at: 0, records: incidents.map((each) => incidentRecord(each, undefined, saved)) });
    const { person } = ask;
    const actor = async () => ({ person, inChannel: true });
    const settings = { store, records: store.records, actor } as unknown as SettingServices;
    const acknowledge = async (incident: string) => {
      await incidentAcknowledge.apply({ incident, list: false }, ask, settings);
      const all = await incidentRecords.bodies(store, { isOpen: true });
      return all.flatMap(({ id, acknowledged }) => (acknowledged ? [id] : [])).toSorted();
    };
    expect(await acknowledge('address')).toEqual(['address']);
    expect(await acknowledge('alert')).toEqual(['abnormal', 'address', 'alert']);
    await store.commit({
      at: 0,
      records: incidents.map((each) => incidentRecord({ ...each, id: `${each.id}2` }, undefined, saved)),
    });
    expect(await acknowledge('abnormal2')).not.toContain('address2');
  } finally {
    await store.close();
  }
});
