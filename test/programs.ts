import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

const sources = {
  journey: 'test/crash/journey-child.ts',
  replica: 'test/crash/replica-child.ts',
  store: 'test/store-child.ts',
} as const;
export type ProgramName = keyof typeof sources;

/** Packages outside of the bundles, because they have native parts or load their own files. */
const external = ['canvas', 'pg', 'pg-native', 'piscina', 'vega', 'vega-lite'];

/**
 * Bundles the programs into one folder. Tests start them hundreds of times, and a start from source takes three times
 * as long. @returns the folder, and a function that removes it
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

export const programIn = (folder: string, name: ProgramName): string => join(folder, `${name}.js`);
