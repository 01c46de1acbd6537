/**
 * Effects of a test's replicas (writes and posts), in order. A replica can be killed just before or after an effect.
 */
export interface Effects {
  readonly done: string[];
  /** Index of the effect at which the replica is killed; undefined: no kill. */
  at?: number;
  when?: 'before' | 'after';
}

/** Replica that can be killed. After a kill, it has no effects. */
export interface Mortal {
  kill(): void;
  isKilled(): boolean;
  /** Wraps a call. After the kill, the call never returns. */
  alive<A extends readonly unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
  /** Wraps a call that has an effect. The replica might be killed before or after the effect. */
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
