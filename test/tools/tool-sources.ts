import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import * as z from 'zod';

/** Origin of a program: a variable, this machine, or an npm package. */
export type ToolSource =
  | { readonly from: 'variable' | 'system'; readonly path: string }
  | { readonly from: 'package'; readonly folder: string };

/**
 * Returns the places of a program, in this order: its variable (`package`: the npm package), the machine, the npm
 * package. @param given value of the variable; if set, nothing else is tried @param installed existing paths on this
 * machine, the preferred one first @param packaged the npm package's folder, if it is installed for this machine
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

/** Returns programs on the PATH with one of these names, in the order of the names. */
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

/** The packages' programs need Linux on x64 with glibc. This file is its loader. */
export const runsPackages: boolean =
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** Returns the folder of an npm package with programs for this machine, or undefined if it isn't installed. */
export function packageFolder(name: string): string | undefined {
  if (!runsPackages) return undefined;
  try {
    const described = findPackageJSON(name, import.meta.url);
    return described === undefined ? undefined : dirname(described);
  } catch {
    // The optional package couldn't be installed, or wasn't wanted.
    return undefined;
  }
}

export function packageVersion(folder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    .version;
}
