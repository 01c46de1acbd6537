import { isDirectMessage } from '../../../core/command/direct-message.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { durationText } from '../../../core/text/duration-messages.ts';
import { type Instant, join, type Text, verbatim } from '../../../core/text/text.ts';
import type { AuditRow } from '../../../store/audit/audit-entry.ts';
import { isChinese } from '../../operation-catalog.ts';
import { settingValues } from '../audit-kind-messages.ts';
import { auditMsg } from '../audit-messages.ts';
import { type AuditLine, askerOf, ownRows } from './audit-lines.ts';
import { type Details, recordedText, settingText } from './audit-words.ts';

const titleDetails = ['component', 'port', 'rule', 'weight'];

/** Details of settings that mean nothing to people. */
const hiddenDetails = new Set([
  'scope',
  'key',
  'watch',
  'incident',
  'schedule',
  'channel',
  'freezes',
  'agentId',
  'owner',
  'export',
]);

/** Details that aren't shown, because another detail shows them in words. */
const saidBy: Readonly<Record<string, string>> = {
  cron: 'when',
  zone: 'when',
  component: 'address',
  componentName: 'address',
  port: 'address',
};

/** Returns the channel for which a setting was changed. */
export function settingPlace({ rows: [{ details }] }: AuditLine): Text | undefined {
  const channel = details?.channel;
  return typeof channel === 'string' ? channelText(channel) : undefined;
}

function channelText(channel: string): Text {
  return isDirectMessage(channel) ? auditMsg.direct() : auditMsg.channelIs({ channel: { channel } });
}

/**
 * Describes a line by its recorded title, or else by the operation and its target. Says of a setting who changed it.
 * Doesn't use the request's card.
 */
export function lineSubject(line: AuditLine, summaryOf: (operation: string) => Text | undefined): Text {
  const { request } = line;
  const rows = ownRows(line);
  const [row = line.rows[0]] = rows;
  const isSetting = request === undefined;
  const titled = rows.find(({ details }) => typeof details?.title === 'string')?.details;
  if (titled) return recordedText(titled, 'title');
  const { operation = '', details = {} } = row;
  const texts = isSetting ? rows.toReversed().flatMap(settingDetails) : [...detailTexts(row, titleDetails)];
  // Version 0.1 recorded a new context only as the entry's place.
  if (isSetting && row.reason !== undefined) texts.push(auditMsg.quoted({ words: row.reason }));
  const values = isSetting && Object.keys(details).length === 0 && row.place ? [verbatim(row.place)] : texts;
  const count = rows.length;
  const did = !isSetting ? undefined : count > 1 ? auditMsg.addedWatches({ count }) : settingText(operation);
  const what = did
    ? auditMsg.personDid({ who: askerOf(line), what: did })
    : (summaryOf(operation) ?? verbatim(operation || row.kind));
  return values.length === 0 ? what : auditMsg.about({ what, values: join(values, ', ') });
}

/** Details that are shown first: the thing that a setting is about. */
const firstDetails = ['what', 'words', 'agent'];

function settingDetails(row: AuditRow): readonly Text[] {
  const { details = {} } = row;
  const isShown = (name: string) =>
    !firstDetails.includes(name) &&
    !hiddenDetails.has(name) &&
    !isChinese(name) &&
    details[saidBy[name] ?? ''] === undefined;
  return detailTexts(row, [...firstDetails, ...Object.keys(details).filter(isShown)]);
}

function detailTexts({ details = {}, at }: AuditRow, names: readonly string[]): readonly Text[] {
  return names.flatMap((name) => ((details[name] ?? null) === null ? [] : [detailText(name, details, at)]));
}

/** Texts of details that are moments. */
const momentTexts: Readonly<Record<string, (given: { readonly at: Instant }) => Text>> = {
  until: auditMsg.endsAt,
  expires: auditMsg.until,
  planned: auditMsg.plannedEnd,
};

const valueWords: ReadonlyMap<string, () => Text> = new Map([
  ['may read', settingValues.mayRead],
  ['may propose', settingValues.mayPropose],
  ['language en', settingValues.languageEn],
  ['language zh', settingValues.languageZh],
  ['look dark', settingValues.lookDark],
  ['look light', settingValues.lookLight],
]);

function detailText(name: string, details: Details, at: number): Text {
  const value = details[name];
  const moment = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof moment === 'number' && moment > 0) {
    const says = momentTexts[name];
    if (says) return says({ at: { at: moment, beside: at } });
  }
  const known = valueWords.get(`${name} ${value}`)?.();
  if (known) return known;
  if (name === 'words') return auditMsg.commandIs({ words: String(value) });
  if (name === 'begunBy') return auditMsg.begunBy({ who: String(value) });
  if (name === 'search') return auditMsg.quoted({ words: String(value) });
  if (name === 'through' && typeof moment === 'number' && moment > 0)
    return auditMsg.through({ when: { at: moment, show: 'date' } });
  if (name === 'since' && typeof moment === 'number' && moment > 0)
    return auditMsg.sinceMoment({ when: { at: moment, show: 'date' } });
  const length = name === 'for' ? parseDuration(String(value)) : undefined;
  if (length !== undefined) return auditMsg.forLength({ length: durationText(length) });
  if (name === 'was') return auditMsg.before({ what: recordedText(details, name) });
  if (name === 'reason') return auditMsg.quoted({ words: String(value) });
  const { componentName: component } = details;
  if (name === 'address' && typeof component === 'string')
    return auditMsg.addressOf({ address: String(value), component, port: String(details.port) });
  if (name === 'address' && details.port !== undefined)
    return auditMsg.addressOfPort({ address: String(value), port: String(details.port) });
  return name === 'weight' ? verbatim(`weight=${value}`) : recordedText(details, name);
}
