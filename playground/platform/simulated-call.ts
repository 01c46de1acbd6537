import type { Json } from '../../src/core/text/json.ts';
import type { LifecycleFaults } from './component/lifecycle-faults.ts';
import { framework, PlatformRefusal, type SimulatedOutcome } from './platform-answer.ts';
import type { SimulatedUser, SimulatedWorld } from './simulated-world.ts';

/**
 * A request body before anybody looked at it; it is parsed only when an operation asks (docs/platform.md#transport).
 */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: { readonly [name: string]: string } }
  | { readonly kind: 'other'; readonly type: string };

/** How `value` of monitoring is laid out: `pair` one `[time, value]` a result, `pairs` one after another in one result,
 * `values-flat` values alone at `step` from `start`, `prometheus` as Prometheus has it. */
export type ValueLayout = 'pair' | 'pairs' | 'values-flat' | 'prometheus';

/** What monitoring answers: `broken` as the console's newest version does (every series empty), `fixed` = `prometheus`. */
export type Monitoring = 'broken' | 'fixed' | ValueLayout;

/**
 * What a region's API does instead of working. `once`: only for the next write. `unreachable`: nothing listens;
 * `aborts`: connections break before an answer.
 */
export type RegionFault =
  | { readonly kind: 'unreachable' | 'aborts'; readonly once?: boolean | undefined }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: Json;
      /** Only calls whose path at the region contains this text fail. */
      readonly only?: string | undefined;
      readonly once?: boolean | undefined;
    };

/** Which of the two faces the platform shows: the real console's, or the document taken literally. */
export type SimulatedDialect = 'console' | 'document';

/** One request, routed and authenticated, as an operation sees it. */
export type SimulatedCall = {
  readonly method: string;
  readonly path: string;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly user: SimulatedUser;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly dialect: SimulatedDialect;
  readonly monitoring: Monitoring;
  readonly monitoringDown: boolean;
  /** Whether kube-state-metrics isn't installed. */
  readonly noKubeState: boolean;
  /** Whether the gateway's metrics aren't scraped. */
  readonly noGatewayMetrics: boolean;
  /** Whether the region collects what Rainbond 6 doesn't any more. */
  readonly requestItems: boolean;
  readonly regionFaults: { readonly [region: string]: RegionFault };
  readonly lifecycle: LifecycleFaults;
};

/** A pure operation: world and request in, world and answer out; throws only `Refusal`. */
export type SimulatedOperation = (world: SimulatedWorld, call: SimulatedCall) => SimulatedOutcome;

/** A path parameter; the route guarantees it. */
export function param(call: SimulatedCall, name: string): string {
  return call.params[name] ?? '';
}

/** The parsed body: `{}` when there is none. Refuses other media types (415) and malformed JSON (400). */
export function readData(call: SimulatedCall): Json {
  const { body } = call;
  switch (body.kind) {
    case 'none':
      return {};
    case 'form':
      return body.fields;
    case 'other':
      throw new PlatformRefusal(
        framework(415, `不支持请求中的媒体类型 “${body.type}”。`, 'UnsupportedMediaType', 'request.py:356 _parse'),
      );
    case 'json':
      return parseJson(body.text);
  }
}

function parseJson(text: string): Json {
  try {
    const parsed: Json = JSON.parse(text);
    return parsed;
  } catch (error) {
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '');
    const offset = at ? Number(at[1]) : text.length;
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    const detail = `JSON parse error - Expecting value: line ${line} column ${column} (char ${offset})`;
    throw new PlatformRefusal(framework(400, detail, 'ParseError', 'parsers.py:66 parse'));
  }
}
