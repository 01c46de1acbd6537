import * as z from 'zod';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import type { Ticket } from '../../core/policy/ticket.ts';
import { StoredText } from '../../core/request/plan.ts';
import { itself } from '../../core/request/transition.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { StoredRequest } from '../../store/stored-types.ts';
import { inChinese, isChinese } from '../operation-catalog.ts';
import { kindText, recordStateText } from './audit-kinds.ts';
import { auditMsg } from './audit-messages.ts';

/** One line of the audit log: everything that was recorded of one request, or a change of one setting. */
export interface AuditLine {
  /** Of the request; absent for a setting. */
  readonly request?: string;
  /** Newest first. */
  readonly rows: readonly [AuditRow, ...AuditRow[]];
}

/** Puts the entries of each request together. @param rows newest first */
export function auditLines(rows: readonly AuditRow[]): readonly AuditLine[] {
  const lines: { request?: string; rows: [AuditRow, ...AuditRow[]] }[] = [];
  const byRequest = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const { request } = row;
    const known = request === undefined ? undefined : byRequest.get(request);
    if (known) known.push(row);
    else {
      const own: [AuditRow, ...AuditRow[]] = [row];
      if (request !== undefined) byRequest.set(request, own);
      lines.push({ request, rows: own });
    }
  }
  return lines;
}

/** What a stored request adds to its audit entries: purged ones are known from their entries alone. */
export interface KnownRequest {
  readonly title: Text;
  readonly asker: string;
  readonly state: string;
  /** What each of its steps does. */
  readonly steps?: readonly Text[];
  /** Of its card. */
  readonly link?: string;
  readonly ticket?: Ticket;
}

/** The part of a stored request that lists show. */
const Listed = z.object({
  plan: z.object({ title: StoredText, steps: z.array(z.object({ says: StoredText })).default([]) }),
  asker: z.object({ name: z.string() }),
  link: z.string().optional(),
  ticket: z.object({ id: z.string(), link: z.string().optional() }).optional(),
});

/** What a list shows of a stored request; undefined for one that can't be read. */
export function readRequest({ body, state }: Pick<StoredRequest, 'body' | 'state'>): KnownRequest | undefined {
  const { data } = Listed.safeParse(body);
  if (!data) return undefined;
  const { plan, asker, link, ticket } = data;
  const steps = plan.steps.map(({ says }) => says);
  return { title: plan.title, asker: asker.name, state, steps, link, ticket };
}

/** A request's title as a link to its card, where the card has one. */
export function linkedTitle(label: Text, link: string | undefined): Text {
  return link === undefined ? label : auditMsg.toCard({ title: { link, label } });
}

/** How a request ended, or where it is now: of temporary access also that it was closed. */
export function requestOutcome({ rows }: AuditLine, known?: KnownRequest): Text {
  const closing = rows.find(({ kind }) => kind === 'closing');
  const isClosed = ['closed', 'closed-now', 'by-hand', 'lost', 'elsewhere', 'reopened'].includes(
    closing?.outcome ?? '',
  );
  const isGlass = rows.some(({ kind }) => kind === 'break_glass');
  const outcome = closing && isClosed ? resultText(closing) : endText(rows, known);
  return isGlass ? join([outcome, kindText('break_glass')], ' · ') : outcome;
}

function endText(rows: AuditLine['rows'], known: KnownRequest | undefined): Text {
  const [newest] = rows;
  const state = known?.state ?? newest.status ?? newest.outcome ?? '';
  const ended = rows.find(({ kind }) => kind === 'outcome');
  return state === 'failed' && ended ? resultText(ended) : recordStateText(state);
}

/** The result of an entry, or the state after it; of what was partly done, with the components that failed. */
export function resultText({ outcome, status, who, details = {}, kind }: AuditRow): Text {
  const { done, failed } = details;
  // Until version 0.2, what ended early by a person's press, or half way, was recorded as if it hadn't.
  const isPartly = kind === 'outcome' && outcome === 'failed' && Number(done ?? 0) > 0;
  const isPressed = kind === 'closing' && outcome === 'closed' && who.id !== itself.id;
  const text = recordStateText(isPartly ? 'partly' : isPressed ? 'closed-now' : (outcome ?? status ?? ''));
  return typeof failed === 'string' ? auditMsg.failedAt({ result: text, names: failed }) : text;
}

/** When it was requested, as far as that is recorded. */
export function requestedAt({ rows }: AuditLine): number {
  return (rows.find(({ kind }) => kind === 'proposed') ?? rows.at(-1) ?? rows[0]).at;
}

/** Who asked: by the entry of the proposal, else by the card, else by the oldest entry that is there. */
export function askerOf({ rows }: AuditLine, known?: KnownRequest): string {
  const proposed = rows.find(({ kind }) => kind === 'proposed');
  return proposed?.who.name ?? known?.asker ?? (rows.at(-1) ?? rows[0]).who.name;
}

/** The details of an entry that its title is made of; the others say how a request came about. */
const titleDetails = ['component', 'port', 'rule', 'weight'];
/** Details of settings that say nothing to people. */
const hiddenDetails = new Set(['scope', 'key']);

/**
 * What a line is about, without its card: a title that was recorded, else what the operation does and to what.
 * @param summaryOf the operation in words
 */
export function lineSubject({ rows, request }: AuditLine, summaryOf: (operation: string) => Text | undefined): Text {
  const [row] = rows;
  const isSetting = request === undefined;
  const titled = rows.find(({ details }) => typeof details?.title === 'string')?.details;
  if (titled) return recordedText(titled, 'title');
  const { operation = '', details = {} } = row;
  const names = isSetting
    ? Object.keys(details).filter((name) => !hiddenDetails.has(name) && !isChinese(name))
    : titleDetails;
  const told = names.flatMap((name) => {
    const value = details[name];
    return value === undefined || value === null ? [] : [detailText(name, details)];
  });
  // Version 0.1 recorded a context that was set only as the entry's own place.
  const values = isSetting && told.length === 0 && row.place ? [verbatim(row.place)] : told;
  const what = summaryOf(operation) ?? verbatim(operation || row.kind);
  return values.length === 0 ? what : auditMsg.about({ what, values: join(values, ', ') });
}

type Details = NonNullable<AuditRow['details']>;

/** A text as it was recorded: in both languages, unless an older version wrote it. */
function recordedText(details: Details, name: string): Text {
  const [en, zh] = [String(details[name]), details[inChinese(name)]];
  return typeof zh === 'string' ? auditMsg.recorded({ en, zh }) : verbatim(en);
}

/** One detail, as people know it: a channel by its name. */
function detailText(name: string, details: Details): Text {
  const value = String(details[name]);
  if (name === 'channel')
    return isDirectMessage(value) ? auditMsg.direct() : auditMsg.channelIs({ channel: { channel: value } });
  return name === 'weight' ? verbatim(`weight=${value}`) : recordedText(details, name);
}
