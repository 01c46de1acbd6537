import { createServer, type Server } from 'node:http';
import type { SimulatedWorld } from '../simulated-world.ts';
import { answerControl, isControl } from './control.ts';
import { applyFaultPatch, type FaultPatch, type InjectedFaults, noFaults } from './platform-faults.ts';
import { openLog } from './request-log.ts';
import { serve } from './serve.ts';
import type { PlatformServer, ServerContext, ServerOptions } from './server-context.ts';

export async function openServer(options: ServerOptions): Promise<PlatformServer> {
  const usual = { ...noFaults, requestItems: options.requestItems };
  const kept = keepState(options.world, usual);
  const { log, add } = openLog();
  const closing = new AbortController();
  const server = createServer((message, response) => {
    const work = isControl(message) ? answerControl(context, message, response) : serve(context, message, response);
    work.catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const door = openDoor(server, options.host);
  const setFaults = async (patch: FaultPatch): Promise<void> => {
    kept.putFaults(applyFaultPatch(kept.faults(), patch));
    await (kept.faults().down === 'refused' ? door.shut() : door.open());
  };
  const shared = { log, ...kept, setFaults, resetFaults: () => setFaults({ ...usual }) };
  const context: ServerContext = { ...options, ...shared, record: add, closing: closing.signal };
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

function keepState(
  seeded: SimulatedWorld,
  usual: InjectedFaults,
): Pick<PlatformServer, 'world' | 'change' | 'restore' | 'faults' | 'putFaults'> {
  let world = seeded;
  let faults = usual;
  return {
    world: () => world,
    faults: () => faults,
    change: (how) => {
      world = how(world);
    },
    restore: () => {
      world = withMaintenance(seeded, seeded, faults.maintenance);
    },
    putFaults: (next) => {
      if (next.maintenance !== faults.maintenance) world = withMaintenance(world, seeded, next.maintenance);
      faults = next;
    },
  };
}

/** Puts these regions under maintenance. Other regions get their status from the seed. */
function withMaintenance(world: SimulatedWorld, seeded: SimulatedWorld, names: readonly string[]): SimulatedWorld {
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

/** Server that can stop and listen again on the same port. */
function openDoor(server: Server, host: string): Door {
  let boundPort = 0;
  return {
    port: () => boundPort,
    open: (port = boundPort) =>
      new Promise((resolve, reject) => {
        if (server.listening) return resolve();
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          boundPort = typeof address === 'object' && address !== null ? address.port : port;
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
