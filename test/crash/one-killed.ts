/** Effects of a test's replicas (writes and posts), in order. A replica may be killed right before or after one. */
export interface Effects {
  readonly done: string[];
  /** Index of the effect at which to kill; undefined for none. */
  at?: number;
  when?: 'before' | 'after';
}

/** Replica that can be killed. After that it has no effects. */
export interface Mortal {
  kill(): void;
  isKilled(): boolean;
  /** Wraps a call so that it never returns after the kill. */
  alive<A extends readonly unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
  /** Wraps a call with an effect; the replica may be killed before or after it. */
  effect<A extends readonly unknown[], T>(what: string, call: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
}

export function mortal(effects: Effects, killed: () => void = () => {}): Mortal {
  let isKilled = false;
  const never = new Promise<never>(() => {});
  const kill = () => {
    isKilled = true;
    killed();
  };
  return {
    kill,
    isKilled: () => isKilled,
    alive:
      (call) =>
      (...args) =>
        isKilled ? never : call(...args),
    effect:
      (what, call) =>
      async (...args) => {
        if (isKilled) return never;
        const at = effects.done.push(what) - 1;
        if (at === effects.at && effects.when === 'before') kill();
        if (isKilled) return never;
        const done = await call(...args);
        if (at === effects.at && effects.when === 'after') kill();
        return isKilled ? never : done;
      },
  };
}
