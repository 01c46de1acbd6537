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

/** One line of the audit log: everything of one request, its closing included, or a change of one setting. */
export interface AuditLine {
  /** Of the request; absent for a setting. */
  readonly request?: string;
  /** Newest first. */
  readonly rows: readonly [AuditRow, ...AuditRow[]];
}

/** The request that an id is about: a closing is a part of what was opened. */
export function openingOf(id: string): string {
  return id.replace(/-close-\d+$/, '');
}

/** Puts the entries of each request together. @param rows newest first */
export function auditLines(rows: readonly AuditRow[]): readonly AuditLine[] {
  const lines: { request?: string; rows: [AuditRow, ...AuditRow[]] }[] = [];
  const byRequest = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const request = row.request === undefined ? undefined : openingOf(row.request);
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

const decisions = new Set(['approved', 'denied', 'cancelled', 'expired', 'break_glass', 'exception', 'settled']);
const marked = new Set(['break_glass', 'exception']);

/** Who asked, who decided, and how it ended, each with when: what a reader is told of a request in one sentence. */
export function requestStory(line: AuditLine, known?: KnownRequest): Text {
  const asked = requestedAt(line);
  const own = ownRows(line).toReversed();
  const steps = own.flatMap(({ kind, who, at }): Text[] => {
    if (!decisions.has(kind)) return [];
    const given = { what: kindText(kind), who: who.name, when: { at, show: momentShown(at, asked) } };
    return [
      marked.has(kind)
        ? auditMsg.byMarked(given)
        : who.id === itself.id
          ? auditMsg.byItself(given)
          : auditMsg.by(given),
    ];
  });
  const by = auditMsg.requestedBy({ who: askerOf(line, known), when: { at: asked } });
  // A decision that ended it, or that is all there is so far, says how it is.
  const isSaid = own.at(-1)?.kind === (known?.state ?? own.at(-1)?.status) && steps.length > 0;
  return join([by, ...steps, ...(isSaid ? [] : [requestOutcome(line, known)])], ' · ');
}

/** Of the same day, the time says it. */
function momentShown(at: number, first: number): 'time' | undefined {
  return at - first < 12 * 3_600_000 ? 'time' : undefined;
}

/** The entries of the request itself: those of its closing say how that went. */
function ownRows({ rows, request }: AuditLine): readonly AuditRow[] {
  const own = rows.filter((row) => row.request === request);
  return own.length > 0 ? own : rows;
}

/** How a request ended, or where it is now: of temporary access also that it was closed. */
function requestOutcome(line: AuditLine, known?: KnownRequest): Text {
  const rows = ownRows(line);
  const closing = rows.find(({ kind }) => kind === 'closing');
  const isClosed = ['closed', 'closed-now', 'by-hand', 'lost', 'elsewhere', 'reopened'].includes(
    closing?.outcome ?? '',
  );
  const ended = rows.find(({ kind }) => kind === 'outcome');
  const text = closing && isClosed ? resultText(closing) : endText(rows, known);
  const at = (closing && isClosed ? closing : ended)?.at;
  return at === undefined
    ? text
    : auditMsg.endedAt({ what: text, when: { at, show: momentShown(at, requestedAt(line)) } });
}

function endText(rows: readonly AuditRow[], known: KnownRequest | undefined): Text {
  const [newest] = rows;
  const state = known?.state ?? newest?.status ?? newest?.outcome ?? '';
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
export function requestedAt(line: AuditLine): number {
  const rows = ownRows(line);
  return (rows.find(({ kind }) => kind === 'proposed') ?? rows.at(-1) ?? line.rows[0]).at;
}

/** Who asked: by the entry of the proposal, else by the card, else by the oldest entry that is there. */
export function askerOf(line: AuditLine, known?: KnownRequest): string {
  const rows = ownRows(line);
  const proposed = rows.find(({ kind }) => kind === 'proposed');
  return proposed?.who.name ?? known?.asker ?? (rows.at(-1) ?? line.rows[0]).who.name;
}

/** The details of an entry that its title is made of; the others say how a request came about. */
const titleDetails = ['component', 'port', 'rule', 'weight'];
/** Details of settings that say nothing to people. */
const hiddenDetails = new Set(['scope', 'key', 'watch', 'incident']);

/**
 * What a line is about, without its card: a title that was recorded, else what the operation does and to what.
 * @param summaryOf the operation in words
 */
export function lineSubject(line: AuditLine, summaryOf: (operation: string) => Text | undefined): Text {
  const { request } = line;
  const rows = ownRows(line);
  const [row = line.rows[0]] = rows;
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
