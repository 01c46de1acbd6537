import { settle } from './component/settle.ts';
import { actElsewhere, type ElsewhereAct } from './edge/elsewhere.ts';
import type { FaultPatch, InjectedFaults } from './edge/platform-faults.ts';
import { openServer } from './edge/platform-server.ts';
import type { RequestLog } from './edge/request-log.ts';
import { shopSeed } from './seed/shop-seed.ts';
import type { Monitoring, SimulatedDialect } from './simulated-call.ts';
import type { SimulatedWorld, WorldSeed } from './simulated-world.ts';

export type SimulatedPlatformOptions = {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly dialect?: SimulatedDialect;
  /** Access key of the first user. Default: the seed's key. */
  readonly token?: string;
  readonly now?: () => number;
  readonly seed?: WorldSeed;
  /** Monitoring answers. Default: `broken` on the console (like its newest version), `pair` for the document. */
  readonly monitoring?: Monitoring;
  /** Whether the region is older than Rainbond 6 and collects requests, even after a reset of the faults. */
  readonly requestItems?: boolean;
  /** Header and prefix of the token, which the document doesn't specify. The console knows only the default. */
  readonly authHeader?: string;
  readonly authPrefix?: string;
};

export type SimulatedPlatform = {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly token: string;
  readonly state: SimulatedWorld;
  readonly log: RequestLog;
  readonly faults: {
    readonly now: InjectedFaults;
    /** Changes some faults. Resolves when the faults are active, because the server might have to start or stop. */
    set(patch: FaultPatch): Promise<void>;
    reset(): Promise<void>;
  };
  /** Changes something outside the bot. @throws if the platform would refuse it */
  elsewhere(act: ElsewhereAct): void;
  restore(): void;
  close(): Promise<void>;
};

/** Starts a platform on loopback HTTP. It is strict, and shares no state with other platforms. */
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
