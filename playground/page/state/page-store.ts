export type PageStore<T> = {
  readonly get: () => T;
  readonly set: (change: (was: T) => T) => void;
  /** Calls `listener` after each change until the returned function is called. */
  readonly listen: (listener: () => void) => () => void;
};

/** Creates a store. Listeners aren't called if a change returns the same value. */
export function createStore<T>(initial: T): PageStore<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (change) => {
      const next = change(value);
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
