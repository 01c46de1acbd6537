import type { AuditEntry } from '../src/store/audit/audit-entry.ts';
import type { Due, Outgoing, StoredRecord, StoredRequest } from '../src/store/stored-types.ts';

export function someCard(id: string, change: Partial<StoredRequest> = {}): Omit<StoredRequest, 'version'> {
  const { version: _, ...rest } = change;
  return {
    id,
    state: 'proposed',
    revision: 1,
    placeKey: 'shop/east/12',
    componentKey: 'shop/east/12/web',
    fingerprint: `open ${id}`,
    asker: 'U1',
    deciders: [],
    openUntil: 900_000,
    at: 1,
    body: { v: 1 },
    ...rest,
  };
}

export function someRecord(kind: string, id: string, body: unknown, more: Partial<StoredRecord> = {}): StoredRecord {
  return { kind, id, version: 1, placeKey: 'shop/east/1', channel: 'C1', isOpen: true, at: 1, body, ...more };
}

export function someEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  const who = { id: 'U1', name: 'Ann' };
  return { at: 1, kind: 'proposed', who, placeKey: 'shop/east/12', place: 'Shop', ...change };
}

export function someDue(id: string, change: Partial<Due> = {}): Due {
  return { id, kind: 'expiry', at: 10, body: { id }, ...change };
}

export function someOutgoing(id: string, change: Partial<Outgoing> = {}): Outgoing {
  return { id, kind: 'card', at: 10, body: { id }, ...change };
}
