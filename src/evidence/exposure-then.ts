import { placeKey, placeText } from '../core/command/context.ts';
import type { KnownAddress } from '../operations/shared/exposure/known-address.ts';
import type { OutsideChange } from './outside-change.ts';

/** An address that could be reached from outside at some time. Times are epoch ms. */
export interface ExposedThen {
  readonly address: string;
  readonly component: string;
  readonly port: number;
  readonly context: string;
  readonly contextKey: string;
  /** Since when it was open, as far as that is known. */
  readonly since: number;
  /** Who opened it through Portolan; absent if it was opened elsewhere. */
  readonly openedBy?: string;
}

/** What is known of the addresses of some applications. */
export interface ExposureEvidence {
  /** Undefined if no application had been read by then. */
  readonly atStart: readonly ExposedThen[] | undefined;
  readonly atEnd: readonly ExposedThen[] | undefined;
  readonly outside: readonly OutsideChange[];
  /** When addresses were first and last read, by context key; nothing was read in between unless someone asked. */
  readonly read: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
}

/** What the kept addresses tell of a time. Pure. @param reads when each application was read last, by its key */
export function exposureOf(
  all: readonly KnownAddress[],
  reads: ReadonlyMap<string, number>,
  { since, until, has }: { readonly since: number; readonly until: number; readonly has: (key: string) => boolean },
): ExposureEvidence {
  const known = all.filter(({ place }) => has(placeKey(place)));
  const read = new Map<string, { first: number; last: number }>();
  for (const [key, last] of reads) if (has(key)) read.set(key, { first: last, last });
  for (const each of known) {
    const range = read.get(placeKey(each.place));
    if (range) range.first = Math.min(range.first, ...each.history.map(({ at }) => at));
  }
  const wasReadBy = (at: number) => [...read.values()].some(({ first }) => first <= at);
  const openAt = (at: number) =>
    wasReadBy(at) ? known.filter((each) => wasOpen(each, at)).map(exposedThen) : undefined;
  return {
    atStart: openAt(since),
    atEnd: openAt(until),
    outside: known.flatMap((each) => changesOf(each, since)),
    read,
  };
}

/** Whether an address is known to have been open at a time. */
function wasOpen({ history }: KnownAddress, at: number): boolean {
  const last = history.findLast((each) => each.at <= at);
  return last !== undefined && last.what !== 'closed';
}

function exposedThen({ address, componentName, port, place, since, opened }: KnownAddress): ExposedThen {
  const where = { context: placeText(place), contextKey: placeKey(place) };
  return { address, component: componentName, port, ...where, since, openedBy: opened?.by.name };
}

/** What happened to an address without a request of Portolan. */
function changesOf({ history, place, componentName, address }: KnownAddress, since: number): readonly OutsideChange[] {
  const where = { context: placeText(place), contextKey: placeKey(place), component: componentName, address };
  return history.flatMap(({ at, what, request }): readonly OutsideChange[] => {
    if (request || at < since || what === 'seen' || what === 'moved') return [];
    return [{ at, what: what === 'deleted' ? 'rule-deleted' : what, ...where }];
  });
}
