import type { PageEvent } from '../../slack/page-protocol.ts';
import { readEvent } from './playground-client.ts';

/** A stream of server-sent events that comes back by itself; `close` ends it for good. */
export type Live = { readonly close: () => void };

const firstWait = 400;
const longestWait = 8_000;

/** How long to wait before the next try, in milliseconds: doubling, never over eight seconds. */
export function waitBefore(tries: number): number {
  return Math.min(longestWait, firstWait * 2 ** Math.min(tries, 10));
}

/**
 * Listens at `address`. `up` is called with true each time the stream stands and with false when it broke; `hear` with
 * every event in between.
 */
export function listenLive(address: string, up: (standing: boolean) => void, hear: (event: PageEvent) => void): Live {
  return listenLines(address, up, (data) => {
    const event = readEvent(data);
    if (event !== null) hear(event);
  });
}

/** The same for lines of any shape. */
export function listenLines(address: string, up: (standing: boolean) => void, hear: (data: string) => void): Live {
  let source: EventSource | null = null;
  let timer = 0;
  let tries = 0;
  const open = () => {
    source = new EventSource(address);
    source.onopen = () => {
      tries = 0;
      up(true);
    };
    source.onmessage = (event) => hear(String(event.data));
    source.onerror = () => {
      source?.close();
      up(false);
      timer = window.setTimeout(open, waitBefore(tries));
      tries += 1;
    };
  };
  open();
  return {
    close: () => {
      source?.close();
      window.clearTimeout(timer);
    },
  };
}
