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

/** Someone's profile couldn't be read from Slack, so it isn't known whether they may ask or decide. */
export class ProfileUnreadable extends Error {
  override readonly name = 'ProfileUnreadable';
  /** For how long Slack still limits requests, in ms, where that is why. */
  readonly limitedMs: number | undefined;

  constructor(id: string, { cause, limitedMs }: { readonly cause: unknown; readonly limitedMs?: number | undefined }) {
    super(`the profile of ${id} could not be read`, { cause });
    this.limitedMs = limitedMs;
  }
}

/** The user groups of the workspace could not be read. */
export class GroupsUnreadable extends Error {
  override readonly name = 'GroupsUnreadable';
}

/** What the policy has to know about people, read from Slack. */
export interface People {
  /**
   * The profile of someone who asks or presses, at most 60 s old; as it is `now` if Slack has to be asked.
   * @throws ProfileUnreadable
   */
  person(id: string, as?: 'lately' | 'now'): Promise<Person>;
  /** The same without asking, if it was asked lately: for what has to be answered at once. */
  known(id: string): Person | undefined;
  actor(person: Actor['person'], channel: string): Promise<Actor>;
  /**
   * Whether every full member of the workspace may read a channel; false where Slack does not tell. At most 60 s old.
   */
  isPublic(channel: string): Promise<boolean>;
  /** Whether the bot is surely no member of a channel; false where Slack does not tell. */
  cannotPost(channel: string): Promise<boolean>;
  /** The channels that someone and the bot are in, by name; none if Slack doesn't tell. At most 60 s old. */
  sharedChannels(id: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /**
   * The user groups of the workspace, at most 60 s old.
   * @throws GroupsUnreadable
   */
  userGroups(): Promise<readonly SlackGroup[]>;
  /**
   * The members of a channel or of user groups and users, for “could anyone decide?”. Reading ends early when `enough`
   * full members other than `except` are found.
   */
  candidates(of: {
    readonly channel?: string;
    readonly users?: readonly string[];
    readonly groups?: readonly string[];
    readonly enough?: number;
    readonly except?: string;
  }): Promise<Candidates>;
}

/** Everything that the workflow works with; made once in `app.ts`. */
export interface Services {
  readonly world: World;
  readonly store: Store;
  readonly platform: Platform;
  readonly charts: Charts;
  readonly evidence: EvidenceMaker;
  readonly examples: KeptExamples;
  /** The turns of what is read in the background. */
  readonly background: BackgroundReads;
  readonly policy: Policy;
  readonly people: People;
  readonly operations: readonly Operation[];
  /** The prefix of the installed commands. */
  readonly prefix: string;
  /** Of what is posted in channels, where the policy says nothing (`LANGUAGE`). */
  readonly language?: Lang;
  /** Where people open the console in their browsers (`CONSOLE_URL`). */
  readonly consoleUrl?: string;
  /** `MCP_URL`. */
  readonly agentsUrl?: string;
  /** `PLATFORM_CONTEXT`. */
  readonly fallback?: Place;
  /** What operators count of changes; tests may do without. */
  readonly count?: Counts;
}

/** The counters of changes and of work that was due. */
export interface Counts {
  /** A request was decided, ran, or ended: the state that it came into. */
  requestBecame(state: string, operation: string): void;
  dueDone(kind: string, outcome: 'ok' | 'failed', lateMs: number): void;
}

/** The part of the services that operations may read. */
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
    actor: services.people.actor,
    isPublic: services.people.isPublic,
    userGroups: services.people.userGroups,
    soon: (read) => soon(services.world, read),
    nameOf: async (id) => (await services.people.person(id).catch(() => undefined))?.name ?? id,
  };
}

/** How long an answer waits for what it can do without, in ms. */
const soonMs = 1_000;

async function soon<T>(world: World, read: () => Promise<T>): Promise<T | undefined> {
  const reading = read().catch((error: unknown) => {
    world.log.debug('an answer goes without what could not be read', { error });
    return undefined;
  });
  return resultWithin(world, soonMs, reading);
}
