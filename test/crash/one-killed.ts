/** What the replicas of a test have written and posted, in order. One is killed right before or after one of these. */
export interface Effects {
  readonly done: string[];
  /** Which one, counted from 0; none where it is missing. */
  at?: number;
  when?: 'before' | 'after';
}

/** A replica of a test that can be killed: what it does after that, nobody sees. */
export interface Mortal {
  kill(): void;
  isKilled(): boolean;
  /** A call that never returns once the replica is killed. */
  alive<A extends readonly unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
  /** The same for a call with an effect, before or after which the replica may be killed. */
  effect<A extends readonly unknown[], T>(what: string, call: (...args: A) => Promise<T>): (...args: A) => Promise<T>;
}

/** @param killed called when it is killed */
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
