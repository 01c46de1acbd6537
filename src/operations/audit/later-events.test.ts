import { aCard } from '../../../test/contract/cards.ts';
import { incidentMessages } from '../../../test/contract/incident-messages.ts';
import { ask } from '../../../test/operations/samples.ts';
import { someCard } from '../../../test/store-records.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { storedBody } from '../../core/request/change-request.ts';
import { verbatim } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { AuditSearch } from '../../store/store.ts';
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
  const texts = await readLaterEvents({ ids: new Set(['r1']), since: 0, link, title: undefined }, ask, reads, access);
  return texts.map((text) => plain(text, 'en'));
}

test('an incident of memory that ran out is told as its message tells it', async () => {
  const since = sample?.lines[0]?.since ?? expect.fail();
  const ended = since + 31 * 60_000;
  const lines = (sample?.lines ?? []).map((line) => ({
    ...{ ...line, item: 'oom', state: 'resolved' as const },
    ...{ recovered: since + 6 * 60_000, ended },
  }));
  const killed = { cause: 'OOMKilled', died: { pod: 'web-1', at: since }, lines, ended };
  expect(await laterLines([{ before: [change], ...killed }])).toEqual([
    expect.stringMatching(/, resolved: not killed again for 31 minutes$/),
  ]);
});

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

test('an incident that may have begun before its watch saw it isn’t told as one after the change', async () => {
  const found = (sample?.lines ?? []).map((line) => ({ ...line, watchedSince: line.since - 20_000 }));
  expect(await laterLines([{ before: [change], lines: found }])).toEqual([]);
});

test('an incident that two channels watch is told once', async () => {
  const other = { channel: 'C1', before: [change] };
  expect(await laterLines([{ before: [change] }, other], ['C0SHOP', 'C1'])).toHaveLength(1);
  const later = { ...other, firings: [{ from: 3_600_000, to: 7_200_000, peaks: [] }] };
  expect(await laterLines([{ before: [change] }, later], ['C0SHOP', 'C1'])).toHaveLength(2);
});

test('a public follower is listed also after newer closings, and after followers in private channels', async () => {
  const proposal = (request: string, channel: string): AuditRow => ({
    ...{
      seq: 1,
      prev: '',
      hash: '',
      place: '',
      placeKey: '',
      at: 2,
      kind: 'proposed',
      who: { id: 'U1', name: 'ann' },
      request,
      channel,
    },
    details: { follows: 'r1' },
  });
  let state: 'done' | 'expired' = 'done';
  const newer = [1, 2, 3].flatMap((n) => [proposal(`r1-close-${n}`, 'C0SHOP'), proposal(`p${n}`, 'G0PRIVATE')]);
  const reads = {
    requests: {
      get: async (id: string) => ({ ...someCard(id, { body: storedBody({ ...aCard, id, state }) }), version: 1 }),
    },
    audit: {
      search: async ({ limit, mayRead = () => true }: AuditSearch) => {
        const found: AuditRow[] = [];
        for (const row of [...newer, proposal('r2', aCard.shown.channel)])
          if (found.length < limit && (await mayRead(row))) found.push(row);
        return found;
      },
    },
    records: { list: async () => [], get: async () => undefined },
  };
  const access = { mayPost: async (channel: string) => channel === aCard.shown.channel };
  const listed = async () => {
    const selection = { ids: new Set(['r1']), since: 0, link: undefined, title: aCard.plan.title };
    return (await readLaterEvents(selection, ask, reads, access)).map((text) => plain(text, 'en'));
  };
  expect(await listed()).toEqual([expect.stringMatching(/\*.*\* asked again \(https:.*\), [^·]*$/)]);
  state = 'expired';
  expect(await listed()).toEqual([expect.stringMatching(/\*.*\* asked again \(https:.*\), .* · expired$/)]);
});

test('an incident in a private channel isn’t disclosed', async () =>
  expect(await laterLines([{ before: [change] }], [])).toEqual([]));
