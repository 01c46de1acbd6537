const max = 3;

/** Runs the work for each item, three items at a time, because the work mostly waits for disks and processes. */
export async function atOnce<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: max }, worker));
}
