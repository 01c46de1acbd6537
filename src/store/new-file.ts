import { chmodSync, constants, copyFileSync, existsSync, linkSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../core/thrown.ts';
import { StoreProblem } from './store.ts';

/** Checks that a file can be created. @throws StoreProblem if the file exists, or its directory doesn't */
export function checkNewFile(path: string): void {
  refuseExisting(path);
  if (!existsSync(dirname(path))) throw new StoreProblem(`The directory ${dirname(path)} doesn’t exist.`);
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new StoreProblem(`${path} exists already. Choose a file that doesn’t exist.`);
}

/** Renames a finished file, but never replaces an existing one. Both paths must be on one file system. */
export function publish(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') refuseExisting(to);
    // Some file systems have no hard links, so copy the file.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    chmodSync(to, 0o600);
  }
}
