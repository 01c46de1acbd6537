/** Limits the number of concurrent tasks. The others wait in order. */
export interface Semaphore {
  enter(): Promise<void>;
  /** Passes the place to the task that has waited longest, so that no later task takes the place. */
  leave(): void;
}

export function createSemaphore(most: number): Semaphore {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async enter() {
      if (taken >= most) await new Promise<void>((go) => waiting.push(go));
      else taken += 1;
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}
