/**
 * Marks of states, the worst first, each with its own shape, because not everyone sees colors. Words follow each mark. `bad` isn't a
 * filled circle, because that means that something runs.
 */
export const stateMarks = { bad: '▲', pending: '◌', unclear: '?', off: '○', good: '✓' } as const;
export type StateMark = keyof typeof stateMarks;
