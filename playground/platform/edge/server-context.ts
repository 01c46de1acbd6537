import type { Monitoring, SimulatedDialect } from '../simulated-call.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import type { FaultPatch, InjectedFaults } from './platform-faults.ts';
import type { openLog, RequestLog } from './request-log.ts';

/** What the server needs to know from its starter. */
export type ServerOptions = {
  readonly port: number;
  readonly host: string;
  readonly dialect: SimulatedDialect;
  readonly monitoring: Monitoring;
  /** Whether regions are older than Rainbond 6, whatever faults are reset. */
  readonly requestItems: boolean;
  readonly now: () => number;
  readonly world: SimulatedWorld;
  /** Lower case. */
  readonly authHeader: string;
  readonly authPrefix: string;
};

/** The running server's hands: everything that changes goes through it. */
export type PlatformServer = {
  readonly url: string;
  readonly log: RequestLog;
  world(): SimulatedWorld;
  change(how: (world: SimulatedWorld) => SimulatedWorld): void;
  /** The seed's world again, under the faults as they stand. */
  restore(): void;
  faults(): InjectedFaults;
  /** Sets faults without touching the door; `setFaults` also opens or closes it. */
  putFaults(faults: InjectedFaults): void;
  setFaults(patch: FaultPatch): Promise<void>;
  resetFaults(): Promise<void>;
  close(): Promise<void>;
};

/** What serving one request may see and do. */
export type ServerContext = Omit<ServerOptions, 'world'> &
  Omit<PlatformServer, 'url' | 'close'> & {
    readonly record: ReturnType<typeof openLog>['add'];
    /** Aborted when the platform closes: nothing that hangs is applied after that. */
    readonly closing: AbortSignal;
  };
