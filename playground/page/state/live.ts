import type { PageEvent } from '../../slack/page-protocol.ts';
import { readEvent } from './playground-client.ts';

/** Stream of server-sent events that reconnects automatically. `close` ends it. */
export type Live = { readonly close: () => void };

const firstWait = 400;
const longestWait = 8_000;

/** Returns the delay before the next attempt in ms. It doubles up to 8 s. */
export function waitBefore(tries: number): number {
  return Math.min(longestWait, firstWait * 2 ** Math.min(tries, 10));
}

/** Listens at `address`. Calls `up` with true if the connection opens, false if it breaks; `hear` with each event. */
export function listenLive(address: string, up: (standing: boolean) => void, hear: (event: PageEvent) => void): Live {
  return listenLines(address, up, (data) => {
    const event = readEvent(data);
    if (event !== null) hear(event);
  });
}

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
