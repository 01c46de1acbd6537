import type { Config } from './config.ts';
import { repeatEvery } from './core/work-loop.ts';
import type { Log, World } from './core/world.ts';
import { type AuditEntry, type AuditHead, type AuditKind, printHead } from './store/audit/audit-entry.ts';
import type { AuditOptions } from './store/open-store.ts';
import type { Store } from './store/store.ts';

const hourMs = 3_600_000;
const loggedEvery = 100;

/** Log line for each kind of audit entry (docs/log-and-metrics.md#lines-of-requests-and-settings) but `restored`. */
export const auditLines: Readonly<Record<Exclude<AuditKind, 'restored'>, string>> = {
  proposed: 'request proposed',
  replanned: 'request planned again',
  approved: 'request approved',
  voided: 'decision voided',
  denied: 'request denied',
  cancelled: 'request canceled',
  expired: 'request expired',
  break_glass: 'request run by break glass',
  frozen: 'request frozen',
  exception: 'exception requested',
  rescheduled: 'request given another time',
  run: 'request started',
  step: 'step ended',
  outcome: 'request ended',
  check: 'request checked',
  settled: 'request settled by a person',
  undo: 'undo requested',
  opening: 'temporary access began',
  extended: 'temporary access extended',
  closing: 'temporary access closing',
  setting: 'setting changed',
  agent: 'agent read',
  evidence: 'evidence exported',
  policy: 'policy in force',
  signing: 'audit signing began',
  checkpoint: 'audit entries removed',
};

export function auditOptions({ audit }: Config, world: World): AuditOptions {
  const { current, previous, retentionMs } = audit;
  return {
    ...(current ? { signing: { keys: { current, previous }, now: world.now } } : {}),
    retentionMs,
    onAppend: ({ entries, head }) => {
      for (const entry of entries) logEntry(world.log, entry);
      if (!head) return;
      const before = head.seq - entries.length;
      if (Math.floor(head.seq / loggedEvery) > Math.floor(before / loggedEvery)) logHead(world, head);
    },
  };
}

/** Logs only ids and fixed words. Reasons, names and titles stay in the audit log. */
function logEntry(log: Log, { kind, request, operation, placeKey, who, outcome, status }: AuditEntry): void {
  if (kind === 'restored') return;
  const fields = { request, operation, context: placeKey, person: who.id, outcome, state: status };
  log[kind === 'agent' ? 'debug' : 'info'](auditLines[kind], fields);
}

function logHead({ log }: World, head: AuditHead): void {
  log.info('audit head', { head: printHead(head) });
}

/** Logs the audit log's head hourly and when `record` is called. Calls `onBroken` if an earlier head changed. */
export function logHeads(
  store: { readonly audit: Pick<Store['audit'], 'head' | 'hashOf'> },
  world: World,
  onBroken: () => void = () => {},
) {
  let last: AuditHead | undefined;

  async function record(): Promise<void> {
    try {
      const head = await store.audit.head();
      if (last && !(await isStillPart(last, head))) {
        onBroken();
        world.log.error('the audit log no longer contains a head that it had: entries were removed or rewritten', {
          expected: printHead(last),
          head: printHead(head),
        });
      }
      last = head;
      logHead(world, head);
    } catch (error) {
      world.log.warn('the audit head could not be read', { error });
    }
  }

  async function isStillPart(earlier: AuditHead, head: AuditHead): Promise<boolean> {
    if (head.seq < earlier.seq) return false;
    if (earlier.seq === 0) return true;
    const hash = await store.audit.hashOf(earlier.seq);
    return hash === earlier.hash || hash === 'removed';
  }

  return { record, stop: repeatEvery(hourMs, world, record) };
}
