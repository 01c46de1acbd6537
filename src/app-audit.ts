import type { Config } from './config.ts';
import type { World } from './core/world.ts';
import { type AuditHead, printHead } from './store/audit/audit-entry.ts';
import type { AuditOptions } from './store/open-store.ts';
import type { Store } from './store/store.ts';
import { repeatEvery } from './store/work-loop.ts';

const hourMs = 3_600_000;
/** A head is logged whenever the log passes a multiple of this many entries. */
const loggedEvery = 100;

/** How the store writes the audit log: signed with `AUDIT_KEY`, kept for `AUDIT_RETENTION`, its head logged as it grows. */
export function auditOptions({ audit }: Config, world: World): AuditOptions {
  const { current, previous, retentionMs } = audit;
  return {
    ...(current ? { signing: { keys: { current, previous }, now: world.now } } : {}),
    retentionMs,
    onHead: (head, added) => {
      const before = head.seq - added;
      if (Math.floor(head.seq / loggedEvery) > Math.floor(before / loggedEvery)) logHead(world, head);
    },
  };
}

function logHead({ log }: World, head: AuditHead): void {
  log.info('audit head', { head: printHead(head) });
}

/**
 * Logs the head of the audit log now and every hour: a log that is kept elsewhere is what `--head` compares with.
 * An entry that was the head before and is gone or another now is logged as an error, and `onBroken` is called.
 * @returns `record` logs the head at once and never throws; `stop` ends the hourly record
 */
export function logHeads(
  store: { readonly audit: Pick<Store['audit'], 'head' | 'hashOf'> },
  world: World,
  onBroken: () => void = () => {},
) {
  let known: AuditHead | undefined;

  async function record(): Promise<void> {
    try {
      const head = await store.audit.head();
      if (known && !(await isStillPart(known, head))) {
        onBroken();
        world.log.error('the audit log no longer contains a head that it had: entries were removed or rewritten', {
          expected: printHead(known),
          head: printHead(head),
        });
      }
      known = head;
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
