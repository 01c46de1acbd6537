import type { TiltPatch } from './platform/edge/platform-faults.ts';

/** What the page and the playground say to each other about the platform, under `/_glass/`. Times in epoch milliseconds. */

/** One exchange between bot and platform, as `GET /_glass/log?after=n` hands it out, oldest first. */
export type GlassEntry = {
  readonly n: number;
  readonly at: number;
  readonly kind: 'platform';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** 0: the connection broke before an answer. */
  readonly status: number;
  readonly ms: number;
  readonly request: unknown;
  readonly answer: unknown;
  /** Which tilt changed the course, or null. */
  readonly tilt: string | null;
};

/** What somebody else does to the platform, not through the bot, as far as the page offers it. */
export type GlassElsewhere =
  | {
      readonly do: 'open' | 'close';
      readonly component: string;
      readonly port: number;
      readonly side: 'outer' | 'inner';
    }
  | { readonly do: 'delete'; readonly component: string; readonly port: number };

/** The body of `POST /_glass/tilt`: some tilts set, all level, the seed back, somebody else at work. */
export type GlassAct =
  | { readonly do: 'patch'; readonly patch: TiltPatch }
  | { readonly do: 'reset' }
  | { readonly do: 'restore' }
  | { readonly do: 'elsewhere'; readonly act: GlassElsewhere };

/** `GET /_glass/tilt`: how the platform is tilted, and the names that tilts can use. */
export type GlassStanding = {
  readonly tilts: {
    readonly latencyMs: number;
    readonly down: string;
    readonly maintenance: readonly string[];
    readonly monitoringDown: boolean;
    readonly nextWrite: { readonly kind: string } | null;
    readonly nextRead: { readonly kind: string } | null;
    readonly regionFaults: { readonly [region: string]: unknown };
  };
  readonly regions: readonly string[];
  readonly components: readonly {
    readonly name: string;
    readonly alias: string;
    readonly app: string;
    readonly region: string;
    readonly ports: readonly { readonly number: number; readonly inner: boolean; readonly outer: boolean }[];
  }[];
};

/** The answer of `POST /_glass/tilt`: how it stands now, or the line to show. */
export type GlassActed = ({ readonly ok: true } & GlassStanding) | { readonly ok: false; readonly say: string };
