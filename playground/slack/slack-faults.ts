import type { InjectedSlackFault, PageFault } from './page-protocol.ts';
import { injectedSlackFault } from './page-protocol.ts';

type ParsedSlackFault = ReturnType<typeof injectedSlackFault.parse>;
export type CallFault = Extract<ParsedSlackFault, { readonly times: number }>;

/** Period in which a call is limited, epoch ms. */
type CallLimit = { readonly since: number; readonly until: number };

export type SlackFaults = {
  /** Injects a fault of calls or files, or removes all (`reset`). Other faults are applied elsewhere. */
  add(given: InjectedSlackFault): ParsedSlackFault;
  /** Takes the next fault for a call of `method` with blocks of these types. This uses up the fault. */
  take(method: string, blocks: readonly string[]): CallFault | undefined;
  limitOf(call: string): CallLimit | undefined;
  limit(call: string, limit: CallLimit): void;
  restrictionOf(channel: string, isReply: boolean): string | undefined;
  /** Active faults. A call's fault is active until it is used, a file's until it is removed. */
  active(): readonly PageFault[];
  /** Whether uploads to a channel return ok but aren't shown there. */
  isNeverShared(): boolean;
  /** How long a completed image stays unusable, in ms; null: forever. */
  fileDelay(): number | null;
};

export function createSlackFaults(fileReadyMs: number): SlackFaults {
  const waiting: { fault: CallFault; left: number }[] = [];
  const limits = new Map<string, CallLimit>();
  let delay: number | null = fileReadyMs;
  let neverShared = false;
  const restricted = new Map<string, string>();
  return {
    add(given) {
      const parsed = injectedSlackFault.parse(given);
      if ('times' in parsed) waiting.push({ fault: parsed, left: parsed.times });
      if (parsed.fault === 'files_ready_after') delay = parsed.ms;
      if (parsed.fault === 'files_never_ready') delay = null;
      if (parsed.fault === 'files_never_shared') neverShared = true;
      if (parsed.fault === 'restrict_channel') restricted.set(parsed.channel, parsed.error);
      if (parsed.fault === 'reset') {
        waiting.length = 0;
        limits.clear();
        delay = fileReadyMs;
        neverShared = false;
        restricted.clear();
      }
      return parsed;
    },
    take(method, blocks) {
      const index = waiting.findIndex(({ fault }) => {
        const block = 'block' in fault ? fault.block : undefined;
        return [method, '*'].includes(fault.method) && (block === undefined || blocks.includes(block));
      });
      const injected = waiting[index];
      if (!injected) return undefined;
      injected.left -= 1;
      if (injected.left === 0) waiting.splice(index, 1);
      return injected.fault;
    },
    limitOf: (call) => limits.get(call),
    limit: (call, limit) => void limits.set(call, limit),
    active: () => [
      ...waiting.map(({ fault: { fault, method } }) => ({ fault, method })),
      ...(delay === fileReadyMs ? [] : [{ fault: delay === null ? 'files_never_ready' : 'files_ready_after' }]),
      ...(neverShared ? [{ fault: 'files_never_shared' }] : []),
    ],
    restrictionOf(channel, isReply) {
      const error = restricted.get(channel);
      const isForReplies = /thread_locked|non_threadable/.test(error ?? '');
      const isForAll = !isForReplies && !error?.includes('thread_only');
      return isForAll || isForReplies === isReply ? error : undefined;
    },
    isNeverShared: () => neverShared,
    fileDelay: () => delay,
  };
}
