import type { Monitoring, SimulatedDialect } from '../simulated-call.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import type { FaultPatch, InjectedFaults } from './platform-faults.ts';
import type { openLog, RequestLog } from './request-log.ts';

export type ServerOptions = {
  readonly port: number;
  readonly host: string;
  readonly dialect: SimulatedDialect;
  readonly monitoring: Monitoring;
  /** Whether regions are older than Rainbond 6, even after a reset of the faults. */
  readonly requestItems: boolean;
  readonly now: () => number;
  readonly world: SimulatedWorld;
  /** Name of the header, in lower case. */
  readonly authHeader: string;
  readonly authPrefix: string;
};

export type PlatformServer = {
  readonly url: string;
  readonly log: RequestLog;
  world(): SimulatedWorld;
  change(how: (world: SimulatedWorld) => SimulatedWorld): void;
  restore(): void;
  faults(): InjectedFaults;
  /** Sets faults without opening or closing the server; `setFaults` also opens or closes it. */
  putFaults(faults: InjectedFaults): void;
  setFaults(patch: FaultPatch): Promise<void>;
  resetFaults(): Promise<void>;
  close(): Promise<void>;
};

export type ServerContext = Omit<ServerOptions, 'world'> &
  Omit<PlatformServer, 'url' | 'close'> & {
    readonly record: ReturnType<typeof openLog>['add'];
    /** Aborted when the platform closes. Hanging requests aren't applied after that. */
    readonly closing: AbortSignal;
  };
