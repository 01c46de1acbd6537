import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { ask } from '../../../test/operations/samples.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { verbatim } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import { readLaterEvents } from './later-events.ts';

const [sample] = Object.values(incidentMessages);
const link = 'https://slack.test/p1';
const change = { at: 1, what: verbatim('restart web'), link };

async function laterLines(incidents: readonly Partial<Incident>[], channels = ['C0SHOP']): Promise<readonly string[]> {
  const kept = incidents.map((more) => ({ ...sample, done: [], before: [], ...more }));
  const row = { placeKey: '', channel: '', isOpen: true, at: 1, version: 1 };
  const list = async () => kept.map((body, index) => ({ ...row, kind: incidentRecords.kind, id: `i${index}`, body }));
  const reads = {
    requests: { get: async () => undefined },
    audit: { search: async () => [] },
    records: { list, get: async () => undefined },
  };
  const access = { mayPost: async (channel: string) => channels.includes(channel) };
  const texts = await readLaterEvents({ ids: new Set(['r1']), since: 0, link }, ask, reads, access);
  return texts.map((text) => plain(text, 'en'));
}

test('an incident that began after a change is on its page, but not one that the change ended', async () => {
  expect(
    await laterLines([{ before: [change] }, { done: [change] }, { before: [{ ...change, link: `${link}1` }] }]),
  ).toEqual([expect.stringMatching(/^⚠ Incident after it, .*: web: response time above 500 ms$/)]);
  const ended = (sample?.opened ?? 0) + 12 * 60_000;
  expect(await laterLines([{ before: [change], ended }])).toEqual([
    // As the message of the incident says: from when it was slow, 5 minutes before that was posted.
    expect.stringMatching(/, resolved after 17 minutes$/),
  ]);
});

test('an incident in a private channel isn’t disclosed', async () =>
  expect(await laterLines([{ before: [change] }], [])).toEqual([]));
