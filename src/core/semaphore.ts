/** Lets only so many pieces of work go on at the same time; the others wait, first come, first served. */
export interface Semaphore {
  /** Resolves once there is a place, and takes it. */
  enter(): Promise<void>;
  /** Gives a place back: to the one that waits longest, so that no later one gets in between. */
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
