import { placeKey, placeText } from '../core/command/context.ts';
import { minGap } from '../operations/shared/evidence/read-interval.ts';
import { type KnownAddress, wasFirstSeen } from '../operations/shared/exposure/known-address.ts';
import type { OutsideChange } from './outside-change.ts';

/** Address that was reachable from outside at some time. Times are epoch ms. */
export interface ExposedThen {
  readonly address: string;
  readonly component: string;
  readonly port: number;
  readonly context: string;
  readonly contextKey: string;
  /** When it was opened, if known. */
  readonly since: number;
  readonly openedBy?: string;
  readonly platformUser?: string;
  /** The address was already open when its app was first read. */
  readonly firstSeen?: true;
  /** The address's rule was deleted, but its port was still open. */
  readonly ruleDeleted?: true;
}

export interface ExposureEvidence {
  /** Open addresses at the start of the range; undefined if no application had been read before that time. */
  readonly atStart: readonly ExposedThen[] | undefined;
  readonly atEnd: readonly ExposedThen[] | undefined;
  readonly outside: readonly OutsideChange[];
  /** First and last read of addresses, by context key. Between these, addresses are read only when someone asks. */
  readonly readRanges: ReadonlyMap<string, { readonly first: number; readonly last: number }>;
}

/** @param reads time of the last read of each application's addresses, by context key */
export function exposureOf(
  all: readonly KnownAddress[],
  reads: ReadonlyMap<string, number>,
  { since, until, has }: { readonly since: number; readonly until: number; readonly has: (key: string) => boolean },
): ExposureEvidence {
  const addresses = all.filter(({ place }) => has(placeKey(place)));
  const readRanges = new Map<string, { first: number; last: number }>();
  for (const [key, last] of reads) if (has(key)) readRanges.set(key, { first: last, last });
  for (const each of addresses) {
    const range = readRanges.get(placeKey(each.place));
    if (range) range.first = Math.min(range.first, ...each.history.map(({ at }) => at));
  }
  const wasReadBy = (at: number) => [...readRanges.values()].some(({ first }) => first <= at);
  const openAt = (at: number) =>
    wasReadBy(at) ? addresses.filter((each) => wasOpen(each, at)).map((each) => exposedThen(each, at)) : undefined;
  return {
    atStart: openAt(since),
    atEnd: openAt(until),
    outside: addresses.flatMap((each) => changesOf(each, since)),
    readRanges,
  };
}

/** Time in which changes of an application's access may have been missed. Times are epoch ms. */
export interface AccessGap {
  readonly contextKey: string;
  readonly context: string;
  readonly from: number;
  readonly to: number;
  readonly gap: 'unread' | 'first' | 'last';
}

/** Returns, for each application, the times before the first and after the last read of its addresses. */
export function accessGaps(
  apps: readonly { readonly contextKey: string; readonly context: string }[],
  { readRanges }: Pick<ExposureEvidence, 'readRanges'>,
  { since, until }: { readonly since: number; readonly until: number },
): readonly AccessGap[] {
  return apps.flatMap(({ contextKey, context }): readonly AccessGap[] => {
    const range = readRanges.get(contextKey);
    if (!range || range.last < since) return [{ contextKey, context, from: since, to: until, gap: 'unread' }];
    const gaps: readonly AccessGap[] = [
      { contextKey, context, from: since, to: range.first, gap: 'first' },
      { contextKey, context, from: range.last, to: until, gap: 'last' },
    ];
    return gaps.filter(({ from, to }) => to - from >= minGap);
  });
}

function wasOpen({ history }: KnownAddress, at: number): boolean {
  const last = history.findLast((each) => each.at <= at);
  return last !== undefined && last.what !== 'closed';
}

function exposedThen(record: KnownAddress, at: number): ExposedThen {
  const { address, componentName, port, place } = record;
  const history = record.history.filter((each) => each.at <= at);
  const last = history.findLast(({ what }) => what === 'seen' || what === 'opened');
  const { request, user, ...opening } = last ?? { at: record.since, request: record.opened, user: record.openedBy };
  return {
    address,
    component: componentName,
    port,
    context: placeText(place),
    contextKey: placeKey(place),
    since: request?.at ?? opening.at,
    ...(request ? { openedBy: request.by.name } : { platformUser: user }),
    firstSeen: wasFirstSeen({ history }) && !request ? true : undefined,
    ruleDeleted: history.findLast(({ what }) => what !== 'moved')?.what === 'deleted' ? true : undefined,
  };
}

function changesOf({ history, place, componentName, address }: KnownAddress, since: number): readonly OutsideChange[] {
  const where = { context: placeText(place), contextKey: placeKey(place), component: componentName, address };
  return history.flatMap(({ at, what, request, user }): readonly OutsideChange[] => {
    if (request || at < since || what === 'seen' || what === 'moved') return [];
    return [{ at, what: what === 'deleted' ? 'rule-deleted' : what, ...where, by: user }];
  });
}
