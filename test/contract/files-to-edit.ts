import { join } from 'node:path/posix';
import * as z from 'zod';
import { operations } from '../../src/operations/index.ts';
import { lex, sourceFiles } from './source-files.ts';

/** Where something is written: a test that fails names the file to edit. */

const folder = 'src/operations';
const sources = sourceFiles('src');

/** Files that declare an operation, whatever they call it. */
export const declaringFiles: readonly string[] = sources
  .filter(({ path }) => path.startsWith(`${folder}/`) && path !== `${folder}/shared/define.ts`)
  .filter(({ text }) => /\bdefine(?:Question|Change|Setting)\(/.test(lex(text).code))
  .map(({ path }) => path);

/** The file that declares each operation, registered or not, by its id. */
export const operationFiles: ReadonlyMap<string, string> = await findOperations();

/** The file that declares an operation. */
export function operationFile(id: string): string {
  return operationFiles.get(id) ?? folder;
}

const areaFiles = new Map(
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<!function )\bmessages\(\s*'([^']+)'/g)].map(([, area = '']) => [area, path] as const),
  ),
);

/** The file that declares a message, by its key, such as `port.opened`. */
export function messageFile(key: string): string {
  return areaFiles.get(key.replace(/\.\w+$/, '')) ?? 'src';
}

/** What to do where these files, or what the test expects, may be wrong. */
export function correct(...paths: readonly string[]): string {
  return `correct ${paths.join(' or ')}, or what this test expects`;
}

async function findOperations(): Promise<ReadonlyMap<string, string>> {
  const Declared = z.object({
    id: z.string(),
    kind: z.enum(['question', 'change', 'setting']),
    keywords: z.array(z.unknown()),
    examples: z.array(z.string()),
  });
  const found = new Map<string, string>();
  for (const path of declaringFiles) {
    const exported: Readonly<Record<string, unknown>> = await import(join('../..', path));
    for (const value of Object.values(exported)) {
      // `defineHelp` and its like are handed the list, since they are part of it.
      const made: unknown =
        typeof value === 'function' && /^define[A-Z]/.test(value.name) ? value(() => operations) : value;
      for (const each of Array.isArray(made) ? made : [made]) {
        const operation = Declared.safeParse(each);
        if (operation.success) found.set(operation.data.id, path);
      }
    }
  }
  return found;
}
