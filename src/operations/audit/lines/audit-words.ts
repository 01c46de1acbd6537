import { present } from '../../../core/defined.ts';
import type { OperationSpec } from '../../../core/operation.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { AuditRow } from '../../../store/audit/audit-entry.ts';
import { inChinese } from '../../operation-catalog.ts';
import { handlingVerbs, kinds, settings, states } from '../audit-kind-messages.ts';
import { auditMsg } from '../audit-messages.ts';

export function linkedTitle(label: Text, link: string | undefined): Text {
  return link === undefined ? label : auditMsg.toCard({ title: { link, label } });
}

const kindWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(kinds));

const settingWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(settings));

const stateWords: ReadonlyMap<string, () => Text> = new Map([
  ...Object.entries(states),
  // State codes that differ from the names in the message catalog.
  ['not-sent', states.notSent],
  ['by-hand', states.byHand],
  ['closed-now', states.closedNow],
  ['asked-now', states.askedNow],
  ['so-already', states.soAlready],
]);

/** Returns the words for a kind. A kind that a newer version wrote is returned unchanged. */
export function kindText(kind: string): Text {
  return kindWords.get(kind)?.() ?? verbatim(kind);
}

export function recordStateText(state: string): Text {
  return stateWords.get(state)?.() ?? verbatim(state);
}

export function settingText(operation: string): Text | undefined {
  return settingWords.get(operation.replace(/\.(.)/g, (_, first: string) => first.toUpperCase()))?.();
}

export type Details = NonNullable<AuditRow['details']>;

export const handlings: Readonly<Record<string, 'acknowledged' | 'unacknowledged' | 'silenced' | 'ended'>> = {
  'incident.acknowledge': 'acknowledged',
  'incident.unacknowledge': 'unacknowledged',
  'incident.silence': 'silenced',
  'incident.unsilence': 'ended',
  'watch.silence': 'silenced',
  'watch.resume': 'ended',
};

/** Returns the texts that people read for codes, which are all that the store has to search in. */
export function codedTexts(
  operations: readonly Pick<OperationSpec, 'id' | 'summary'>[],
): readonly (readonly [string, Text])[] {
  return [
    // An approval by the requester is called a confirmation.
    ...[...kindWords].map(([kind, text]) => [kind === 'confirmed' ? 'approved' : kind, text()] as const),
    ...[...stateWords].map(([state, text]) => [state, text()] as const),
    ...operations.flatMap(({ id, summary }) => {
      const how = handlings[id];
      return present([summary, settingText(id), how && handlingVerbs[how]()]).map((text) => [id, text] as const);
    }),
  ];
}

/** Returns a recorded text in both languages. Older versions recorded only one. */
export function recordedText(details: Details, name: string): Text {
  const [en, zh] = [String(details[name]), details[inChinese(name)]];
  return typeof zh === 'string' ? auditMsg.recorded({ en, zh }) : verbatim(en);
}
