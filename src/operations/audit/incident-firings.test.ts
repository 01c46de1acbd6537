import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { plain } from '../operation-catalog.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import { readFirings } from './incident-firings.ts';

const sample = incidentMessages['firing, abnormal'] ?? expect.fail();
const since = sample.lines[0]?.since ?? expect.fail();
const minute = 60_000;
const entry = (incident: string) => ({ details: { incident } });

async function told(more: Partial<Incident>, channels = [sample.channel]): Promise<readonly string[]> {
  const body = { ...sample, ...more };
  const row = { placeKey: '', channel: '', isOpen: true, at: 1, version: 1, kind: incidentRecords.kind };
  const get = async (_kind: string, id: string) => (id === 'i1' ? { ...row, id, body } : undefined);
  const reads = { records: { get, list: async () => [] } };
  const access = { mayPost: async (channel: string) => channels.includes(channel) };
  const events = await readFirings([entry('i1'), entry('i1'), entry('gone')], reads, access);
  return events.map(({ at, what }) => `${(at - since) / minute}: ${plain(what, 'en')}`);
}

test('the page about an incident tells when it fired and ended, each time', async () => {
  expect(await told({})).toEqual(['0: it fired']);
  const firings = [{ from: since - 20 * minute, to: since - 10 * minute, peaks: [] }];
  const lines = sample.lines.map((line) => ({ ...line, state: 'resolved' as const, ended: since + 4 * minute }));
  expect(await told({ firings, lines, ended: since + 4 * minute })).toEqual([
    '-20: it fired',
    '-10: it ended after 10 minutes',
    '0: it fired again',
    '4: it ended after 4 minutes',
  ]);
});

test('an incident of memory that ran out ended because it didn’t happen again, not when the platform stopped telling it', async () => {
  const died = { pod: 'web-1', at: since };
  const ended = since + 31 * minute;
  const lines = sample.lines.map((line) => ({
    ...{ ...line, item: 'oom', state: 'resolved' as const },
    ...{ recovered: since + 6 * minute, ended },
  }));
  expect(await told({ cause: 'OOMKilled', died, lines, ended })).toEqual([
    '0: it fired',
    '31: it ended: not killed again for 31 minutes',
  ]);
});

test('a firing that was there at the first check lasted at least as long', async () => {
  const from = since - 20 * minute;
  const firings = [{ from, to: since - 10 * minute, peaks: [] }];
  const lines = sample.lines.map((line) => ({ ...line, watchedSince: from }));
  expect(await told({ firings, lines })).toContain('-10: it ended after at least 10 minutes');
});

test('an incident in a channel that can’t be shown here isn’t told', async () =>
  expect(await told({}, [])).toEqual([]));
