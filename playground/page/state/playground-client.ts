import type { InspectorAction, InspectorEntry, InspectorStatus } from '../../inspector-protocol.ts';
import { isJson, objectOf, stringOf } from '../../slack/json-values.ts';
import type { PageActed, PageAction, PageEvent, PageLogEntry, PageState } from '../../slack/page-protocol.ts';

/** The playground didn't answer, or not with what was asked for. */
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

/** The workspace as `as` sees it; null for a person who doesn’t exist. */
export async function fetchState(as: string): Promise<PageState | null> {
  const state = await ask<PageState | { readonly ok: false }>(`/_page/state?as=${encodeURIComponent(as)}`);
  return 'people' in state ? state : null;
}

/** Does something as somebody; never throws. */
export async function sendAction(act: PageAction): Promise<PageActed> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(act) };
  try {
    const acted = await ask<unknown>('/_page/act', init);
    if (isJson(acted) && acted.ok === true) return await Promise.resolve<PageActed>({ ...acted, ok: true });
    const { error, say } = objectOf(acted);
    return { ok: false, error: stringOf(error, 'refused'), say: stringOf(say, 'Slack rejected that.') };
  } catch {
    return {
      ok: false,
      error: 'unreachable',
      say: 'The playground isn’t responding. Is it still running in its terminal?',
    };
  }
}

/** What went between Slack and the bot after entry `after`, oldest first; null when it cannot be had. */
export async function fetchSlackLog(after: number): Promise<readonly PageLogEntry[] | null> {
  return orNull(ask<readonly PageLogEntry[]>(`/_page/log?after=${after}`));
}

/** What went between the bot and the platform after entry `after`, oldest first; null when it cannot be had. */
export async function fetchPlatformLog(after: number): Promise<readonly InspectorEntry[] | null> {
  return orNull(ask<readonly InspectorEntry[]>(`/_inspector/log?after=${after}`));
}

/** The platform’s injected faults; null when it cannot be asked. */
export async function fetchInspectorStatus(): Promise<InspectorStatus | null> {
  return orNull(ask<InspectorStatus>('/_inspector/faults'));
}

/** Lists are lists, standings have faults; anything else (an error page's JSON) counts as nothing. */
async function orNull<T extends object>(asked: Promise<T>): Promise<T | null> {
  try {
    const found = await asked;
    return Array.isArray(found) || 'faults' in found ? found : null;
  } catch {
    return null;
  }
}

/** What a request to fault the platform came to: null when it was done, else the line to show. */
export async function sendInspectorAction(act: InspectorAction): Promise<string | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(act) };
  try {
    const answer = objectOf(await ask<unknown>('/_inspector/faults', init));
    return answer.ok === true ? null : stringOf(answer.say, 'The simulated platform rejected that.');
  } catch {
    return 'The simulated platform can’t be reached from here.';
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
