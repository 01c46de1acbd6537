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

/** An operation by its id, and the file that declares it. */
interface DeclaredOperation {
  readonly id: string;
  readonly path: string;
}

/** What is declared, registered or not. */
export const declaredOperations: readonly DeclaredOperation[] = await findOperations();

/** The file that declares an operation. */
export function operationFile(id: string): string {
  return declaredOperations.find((each) => each.id === id)?.path ?? folder;
}

/** The file that declares a message, by its key, such as `port.list.none`. Several files may share an area. */
export function messageFile(key: string): string {
  const [area, name] = [key.replace(/\.\w+$/, ''), key.replace(/^.*\./, '')];
  const isIn = (text: string) => text.includes(`messages('${area}'`) && new RegExp(`^ +${name}: `, 'm').test(text);
  return sources.find(({ text }) => isIn(text))?.path ?? 'src';
}

/** What to do where these files, or what the test expects, may be wrong. */
export function correct(...paths: readonly string[]): string {
  return `correct ${paths.join(', ')}, or what this test expects`;
}

async function findOperations(): Promise<readonly DeclaredOperation[]> {
  const Declared = z.object({
    id: z.string(),
    kind: z.enum(['question', 'change', 'setting']),
    keywords: z.array(z.unknown()),
    examples: z.array(z.string()),
  });
  const found: DeclaredOperation[] = [];
  for (const path of declaringFiles) {
    const exported: Readonly<Record<string, unknown>> = await import(join('../..', path));
    for (const value of Object.values(exported)) {
      // `defineHelp` and its like are handed the list, since they are part of it.
      const made: unknown =
        typeof value === 'function' && /^define[A-Z]/.test(value.name) ? value(() => operations) : value;
      for (const each of Array.isArray(made) ? made : [made]) {
        const operation = Declared.safeParse(each);
        if (operation.success) found.push({ id: operation.data.id, path });
      }
    }
  }
  return found;
}
