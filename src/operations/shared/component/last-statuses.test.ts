import { openTemporaryStore } from '../../../../test/engine/temporary-store.ts';
import { aComponent } from '../../../../test/operations/samples.ts';
import type { Store } from '../../../store/store.ts';
import { keepStatuses, lastStatuses } from './last-statuses.ts';

const place = { team: 'shop', region: 'east-1', app: '12' };
const minute = 60_000;
let store: Store;

beforeEach(async () => {
  store = await openTemporaryStore();
});
afterEach(() => store.close());

async function keep(status: string, at: number, stuck?: readonly string[], isWithDraft = false) {
  const keepRecords = (records: Parameters<Store['commit']>[0]['records']) => store.commit({ at, records });
  const draft = { ...aComponent, serviceId: 'draft', status: undefined, createStatus: 'checking' };
  const listed = [{ ...aComponent, serviceId: 'web', status }, ...(isWithDraft ? [draft] : [])];
  await keepStatuses(place, listed, at, { records: store.records, keepRecords }, stuck && new Set(stuck));
  return lastStatuses(place, store);
}

test('the same statuses are stored once in five minutes, others at once, and older ones never', async () => {
  expect((await keep('running', minute))?.at).toBe(minute);
  expect((await keep('running', 5 * minute))?.at).toBe(minute);
  expect((await keep('running', 6 * minute))?.at).toBe(6 * minute);
  expect(await keep('closed', 7 * minute)).toEqual({ at: 7 * minute, statuses: { web: 'closed' } });
  expect((await keep('running', 7 * minute))?.statuses).toEqual({ web: 'closed' });
});

test('a stuck change stays marked until its component is no longer in a change', async () => {
  expect((await keep('upgrade', minute, ['web']))?.stuck).toEqual(['web']);
  // A watcher's list doesn't say what is stuck.
  expect((await keep('upgrade', 7 * minute))?.stuck).toEqual(['web']);
  expect((await keep('running', 8 * minute))?.stuck).toBeUndefined();
});

test('a component that was never fully created is stored as that, because it has no status', async () => {
  const last = await keep('running', minute, undefined, true);
  expect(last).toEqual({ at: minute, statuses: { web: 'running' }, unfinished: ['draft'] });
});
