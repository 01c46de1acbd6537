import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import * as z from 'zod';
import type { EngineContext } from '../../src/changes/engine-context.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Store } from '../../src/store/store.ts';

/** Called before and after everything that is awaited; may end the process. `during` while a call is on its way. */
export type Boundary = (name: string) => void;

/**
 * The boundaries that differ in what a process leaves behind: after one step that lasts it is the same as before the
 * next, so only the moments before each count, and those while a call is on its way and when it was answered.
 */
export const lasting =
  /^before (?:.*\.(?:commit|finish|postpone)|poster\..*|platform\.write)$|^(?:during|after) platform\.write$/;

type Method = (...given: never[]) => unknown;

/** The same object, announcing each call of its methods before it begins and after it ended. */
function announced<T extends object>(object: T, name: string, at: Boundary): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol') return value;
      if (typeof value === 'function') return wrap(value.bind(target), `${name}.${key}`, at);
      return typeof value === 'object' && value !== null ? announced(value, `${name}.${key}`, at) : value;
    },
  });
}

function wrap(method: Method, name: string, at: Boundary): Method {
  return (...given) => {
    at(`before ${name}`);
    const result = method(...given);
    if (!(result instanceof Promise)) return result;
    return result.finally(() => at(`after ${name}`));
  };
}

/** Announces every query and commit. */
export function announcedStore(store: Store, at: Boundary): Store {
  return announced(store, 'store', at);
}

/** Where undici tells that all bytes of a request were handed to the system. */
const sentChannel = 'undici:request:bodySent';
const Sent = z.object({ request: z.object({ method: z.string() }) });

/** Announces every read, and of writes also the moment when they are on their way: sent and not answered. */
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

export function announcedPoster(poster: EngineContext['poster'], at: Boundary): EngineContext['poster'] {
  return announced(poster, 'poster', at);
}
