import type { PayloadFault } from './check/check-payload.ts';
import type { PageArea, PageEvent, PageLogEntry } from './page-protocol.ts';

export type RecordedFault = PayloadFault & { readonly at: number; readonly where: string; readonly payload: unknown };

export type JournalUpdate =
  | { readonly type: 'log'; readonly entry: PageLogEntry }
  | { readonly type: 'page'; readonly event: PageEvent; readonly to: string | null };

export type Journal = {
  readonly log: readonly PageLogEntry[];
  readonly faults: readonly RecordedFault[];
  readonly notices: readonly {
    readonly user: string;
    readonly channel: string | null;
    readonly say: string;
    readonly at: number;
  }[];
  readonly revision: number;
  write(kind: PageLogEntry['kind'], name: string, error: string | null, detail: unknown): PageLogEntry;
  fault(where: string, payload: unknown, faults: readonly PayloadFault[]): void;
  touch(...what: readonly PageArea[]): void;
  notice(user: string, channel: string | null, say: string): void;
  listen(listener: (update: JournalUpdate) => void): () => void;
};

export function createJournal(now: () => number): Journal {
  const log: PageLogEntry[] = [];
  const faults: RecordedFault[] = [];
  const notices: { user: string; channel: string | null; say: string; at: number }[] = [];
  const listeners = new Set<(update: JournalUpdate) => void>();
  let revision = 0;
  function tell(update: JournalUpdate): void {
    for (const listener of [...listeners]) listener(update);
  }
  function write(kind: PageLogEntry['kind'], name: string, error: string | null, detail: unknown): PageLogEntry {
    const entry = { n: log.length + 1, at: now(), kind, name, error, detail };
    log.push(entry);
    tell({ type: 'log', entry });
    return entry;
  }
  return {
    log,
    faults,
    notices,
    get revision() {
      return revision;
    },
    write,
    fault(where, payload, payloadFaults) {
      for (const fault of payloadFaults) {
        faults.push({ ...fault, at: now(), where, payload });
        write('fault', where, fault.error, fault);
      }
    },
    touch(...what) {
      revision += 1;
      tell({ type: 'page', to: null, event: { type: 'changed', revision, what } });
    },
    notice(user, channel, say) {
      notices.push({ user, channel, say, at: now() });
      tell({ type: 'page', to: user, event: { type: 'notice', channel, say } });
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
