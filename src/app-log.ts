import { Incident, incidentState } from './core/incident/incident.ts';
import { repeatEvery } from './core/work-loop.ts';
import type { Log, World } from './core/world.ts';
import { type TroubleLog, troubleEveryMs } from './observability/trouble-log.ts';
import { incidentRecords } from './operations/shared/incident/incident-rows.ts';
import { PlatformError } from './platform/errors/platform-error.ts';
import { slackRefusal } from './slack/interaction/slack-errors.ts';
import type { StoreHealth } from './store/engines/watched-engine.ts';
import { type RecordChange, type Store, StoreProblem } from './store/store.ts';

/** Wraps the store so that the begin and end of each incident are logged. */
export function loggedStore(store: Store, { log }: Pick<World, 'log'>): Store {
  return {
    ...store,
    async commit(change) {
      const result = await store.commit(change);
      if (result === 'saved') for (const record of change.records ?? []) logIncident(log, record);
      return result;
    },
  };
}

function logIncident(log: Log, change: RecordChange): void {
  if (!('next' in change) || change.next.kind !== incidentRecords.kind) return;
  const { expect, next } = change;
  const incident = Incident.safeParse(next.body).data;
  const what = expect === 'new' ? 'incident began' : next.isOpen ? undefined : 'incident ended';
  if (!incident || what === undefined) return;
  log.info(what, { incident: next.id, context: next.placeKey, outcome: incidentState(incident) });
}

/** Returns the cause of a database, platform or Slack error, without any reply body; undefined for other errors. */
function causeOf(error: unknown): { readonly isOutage: boolean; readonly cause: unknown } | undefined {
  if (error instanceof StoreProblem) return { isOutage: true, cause: error.message };
  if (error instanceof PlatformError) {
    const { asked, kind, reason, status, reference } = error;
    return {
      isOutage: kind === 'unreachable' || kind === 'timeout',
      cause: { asked, kind, reason, status, reference },
    };
  }
  const refusal = slackRefusal(error);
  if (refusal) return { isOutage: refusal.fault === 'unreachable' || refusal.fault === 'failing', cause: refusal };
  return undefined;
}

/** Logs failures without a stack. During an outage, logs only failures with a reference; `TroubleLog` logs the rest. */
export function quietLog(log: Log): Log {
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (what, fields = {}) => {
      const covered = causeOf(fields.error);
      if (!covered) return log[level](what, fields);
      const isCovered = covered.isOutage && fields.reference === undefined;
      log[isCovered ? 'debug' : level](what, { ...fields, error: covered.cause });
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

export function storeHealth(trouble: TroubleLog): StoreHealth {
  return {
    works: () => trouble.works('the database'),
    failed: ({ message }) => trouble.failed('the database', message),
  };
}

/** Flushes the outage log once a minute. The returned function stops this after one last flush. */
export function keepLogging(trouble: TroubleLog, world: Pick<World, 'wait'>): () => void {
  const end = repeatEvery(troubleEveryMs, world, async () => trouble.flush());
  return () => {
    end();
    trouble.flush();
  };
}
