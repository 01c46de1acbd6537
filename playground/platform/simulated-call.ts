import type { Json } from '../../src/core/text/json.ts';
import type { LifecycleFaults } from './component/lifecycle-faults.ts';
import { framework, PlatformRefusal, type SimulatedOutcome } from './platform-answer.ts';
import type { SimulatedUser, SimulatedWorld } from './simulated-world.ts';

/** Request body. It is parsed only when an operation needs it (docs/platform.md#transport). */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: { readonly [name: string]: string } }
  | { readonly kind: 'other'; readonly type: string };

/**
 * Format of `value` in monitoring: `pair`: one `[time, value]` per result; `pairs`: one after another in one result;
 * `values-flat`: values at `step` from `start`; `prometheus`: as Prometheus returns it.
 */
export type ValueLayout = 'pair' | 'pairs' | 'values-flat' | 'prometheus';

/** Monitoring answers. `broken`: like the console's newest version (every series empty); `fixed` = `prometheus`. */
export type Monitoring = 'broken' | 'fixed' | ValueLayout;

/** Failure of a region's API. `once`: only the next write. `aborts`: connections break before an answer. */
export type RegionFault =
  | { readonly kind: 'unreachable' | 'aborts'; readonly once?: boolean | undefined }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: Json;
      /** Limits the fault to calls with this text in the region's path. */
      readonly only?: string | undefined;
      readonly once?: boolean | undefined;
    };

/** API variant: the real console's, or exactly the document's. */
export type SimulatedDialect = 'console' | 'document';

export type SimulatedCall = {
  readonly method: string;
  readonly path: string;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly user: SimulatedUser;
  readonly now: number;
  readonly dialect: SimulatedDialect;
  readonly monitoring: Monitoring;
  readonly monitoringDown: boolean;
  readonly noKubeState: boolean;
  readonly noGatewayMetrics: boolean;
  /** Whether the region collects the items that Rainbond 6 doesn't collect. */
  readonly requestItems: boolean;
  readonly regionFaults: { readonly [region: string]: RegionFault };
  readonly lifecycle: LifecycleFaults;
};

/** Pure: takes a world and a request, and returns a world and an answer. Throws only `PlatformRefusal`. */
export type SimulatedOperation = (world: SimulatedWorld, call: SimulatedCall) => SimulatedOutcome;

export function param(call: SimulatedCall, name: string): string {
  return call.params[name] ?? '';
}

/** Returns the parsed body, or `{}` without one. Refuses other media types (415) and malformed JSON (400). */
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
