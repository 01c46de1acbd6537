import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The programs that tests start and kill. */
const sources = {
  journey: 'test/crash/journey-child.ts',
  replica: 'test/crash/replica-child.ts',
  store: 'test/store-child.ts',
} as const;
export type ProgramName = keyof typeof sources;

/** Packages that are loaded from where they are installed: they have native parts, or load files of their own. */
const external = ['canvas', 'pg', 'pg-native', 'piscina', 'vega', 'vega-lite'];

/**
 * Bundles the programs into one folder. They are started a hundred times, and starting one from hundreds of source files
 * takes three times as long as from a bundle.
 * @returns the folder, and what removes it
 */
export async function buildPrograms(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'portolan-programs-'));
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, external },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, join(root, path)])),
      },
    },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Where a program stands in the folder that was built. */
export function programIn(folder: string, name: ProgramName): string {
  return join(folder, `${name}.js`);
}
