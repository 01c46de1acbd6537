const mostRaces = 10;

/**
 * Repeats a change of stored data, each time on the current state.
 * @param what name of the data, for the error
 * @param change returns undefined if something else was saved meanwhile
 * @throws if something else is saved meanwhile every time
 */
export async function retryRaces<T>(what: string, change: () => Promise<T | undefined>): Promise<T> {
  for (let race = 0; race < mostRaces; race += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw new Error(`${what} changes too often`);
}
