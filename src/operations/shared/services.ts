import type { Charts } from '../../charts/charts.ts';
import type { Person, Place } from '../../core/command/context.ts';
import type { Actor, Candidates } from '../../core/policy/decide.ts';
import type { Policy } from '../../core/policy/policy.ts';
import type { Lang } from '../../core/text/text.ts';
import { resultWithin, type World } from '../../core/world.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BackgroundReads } from '../../reader/background-reads.ts';
import type { Store } from '../../store/store.ts';
import type { KeptExamples } from './answer/kept-examples.ts';
import type { Operation, Reads, SlackGroup } from './define.ts';
import type { EvidenceMaker } from './evidence-wanted.ts';

/** Thrown if Slack can't return a profile, so that the person's permissions are unknown. */
export class ProfileUnreadable extends Error {
  override readonly name = 'ProfileUnreadable';
  /** Remaining time of Slack's rate limit, in ms, if the rate limit caused the error. */
  readonly limitedMs: number | undefined;

  constructor(id: string, { cause, limitedMs }: { readonly cause: unknown; readonly limitedMs?: number | undefined }) {
    super(`the profile of ${id} could not be read`, { cause });
    this.limitedMs = limitedMs;
  }
}

export class GroupsUnreadable extends Error {
  override readonly name = 'GroupsUnreadable';
}

export interface People {
  /** Returns a profile that is at most 60 s old; with `now`, always asks Slack. @throws ProfileUnreadable */
  person(id: string, as?: 'lately' | 'now'): Promise<Person>;
  /** Returns a recent profile without a request, for immediate replies. */
  known(id: string): Person | undefined;
  actor(person: Actor['person'], channel: string): Promise<Actor>;
  /** Checks whether every full member can read a channel; false if Slack doesn't say. At most 60 s old. */
  isPublic(channel: string): Promise<boolean>;
  /** Checks whether the bot is certainly not a member of a channel. Returns false if Slack doesn't say. */
  cannotPost(channel: string): Promise<boolean>;
  /** Checks whether the bot is certainly a member of a channel. Returns false if Slack doesn't say. */
  isBotIn(channel: string): Promise<boolean>;
  /** Returns the channels with both the person and the bot, by name; empty if Slack doesn't say. At most 60 s old. */
  sharedChannels(id: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Returns the user groups, at most 60 s old. @throws GroupsUnreadable */
  userGroups(): Promise<readonly SlackGroup[]>;
  linkOf(message: { readonly channel: string; readonly ts: string }): Promise<string | undefined>;
  /** Returns members who could decide. Stops when `enough` full members other than `except` are found. */
  candidates(query: {
    readonly channel?: string;
    readonly users?: readonly string[];
    readonly groups?: readonly string[];
    readonly enough?: number;
    readonly except?: string;
  }): Promise<Candidates>;
}

export interface Services {
  readonly world: World;
  readonly store: Store;
  readonly platform: Platform;
  readonly charts: Charts;
  readonly evidence: EvidenceMaker;
  readonly examples: KeptExamples;
  readonly background: BackgroundReads;
  readonly policy: Policy;
  readonly people: People;
  readonly operations: readonly Operation[];
  readonly prefix: string;
  /** Default language of posts in channels (`LANGUAGE`), if the policy sets none. */
  readonly language?: Lang;
  readonly consoleUrl?: string;
  readonly agentsUrl?: string;
  readonly fallback?: Place;
  readonly count?: Counts;
}

export interface Counts {
  requestBecame(state: string, operation: string): void;
  dueDone(kind: string, outcome: 'ok' | 'failed', lateMs: number): void;
}

export function readsOf(services: Services): Reads {
  const { store, world, background } = services;
  return {
    platform: services.platform,
    seen: store.seen,
    contexts: store.contexts,
    examples: services.examples,
    requests: store.requests,
    temporaryAccess: store.temporaryAccess,
    schedules: store.schedules,
    agents: store.agents,
    agentsUrl: services.agentsUrl,
    fallback: services.fallback,
    records: store.records,
    keepRecords: async (records) => store.commit({ at: world.now(), records }),
    turns: background.ofReports,
    clock: world.now,
    audit: store.audit,
    evidence: services.evidence,
    policy: services.policy,
    language: services.language,
    actor: services.people.actor,
    isPublic: services.people.isPublic,
    userGroups: services.people.userGroups,
    linkOf: services.people.linkOf,
    soon: (read) => soon(services.world, read),
    nameOf: async (id) => (await services.people.person(id).catch(() => undefined))?.name ?? id,
  };
}

/** Maximum wait for optional parts of an answer, in ms. */
const soonMs = 1_000;

async function soon<T>(world: World, read: () => Promise<T>): Promise<T | undefined> {
  const reading = read().catch((error: unknown) => {
    world.log.debug('an answer goes without what could not be read', { error });
    return undefined;
  });
  return resultWithin(world, soonMs, reading);
}
