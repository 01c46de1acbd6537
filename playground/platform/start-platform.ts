import { settle } from './component/settle.ts';
import { actElsewhere, type ElsewhereAct } from './edge/elsewhere.ts';
import type { FaultPatch, InjectedFaults } from './edge/platform-faults.ts';
import { openServer } from './edge/platform-server.ts';
import type { RequestLog } from './edge/request-log.ts';
import { shopSeed } from './seed/shop-seed.ts';
import type { Monitoring, SimulatedDialect } from './simulated-call.ts';
import type { SimulatedWorld, WorldSeed } from './simulated-world.ts';

/** How to start it. Everything has a default. */
export type SimulatedPlatformOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly dialect?: SimulatedDialect;
  /** The key of the first user; default: the seed's. */
  readonly token?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly seed?: WorldSeed;
  /** What monitoring answers; default `broken` on the console (as its newest version is), `pair` for the document. */
  readonly monitoring?: Monitoring;
  /** A region before Rainbond 6: it collects requests, response time and clients, whatever faults are reset. */
  readonly requestItems?: boolean;
  /** Header and prefix of the token, which the document leaves open; the console knows only the default. */
  readonly authHeader?: string;
  readonly authPrefix?: string;
};

/** A running simulated platform. */
export type SimulatedPlatform = {
  /** Base url without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** The world as it is now; a new object after every change. */
  readonly state: SimulatedWorld;
  readonly log: RequestLog;
  readonly faults: {
    readonly now: InjectedFaults;
    /** Changes some faults; resolves when they hold (closing or opening the door takes a moment). */
    set(patch: FaultPatch): Promise<void>;
    /** Everything level again; the world stays as it is. */
    reset(): Promise<void>;
  };
  /** Somebody else changes something, not through the bot. Throws when the platform would refuse it. */
  elsewhere(act: ElsewhereAct): void;
  /** Puts the seed's world back; faults stay as they are. */
  restore(): void;
  close(): Promise<void>;
};

/** Starts a platform on loopback HTTP; strict, stateful, alone in its world. */
export async function startPlatform(options: SimulatedPlatformOptions = {}): Promise<SimulatedPlatform> {
  const now = options.now ?? Date.now;
  const seeded = withToken((options.seed ?? shopSeed)(now()), options.token);
  const dialect = options.dialect ?? 'console';
  const monitoring = options.monitoring ?? (dialect === 'console' ? 'broken' : 'pair');
  const server = await openServer({
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    dialect,
    monitoring,
    requestItems: options.requestItems ?? false,
    now,
    world: seeded,
    authHeader: (options.authHeader ?? 'authorization').toLowerCase(),
    authPrefix: options.authPrefix ?? '',
  });
  return {
    url: server.url,
    token: seeded.users[0]?.token ?? '',
    get state() {
      return settle(server.world(), now());
    },
    log: server.log,
    faults: {
      get now() {
        return server.faults();
      },
      set: server.setFaults,
      reset: server.resetFaults,
    },
    elsewhere: (act) => server.change((world) => actElsewhere(world, act, now())),
    restore: server.restore,
    close: server.close,
  };
}

function withToken(world: SimulatedWorld, token: string | undefined): SimulatedWorld {
  if (token === undefined) return world;
  return { ...world, users: world.users.map((user, index) => (index === 0 ? { ...user, token } : user)) };
}
