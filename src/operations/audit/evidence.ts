import type { Part } from '../../core/command/answer.ts';
import { type Place, placeKey, placeText } from '../../core/command/context.ts';
import { withDefault } from '../../core/command/params.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { auditMsg } from './audit-messages.ts';
import { evidenceMsg } from './evidence-messages.ts';
import { type AuditAccess, auditAccess } from './may-read-audit.ts';
import { momentOf, readSince, type Since } from './since.ts';

const day = 86_400_000;
/** Minimum number of entries that are read and written per second. */
const entriesInSecond = 5_000;

/** Facts known before an archive is made. Times are epoch ms. */
export interface EvidenceFacts {
  readonly since: number;
  readonly entries: number;
  /** Fingerprint of the signing key; undefined if the archive is unsigned. */
  readonly fingerprint: string | undefined;
  readonly leftOut?: { readonly count: number; readonly isCounted: boolean; readonly why: Text } | undefined;
  readonly archive: () => AsyncIterable<Uint8Array>;
}

export const evidence = defineQuestion({
  id: 'evidence',
  tool: { none: 'evidence is for people' },
  command: 'portolan',
  keywords: [['evidence']],
  summary: evidenceMsg.says(),
  title: evidenceMsg.formTitle(),
  examples: ['portolan evidence', 'portolan evidence since=30d'],
  params: {
    since: withDefault<Since>(auditMsg.since(), { ago: 90 * day }, readSince, { hint: auditMsg.sinceHint() }),
  },
  order: [],
  async gather({ since: from }, ask, reads): Promise<EvidenceFacts> {
    const since = momentOf(from, ask.now, ask.person.zone);
    const access = await auditAccess(ask, reads, channelAccess(ask, reads));
    const { person, context } = ask;
    const order = {
      since,
      context: { key: placeKey(context), name: context.name ?? placeText(context) },
      by: { id: person.id, name: person.name },
      mayRead: access.all ? undefined : access.mayRead,
    };
    const { fingerprint, make } = reads.evidence;
    const entries = await reads.audit.count(since);
    const leftOut = access.all
      ? undefined
      : { ...(await countLeftOut(since, context, access, reads)), why: access.why };
    return { since, entries, fingerprint, leftOut, archive: () => make(order) };
  },
  answer(_args, { since, entries, fingerprint, leftOut, archive }: EvidenceFacts, ask) {
    const wait = durationText(Math.max(10, Math.ceil(entries / entriesInSecond)) * 1_000);
    const notes: Part[] = [
      { part: 'note', text: evidenceMsg.contains() },
      ...(leftOut ? [{ part: 'note', text: leftOutText(leftOut) } as const] : []),
      {
        part: 'note',
        text: fingerprint === undefined ? evidenceMsg.unsigned() : evidenceMsg.signed({ key: fingerprint }),
      },
    ];
    const date = new Date(ask.now).toISOString().slice(0, 10);
    return {
      title: evidenceMsg.title({ from: { at: since, show: 'date' } }),
      share: false,
      parts: [{ part: 'line', text: evidenceMsg.coming({ entries, wait }) }, ...notes],
      files: [
        {
          name: `portolan-evidence-${date}.zip`,
          title: evidenceMsg.file(),
          content: archive(),
          tooLarge: evidenceMsg.tooLarge(),
        },
      ],
    };
  },
});

const maxCounted = 5_000;

async function countLeftOut(
  since: number,
  context: Place,
  { mayRead }: Extract<AuditAccess, { readonly all: false }>,
  { audit }: Pick<Reads, 'audit'>,
): Promise<{ readonly count: number; readonly isCounted: boolean }> {
  let [looked, count] = [0, 0];
  for await (const row of audit.matching({ since, placeKey: placeKey(context) })) {
    looked += 1;
    if (looked > maxCounted) return { count, isCounted: false };
    if (!(await mayRead(row))) count += 1;
  }
  return { count, isCounted: true };
}

function leftOutText({ count, isCounted, why }: NonNullable<EvidenceFacts['leftOut']>): Text {
  if (!isCounted) return evidenceMsg.leftOutSome({ why });
  return count === 0 ? evidenceMsg.leftOutNone() : evidenceMsg.leftOut({ count, why });
}
