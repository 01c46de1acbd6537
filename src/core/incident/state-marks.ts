/**
 * Marks of states, each with its own shape, because not everyone sees colors. Words follow each mark. `bad` isn't a
 * filled circle, because that means that something runs.
 */
export const stateMarks = { bad: '▲', pending: '◌', good: '✓', unclear: '?', off: '○' } as const;
export type StateMark = keyof typeof stateMarks;
