/** How often a change is tried again when what it changes was changed meanwhile. */
const mostRaces = 10;

/**
 * Repeats a change of something stored, each time as it is stored by then.
 * @param what is changed, for the error
 * @param change reads, changes and saves; undefined where something else was saved meanwhile
 * @throws where something else is saved meanwhile every time
 */
export async function retryRaces<T>(what: string, change: () => Promise<T | undefined>): Promise<T> {
  for (let race = 0; race < mostRaces; race += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw new Error(`${what} changes too often`);
}
