/** Runs each read immediately, because a person's request must not wait for other reads. */
export const oneTurn = { take: <T>(_of: unknown, read: () => Promise<T>) => read() };
