import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import * as z from 'zod';

/** Source of a program: a variable, this machine, or an npm package. */
export type ToolSource =
  | { readonly from: 'variable' | 'system'; readonly path: string }
  | { readonly from: 'package'; readonly folder: string };

/**
 * Returns the possible sources of a program, in this order: its variable (the value `package` means the npm package),
 * this machine, the npm package. @param given value of the variable; if set, only this source counts @param installed
 * existing paths on this machine, the preferred path first @param packaged folder of the npm package, if it is
 * installed for this machine
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

/** Returns the programs on the PATH that have one of the names, in the order of the names. */
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

/**
 * Whether the packages' programs run on this machine: they need Linux on x64 with glibc. The file is glibc's loader.
 */
export const runsPackages: boolean =
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** Returns the folder of an npm package that contains programs for this machine; undefined if it isn't installed. */
export function packageFolder(name: string): string | undefined {
  if (!runsPackages) return undefined;
  try {
    const described = findPackageJSON(name, import.meta.url);
    return described === undefined ? undefined : dirname(described);
  } catch {
    // The package is optional: npm couldn't install it, or the user didn't want it.
    return undefined;
  }
}

export const packageVersion = (folder: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
