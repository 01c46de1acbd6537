import { canonical } from '../../../core/request/plan.ts';
import { minuteOf } from '../../../core/watch/watch-state.ts';
import type { AuditRow } from '../../../store/audit/audit-entry.ts';
import { handledIn } from './handling-lines.ts';
import type { KnownRequest } from './known-request.ts';

/**
 * One line of the audit log: all entries of one request and of its closing, one change of a setting, the watches that
 * were added together, or what people did with one incident, uninterrupted by other lines.
 */
export interface AuditLine {
  readonly request?: string;
  readonly rows: readonly [AuditRow, ...AuditRow[]];
}

/** Returns the id of the request that a closing belongs to, or the id itself. */
export function openingOf(id: string): string {
  return id.replace(/-close-\d+$/, '');
}

/** Groups the entries by request or incident. An extension belongs to the request that opened access. @param rows newest first */
export function auditLines(rows: readonly AuditRow[]): readonly AuditLine[] {
  const extended = extendedRequests(rows);
  const lines: { request?: string; rows: [AuditRow, ...AuditRow[]] }[] = [];
  const byRequest = new Map<string, AuditRow[]>();
  const byIncident = new Map<string, AuditRow[]>();
  for (const row of rows) {
    const ownId = row.request === undefined ? undefined : openingOf(row.request);
    const request = ownId === undefined ? undefined : (extended.get(ownId) ?? ownId);
    const incident = handledIn(row);
    const before = lines.at(-1);
    if (before && isAddedWith(row, before.rows[0])) {
      before.rows.push(row);
      continue;
    }
    // Several channels may have an incident of the same name.
    const [id, known] = incident
      ? [canonical([incident, row.details?.channel ?? null]), byIncident]
      : [request, byRequest];
    const sameLine = id === undefined ? undefined : known.get(id);
    if (sameLine) sameLine.push(row);
    else {
      const own: [AuditRow, ...AuditRow[]] = [row];
      if (!incident) byIncident.clear();
      if (id !== undefined) known.set(id, own);
      lines.push({ request, rows: own });
    }
  }
  return lines;
}

/** Checks whether a person added two watches together, such as with `/watch usual`. */
function isAddedWith(row: AuditRow, other: AuditRow): boolean {
  const keys = [row, other].map(({ operation, who, at, details }) =>
    canonical([operation, who.id, minuteOf(at), details?.channel ?? null]),
  );
  return row.operation === 'watch.add' && keys[0] === keys[1];
}

/**
 * Returns for each extension that took effect the id of the request that opened access, if its proposal is among the
 * entries. @param rows newest first
 */
function extendedRequests(rows: readonly AuditRow[]): ReadonlyMap<string, string> {
  const proposed = new Set(rows.flatMap(({ kind, request = '' }) => (kind === 'proposed' ? [request] : [])));
  const took = new Set(rows.flatMap(({ kind, request = '' }) => (kind === 'opening' ? [request] : [])));
  const extended = new Map<string, string>();
  for (const row of rows.toReversed()) {
    const { of = '', by = '' } = extensionIn(row) ?? {};
    if (took.has(by) && proposed.has(of)) extended.set(by, extended.get(of) ?? of);
  }
  return extended;
}

/**
 * Returns the ids of an extension and of the request that it extends, if an entry names both: a proposal made on that
 * request's card, or the entry that the closing time was moved.
 */
export function extensionIn({ kind, request, details }: AuditRow) {
  const [of, by] =
    kind === 'extended'
      ? [request, details?.later]
      : kind === 'proposed' && details?.how === 'extend'
        ? [details.follows, request]
        : [];
  return typeof of === 'string' && typeof by === 'string' ? { of, by } : undefined;
}

/** Checks whether an entry of a line proposes to extend its access. */
export function proposesLonger({ kind, request = '' }: AuditRow, line: Pick<AuditLine, 'request'>): boolean {
  return kind === 'proposed' && request !== line.request && openingOf(request) === request;
}

/** Returns the request's own entries, without the entries of its closing. */
export function ownRows({ rows, request }: AuditLine): readonly AuditRow[] {
  const own = rows.filter((row) => row.request === request);
  return own.length > 0 ? own : rows;
}

export function requestedAt(line: AuditLine): number {
  const rows = ownRows(line);
  return (rows.find(({ kind }) => kind === 'proposed') ?? rows.at(-1) ?? line.rows[0]).at;
}

/** Returns the requester named by the proposal, or else by the card, or else the person of the oldest entry. */
export function askerOf(line: AuditLine, summary?: KnownRequest): string {
  const rows = ownRows(line);
  const proposed = rows.find(({ kind }) => kind === 'proposed');
  return proposed?.who.name ?? summary?.asker ?? (rows.at(-1) ?? line.rows[0]).who.name;
}
