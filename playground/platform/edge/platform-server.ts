import { createServer, type Server } from 'node:http';
import type { Dialect, Monitoring } from '../simulated-call.ts';
import type { World } from '../simulated-world.ts';
import { answerControl, isControl } from './control.ts';
import { applyPatch, level, type TiltPatch, type Tilts } from './platform-faults.ts';
import { openLog, type RequestLog } from './request-log.ts';
import { serve } from './serve.ts';

/** What the server needs to know from its starter. */
export type ServerOptions = {
  readonly port: number;
  readonly host: string;
  readonly dialect: Dialect;
  readonly monitoring: Monitoring;
  readonly now: () => number;
  readonly world: World;
  /** Lower case. */
  readonly authHeader: string;
  readonly authPrefix: string;
};

/** The running server's hands: everything that changes goes through it. */
export type PlatformServer = {
  readonly url: string;
  readonly log: RequestLog;
  world(): World;
  change(how: (world: World) => World): void;
  /** The seed's world again, under the tilts as they stand. */
  restore(): void;
  tilts(): Tilts;
  /** Sets tilts without touching the door; `setTilts` also opens or closes it. */
  putTilts(tilts: Tilts): void;
  setTilts(patch: TiltPatch): Promise<void>;
  resetTilts(): Promise<void>;
  close(): Promise<void>;
};

/** What serving one request may see and do. */
export type Room = Omit<ServerOptions, 'world'> &
  Omit<PlatformServer, 'url' | 'close'> & {
    readonly record: ReturnType<typeof openLog>['add'];
    /** Aborted when the platform closes: nothing that hangs is applied after that. */
    readonly closing: AbortSignal;
  };

/** Opens the server. */
export async function openServer(options: ServerOptions): Promise<PlatformServer> {
  const kept = keepState(options.world);
  const { log, add } = openLog();
  const closing = new AbortController();
  const server = createServer((message, response) => {
    const work = isControl(message) ? answerControl(room, message, response) : serve(room, message, response);
    work.catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const door = openDoor(server, options.host);
  const setTilts = async (patch: TiltPatch): Promise<void> => {
    kept.putTilts(applyPatch(kept.tilts(), patch));
    await (kept.tilts().down === 'refused' ? door.shut() : door.open());
  };
  const shared = { log, ...kept, setTilts, resetTilts: () => setTilts({ ...level }) };
  const room: Room = { ...options, ...shared, record: add, closing: closing.signal };
  await door.open(options.port);
  return {
    ...shared,
    url: `http://${options.host}:${door.port()}`,
    close: async () => {
      closing.abort();
      await door.shut();
    },
  };
}

/** The only mutable state there is: the world and the tilts. */
function keepState(seeded: World): Pick<PlatformServer, 'world' | 'change' | 'restore' | 'tilts' | 'putTilts'> {
  let world = seeded;
  let tilts = level;
  return {
    world: () => world,
    tilts: () => tilts,
    change: (how) => {
      world = how(world);
    },
    restore: () => {
      world = withMaintenance(seeded, seeded, tilts.maintenance);
    },
    putTilts: (next) => {
      if (next.maintenance !== tilts.maintenance) world = withMaintenance(world, seeded, next.maintenance);
      tilts = next;
    },
  };
}

/** Regions named are under maintenance; others have the status they were seeded with. */
function withMaintenance(world: World, seeded: World, names: readonly string[]): World {
  const usual = new Map(seeded.regions.map((region) => [region.name, region.status]));
  return {
    ...world,
    regions: world.regions.map((region) => {
      const status = names.includes(region.name) ? '3' : (usual.get(region.name) ?? region.status);
      return { ...region, status };
    }),
  };
}

type Door = { open(port?: number): Promise<void>; shut(): Promise<void>; port(): number };

/** Listening that can stop and start again at the same port. */
function openDoor(server: Server, host: string): Door {
  let known = 0;
  return {
    port: () => known,
    open: (port = known) =>
      new Promise((resolve, reject) => {
        if (server.listening) return resolve();
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          known = typeof address === 'object' && address !== null ? address.port : port;
          resolve();
        });
      }),
    shut: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
