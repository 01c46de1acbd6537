import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import * as z from 'zod';

/** Where a program comes from: named by a variable, installed on this machine, or from an npm package. */
export type ToolSource =
  | { readonly from: 'variable' | 'system'; readonly path: string }
  | { readonly from: 'package'; readonly folder: string };

/**
 * Where to look for a program, in this order: what its variable names (`package`: the npm package), what the machine
 * has, the npm package.
 * @param given the variable's value; what it names is used or fails, nothing else is tried
 * @param installed paths that exist on this machine, the preferred one first
 * @param packaged the npm package's folder, where there is one for this machine
 */
export function toolSources(
  given: string | undefined,
  installed: readonly string[],
  packaged: string | undefined,
): readonly ToolSource[] {
  const ofPackage: ToolSource[] = packaged === undefined ? [] : [{ from: 'package', folder: packaged }];
  if (given === 'package') return ofPackage;
  if (given) return [{ from: 'variable', path: given }];
  return [...installed.map((path) => ({ from: 'system', path }) as const), ...ofPackage];
}

/** Programs of the PATH with one of these names: all of the first name, then of the second. */
export function inPath(...names: readonly string[]): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The packages' programs are made for Linux with glibc on x64: this is what loads them. */
export const runsPackages: boolean =
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** The folder of an npm package whose programs run on this machine; undefined where it isn't installed. */
export function packageFolder(name: string): string | undefined {
  if (!runsPackages) return undefined;
  try {
    const described = findPackageJSON(name, import.meta.url);
    return described === undefined ? undefined : dirname(described);
  } catch {
    // An optional package that this machine could not install, or that nobody wanted.
    return undefined;
  }
}

/** The version of an installed package. */
export function packageVersion(folder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    .version;
}
