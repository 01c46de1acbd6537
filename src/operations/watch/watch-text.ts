import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { isGroupId } from '../../core/command/read-person.ts';
import { present } from '../../core/defined.ts';
import { type Incident, isOngoing, type Silence } from '../../core/incident/incident.ts';
import { mentionsText } from '../../core/incident/incident-note-text.ts';
import { incidentTitle } from '../../core/incident/incident-title.ts';
import type { Ask } from '../../core/operation.ts';
import { canonical } from '../../core/request/plan.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { listText, verbatimList } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { RecordChange } from '../../store/store.ts';
import { inBothLanguages } from '../operation-catalog.ts';
import { type Reads, settingEntry } from '../shared/define.ts';
import { silenceDetails } from '../shared/incident/silence-length.ts';
import { type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { lastingText, limitAlone } from './watched-items.ts';

export const watchCommand = {
  tool: { none: 'watches are made by people' },
  command: 'watch',
  dialects: ['console'],
} as const;

export function watchText({
  condition,
  components,
  configured,
}: Pick<Watch, 'condition' | 'components' | 'configured'>): Text {
  const what = lastingText(condition);
  if (condition.item === 'certificates' || condition.item === 'exposure') return what;
  if (!components) return watchMsg.ofAll({ what });
  return watchMsg.ofComponents({ what, names: componentsText({ components, configured }) });
}

function componentsText({ components, configured = [] }: Pick<Watch, 'components' | 'configured'>): Text {
  if (!components) return watchMsg.everyComponent();
  return verbatimList([
    ...components.map(({ name }) => name),
    ...configured.filter(({ id }) => id === undefined).map(({ typed }) => typed),
  ]);
}

/**
 * Returns the people to notify who certainly aren't in the channel, because a mention doesn't reach them. Ignores
 * groups.
 */
export async function absentFrom(
  { notify, channel }: Pick<Watch, 'notify' | 'channel'>,
  { actor }: Pick<Reads, 'actor'>,
): Promise<readonly string[]> {
  const people = notify.filter((id) => !isGroupId(id));
  const actors = await Promise.all(
    people.map(async (id) => ({ id, ...(await actor({ id, standing: 'member' }, channel)) })),
  );
  return actors.filter(({ inChannel }) => inChannel === false).map(({ id }) => id);
}

/** Says which silences a person ended now. */
export function endedSilences(watches: readonly Watch[], incidents: readonly Incident[]): Text {
  const titles = incidents.map((incident) => watchMsg.ofIncident({ title: incidentTitle(incident) }));
  const ended = [...watches.map((watch) => watchMsg.named({ what: watchText(watch) })), ...titles];
  return ended.length === 0 ? watchMsg.notSilenced() : watchMsg.silenceEndedNow({ what: listText(ended) });
}

export function silencedNowText(what: Text, { recovered, until }: Silence, now: number): Text {
  return recovered
    ? watchMsg.silencedUntilOverNow({ what })
    : watchMsg.silencedNow({ what, until: momentNear(until, now) });
}

export function watchAnswer(parts: readonly Part[]): Answer {
  return { title: watchMsg.title(), share: false, parts };
}

export function absentNote(absent: readonly string[]): readonly Part[] {
  return absent.length === 0 ? [] : [{ part: 'note', text: watchMsg.absent({ who: mentionsText(absent) }) }];
}

/** @param now time of the change, epoch ms; a paused watch is deleted 90 days later */
export function watchRecord(watch: Watch, now = watch.at, version?: number): RecordChange {
  const { id, context, channel, paused } = watch;
  const isOpen = paused === undefined;
  const at = isOpen ? watch.at : now;
  return watchRecords.save(watch, { id, placeKey: placeKey(context), channel, isOpen, at }, version);
}

/**
 * @param watch with the silence that begins or ends @param incidents with the conditions that this silence covers, because
 * a silence until recovery doesn't cover the whole watch @param changes of an edit, such as `limit 500 ms → 700 ms`
 */
export function watchEntry(
  watch: Watch,
  ask: { readonly person: Pick<Ask['person'], 'id' | 'name'>; readonly now: number },
  operation: string,
  {
    incidents = [],
    changes = [],
  }: { readonly incidents?: readonly Incident[] | undefined; readonly changes?: readonly Text[] } = {},
): AuditEntry {
  const { id, channel, context, paused, silencedUntil: until, silencedBy } = watch;
  const ends = operation === 'watch.resume' && paused === undefined;
  const isSilence = ends || operation === 'watch.silence';
  const silence = isSilence
    ? { ...silenceDetails({ ...silencedBy, until }), ...(ends ? { silence: 'ended' } : {}) }
    : {};
  const lines = incidents.flatMap((incident) =>
    incident.lines.filter((line) => line.watch === id && isOngoing(line) && line.silenced),
  );
  const isPart = isSilence && silencedBy?.recovered && lines.length > 0;
  const what = inBothLanguages('what', isPart ? incidentTitle({ lines }) : watchText(watch));
  const changed = changes.length > 0 ? inBothLanguages('changed', listText(changes)) : {};
  return settingEntry(operation, ask, context, { watch: id, channel, ...what, ...changed, ...silence });
}

/** Says what an edit changed in a watch. @param names of the notified people and groups, by id */
export function watchChanges(before: Watch, after: Watch, names: ReadonlyMap<string, string>): readonly Text[] {
  const [was, is] = [before.condition, after.condition];
  const named = (ids: readonly string[], others: readonly string[]) =>
    ids.filter((id) => !others.includes(id)).map((id) => names.get(id) ?? id);
  const [added, removed] = [named(after.notify, before.notify), named(before.notify, after.notify)];
  const isOther = was.item !== is.item || was.side !== is.side;
  const fromTo = (what: typeof watchMsg.limitChanged, of: (watch: Watch) => Text) =>
    !isOther && canonical(of(before)) !== canonical(of(after)) && what({ from: of(before), to: of(after) });
  return present([
    isOther && watchMsg.changedFrom({ what: watchText(before) }),
    fromTo(watchMsg.limitChanged, ({ condition }) => limitAlone(condition)),
    fromTo(watchMsg.lengthChanged, ({ condition }) => durationText(condition.for)),
    fromTo(watchMsg.componentsChanged, componentsText),
    added.length > 0 && watchMsg.notifiesToo({ who: verbatimList(added) }),
    removed.length > 0 && watchMsg.notifiesNoMore({ who: verbatimList(removed) }),
  ]);
}
