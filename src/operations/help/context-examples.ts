import { interpret, print } from '../../core/command/interpret.ts';
import { defined } from '../../core/defined.ts';
import { mainCommand, type OperationSpec } from '../../core/operation.ts';
import type { ExampleNames } from '../shared/answer/kept-examples.ts';

/**
 * An example with names of the context in it, so that it works as it stands: components and ports that are given are
 * replaced where they are known, and so is the region.
 */
export function exampleIn(example: string, operation: OperationSpec, names: ExampleNames): string {
  const meant = interpret([operation], mainCommand, example);
  if (meant.meaning !== 'request') return example;
  const given: Record<string, readonly string[]> = {};
  for (const [name, values] of Object.entries(meant.request.given))
    given[name] = replaced(operation.params[name]?.source, values, names);
  const { in: place, reason } = meant.request;
  if (JSON.stringify(given) === JSON.stringify(meant.request.given)) return example;
  return print(operation, given, defined({ in: place, reason }));
}

function replaced(source: string | undefined, values: readonly string[], names: ExampleNames): readonly string[] {
  if (source === 'regions' && names.region !== undefined) return [names.region];
  if (source === 'components' && names.components.length > 0)
    return [...new Set(values.map((_, index) => names.components[index] ?? names.components[0] ?? ''))];
  const port = names.ports[0];
  return source === 'ports' && port !== undefined ? [String(port)] : values;
}
