import type { LogFields, World } from '../core/world.ts';

type Needed = 'the database' | 'Slack' | 'the platform';

export type TroubleLog = ReturnType<typeof createTroubleLog>;

interface Outage {
  since: number | undefined;
  isLogged: boolean;
  why: string;
  failures: number;
}

/** Logs outages at start, at end and every minute, and other events as counts. Call `flush` every `troubleEveryMs`. */
export function createTroubleLog({ now, log }: Pick<World, 'now' | 'log'>) {
  const outages = new Map<Needed, Outage>();
  /** Events logged after the last flush. Repetitions are only counted. */
  const logged = new Set<string>();
  const counts = new Map<string, { readonly level: 'info' | 'warn'; what: string; fields: LogFields; count: number }>();

  function logOutage(on: Needed, outage: Outage, what: string): void {
    const { why, failures, since } = outage;
    const ms = since === undefined ? {} : { ms: now() - since };
    log.warn(`${on} ${what}`, { why, count: failures, ...ms });
    outage.failures = 0;
    outage.isLogged = since !== undefined;
    logged.add(on);
  }

  return {
    /** @param why a reason, never a reply's body */
    failed(on: Needed, why: string): void {
      const outage = outages.get(on) ?? { since: undefined, isLogged: false, why, failures: 0 };
      outages.set(on, outage);
      outage.since ??= now();
      outage.why = why;
      outage.failures += 1;
      if (!outage.isLogged && !logged.has(on)) logOutage(on, outage, 'fails');
    },
    works(on: Needed): void {
      const outage = outages.get(on);
      if (outage?.since === undefined) return;
      if (outage.isLogged) log.info(`${on} works again`, { ms: now() - outage.since });
      outage.since = undefined;
      outage.isLogged = false;
    },
    /** Records an event that may happen often. Events are equal if `what` and the fields are equal. */
    count(level: 'info' | 'warn', what: string, fields: LogFields): void {
      const key = JSON.stringify([what, fields]);
      if (logged.has(key)) {
        const counted = counts.get(key);
        if (counted) counted.count += 1;
        else counts.set(key, { level, what, fields, count: 1 });
        return;
      }
      logged.add(key);
      log[level](what, { ...fields, count: 1 });
    },
    flush(): void {
      logged.clear();
      for (const [on, outage] of outages)
        if (outage.failures > 0) logOutage(on, outage, outage.since === undefined ? 'failed meanwhile' : 'still fails');
      for (const [key, { level, what, fields, count }] of counts) {
        log[level](what, { ...fields, count });
        logged.add(key);
      }
      counts.clear();
    },
  };
}
