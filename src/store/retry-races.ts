const mostRaces = 10;

/** Repeats a change on the current state while `change` returns undefined. @throws after `mostRaces` times */
export async function retryRaces<T>(what: string, change: () => Promise<T | undefined>): Promise<T> {
  for (let race = 0; race < mostRaces; race += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw new Error(`${what} changes too often`);
}
