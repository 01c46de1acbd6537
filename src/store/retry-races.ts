const maxRaces = 10;

/** Repeats a change on the current state while `change` returns undefined. @throws after `maxRaces` times */
export async function retryRaces<T>(what: string, change: () => Promise<T | undefined>): Promise<T> {
  for (let race = 0; race < maxRaces; race += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw new Error(`${what} changes too often`);
}
