import { isJson, objectOf, stringOf } from '../../slack/json.ts';
import type { PageAct, PageActed, PageEvent, PageLogEntry, PageState } from '../../slack/protocol.ts';

/** The playground did not answer, or not with what was asked for. */
export class Unreachable extends Error {}

/**
 * Reads JSON from the playground. The page is served by the same program as the answers and trusts their shape;
 * what comes from people and bots inside them is read with care where it is drawn.
 */
async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init).catch(() => {
    throw new Unreachable('no answer');
  });
  const type = answer.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new Unreachable(`status ${answer.status}`);
  const body: Promise<T> = answer.json();
  return body.catch(() => {
    throw new Unreachable('broken answer');
  });
}

/** The workspace as `as` sees it; null when there is no such person. */
export async function fetchState(as: string): Promise<PageState | null> {
  const state = await ask<PageState | { readonly ok: false }>(`/_page/state?as=${encodeURIComponent(as)}`);
  return 'people' in state ? state : null;
}

/** Does something as somebody; never throws. */
export async function sendAct(act: PageAct): Promise<PageActed> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(act) };
  try {
    const acted = await ask<unknown>('/_page/act', init);
    if (isJson(acted) && acted.ok === true) return await Promise.resolve<PageActed>({ ...acted, ok: true });
    const { error, say } = objectOf(acted);
    return { ok: false, error: stringOf(error, 'refused'), say: stringOf(say, 'Slack did not take that.') };
  } catch {
    return {
      ok: false,
      error: 'unreachable',
      say: 'The playground does not answer. Is it still running in its terminal?',
    };
  }
}

/** What went between Slack and the bot, oldest first; null when it cannot be had. */
export async function fetchSlackLog(): Promise<readonly PageLogEntry[] | null> {
  return fetchList('/_page/log');
}

/** One exchange between the bot and the platform, as the simulated platform recorded it. */
export type PlatformLogEntry = {
  readonly n: number;
  readonly at: number;
  readonly kind: 'platform';
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number | null;
  readonly ms: number;
  readonly request: unknown;
  readonly answer: unknown;
};

/** What went between the bot and the platform, oldest first; null when it cannot be had. */
export async function fetchPlatformLog(): Promise<readonly PlatformLogEntry[] | null> {
  return fetchList('/_glass/log');
}

async function fetchList<T>(path: string): Promise<readonly T[] | null> {
  try {
    const found = await ask<readonly T[] | { readonly log?: readonly T[]; readonly entries?: readonly T[] }>(path);
    return 'length' in found ? found : (found.log ?? found.entries ?? null);
  } catch {
    return null;
  }
}

/** What a request to tilt the platform came to: null when it was done, else the line to show. */
export async function sendPlatformTilt(tilt: unknown): Promise<string | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tilt) };
  try {
    const answer = objectOf(await ask<unknown>('/_glass/tilt', init));
    return answer.ok === true ? null : stringOf(answer.say, 'The simulated platform did not take that.');
  } catch {
    return 'The simulated platform cannot be reached from here.';
  }
}

/** Words for a line of the live stream, or null when it is no event of ours. */
export function readEvent(data: string): PageEvent | null {
  try {
    const event: PageEvent = JSON.parse(data);
    return event.type === 'changed' || event.type === 'notice' ? event : null;
  } catch {
    return null;
  }
}
