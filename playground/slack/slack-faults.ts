import type { Tilt } from './page-protocol.ts';
import { tilt } from './page-protocol.ts';

type Parsed = ReturnType<typeof tilt.parse>;
/** A fault that hangs over calls of one method. */
export type CallTilt = Extract<Parsed, { readonly times: number }>;

/** The faults switched on at present. */
export type Tilts = {
  /** Switches a fault of calls or files on, or everything off (`reset`). Those of channels and messages are not its own. */
  add(given: Tilt): Parsed;
  /** The next fault that hits a call of `method`, used up by asking. */
  take(method: string): CallTilt | undefined;
  /** How long a completed image stays unusable, milliseconds; null: for ever. */
  fileDelay(): number | null;
};

/** No faults yet; images become usable `fileReadyMs` after their upload. */
export function createTilts(fileReadyMs: number): Tilts {
  const waiting: { tilt: CallTilt; left: number }[] = [];
  let delay: number | null = fileReadyMs;
  return {
    add(given) {
      const parsed = tilt.parse(given);
      if ('times' in parsed) waiting.push({ tilt: parsed, left: parsed.times });
      if (parsed.tilt === 'files_ready_after') delay = parsed.ms;
      if (parsed.tilt === 'files_never_ready') delay = null;
      if (parsed.tilt === 'reset') {
        waiting.length = 0;
        delay = fileReadyMs;
      }
      return parsed;
    },
    take(method) {
      const index = waiting.findIndex((one) => one.tilt.method === method || one.tilt.method === '*');
      const found = waiting[index];
      if (!found) return undefined;
      found.left -= 1;
      if (found.left === 0) waiting.splice(index, 1);
      return found.tilt;
    },
    fileDelay: () => delay,
  };
}
