import type { Dialect, Monitoring } from '../simulated-call.ts';
import type { World } from '../simulated-world.ts';
import type { TiltPatch, Tilts } from './platform-faults.ts';
import type { openLog, RequestLog } from './request-log.ts';

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
export type ServerContext = Omit<ServerOptions, 'world'> &
  Omit<PlatformServer, 'url' | 'close'> & {
    readonly record: ReturnType<typeof openLog>['add'];
    /** Aborted when the platform closes: nothing that hangs is applied after that. */
    readonly closing: AbortSignal;
  };
