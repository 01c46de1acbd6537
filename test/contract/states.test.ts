import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestStateNames } from '../../src/core/request/change-request.ts';
import { requestStates } from '../../src/core/request/request-states.ts';

/** Returns the table of states as a Mermaid diagram: one arrow with all events for each pair of states. */
function diagram(): string {
  const arrows = requestStateNames.flatMap((from) => {
    const events = new Map<string, string[]>();
    for (const [event, row] of Object.entries(requestStates[from]))
      for (const to of Object.keys(row)) if (to !== from) events.set(to, [...(events.get(to) ?? []), event]);
    return [...events].map(([to, names]) => `  ${from} --> ${to}: ${names.join(', ')}`);
  });
  return ['stateDiagram-v2', '  [*] --> proposed', '  [*] --> approved', '  [*] --> scheduled', ...arrows].join('\n');
}

test('CONTRIBUTING shows the table of states as it is', () => {
  const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
  expect(/```mermaid\n(stateDiagram-v2[\s\S]*?)\n```/.exec(text)?.[1]).toBe(diagram());
});
