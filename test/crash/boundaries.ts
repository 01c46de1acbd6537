import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import * as z from 'zod';
import type { EngineContext } from '../../src/changes/engine-context.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Store } from '../../src/store/store.ts';

/** Called before and after every awaited call, and `during` platform writes. It might end the process. */
export type Boundary = (name: string) => void;

/**
 * Boundaries that leave different stored states. The state after one stored step equals the state before the next step,
 * so only these count: before each step, and during and after a platform write.
 */
export const lasting =
  /^before (?:.*\.(?:commit|finish|postpone)|poster\..*|platform\.write)$|^(?:during|after) platform\.write$/;

type Method = (...given: never[]) => unknown;

const announced = <T extends object>(object: T, name: string, at: Boundary): T =>
  new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return value;
      if (typeof value === 'function') return wrap(value.bind(target), `${name}.${key}`, at);
      return typeof value === 'object' && value !== null ? announced(value, `${name}.${key}`, at) : value;
    },
  });

function wrap(method: Method, name: string, at: Boundary): Method {
  return (...given) => {
    at(`before ${name}`);
    const result = method(...given);
    if (!(result instanceof Promise)) return result;
    return result.finally(() => at(`after ${name}`));
  };
}

export const announcedStore = (store: Store, at: Boundary): Store => announced(store, 'store', at);

/** undici publishes to this channel when it has passed all bytes of a request to the operating system. */
const sentChannel = 'undici:request:bodySent';
const Sent = z.object({ request: z.object({ method: z.string() }) });

/** Returns the platform with a boundary at each call, and one more when a write was sent but not answered yet. */
export function announcedPlatform(platform: Platform, at: Boundary): Platform {
  const outer = announced(platform, 'platform', at);
  return new Proxy(outer, {
    get(target, key, receiver) {
      if (key !== 'write') return Reflect.get(target, key, receiver);
      const write: Platform['write'] = async (call, options) => {
        at('before platform.write');
        const onItsWay = (message: unknown) => {
          if (Sent.parse(message).request.method === call.method) at('during platform.write');
        };
        subscribe(sentChannel, onItsWay);
        try {
          return await platform.write(call, options);
        } finally {
          unsubscribe(sentChannel, onItsWay);
          at('after platform.write');
        }
      };
      return write;
    },
  });
}

export const announcedPoster = (poster: EngineContext['poster'], at: Boundary) => announced(poster, 'poster', at);
