import type { InspectorAction, InspectorEntry, InspectorStatus } from '../../inspector-protocol.ts';
import { isJson, objectOf, stringOf } from '../../slack/json-values.ts';
import type { PageActed, PageAction, PageEvent, PageLogEntry, PageState } from '../../slack/page-protocol.ts';

export class Unreachable extends Error {}

/** Reads JSON without a check, because the same program serves the page. Messages are checked when drawn. */
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

export async function fetchState(as: string): Promise<PageState | null> {
  const state = await ask<PageState | { readonly ok: false }>(`/_page/state?as=${encodeURIComponent(as)}`);
  return 'people' in state ? state : null;
}

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

/** Returns Slack's log after entry `after`, oldest first, or null if it isn't available. */
export async function fetchSlackLog(after: number): Promise<readonly PageLogEntry[] | null> {
  return orNull(ask<readonly PageLogEntry[]>(`/_page/log?after=${after}`));
}

/** Returns the platform's log after entry `after`, oldest first, or null if it isn't available. */
export async function fetchPlatformLog(after: number): Promise<readonly InspectorEntry[] | null> {
  return orNull(ask<readonly InspectorEntry[]>(`/_inspector/log?after=${after}`));
}

export async function fetchInspectorStatus(): Promise<InspectorStatus | null> {
  return orNull(ask<InspectorStatus>('/_inspector/faults'));
}

/** Returns null for anything but a list or a status, such as an error page's JSON. */
async function orNull<T extends object>(asked: Promise<T>): Promise<T | null> {
  try {
    const reply = await asked;
    return Array.isArray(reply) || 'faults' in reply ? reply : null;
  } catch {
    return null;
  }
}

/** Changes the platform. Returns null on success, otherwise the message to show. */
export async function sendInspectorAction(act: InspectorAction): Promise<string | null> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(act) };
  try {
    const answer = objectOf(await ask<unknown>('/_inspector/faults', init));
    return answer.ok === true ? null : stringOf(answer.say, 'The simulated platform rejected that.');
  } catch {
    return 'The simulated platform can’t be reached from here.';
  }
}

/** Parses a line of the live stream. Returns null if the line isn't a known event. */
export function readEvent(data: string): PageEvent | null {
  try {
    const event: PageEvent = JSON.parse(data);
    return event.type === 'changed' || event.type === 'notice' ? event : null;
  } catch {
    return null;
  }
}
