import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** User to run a program as; the current user if empty. */
export interface RunUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Checks that the folder is writable and `user` can run programs from it: not below /root or on a noexec mount. */
export function canRunFrom(folder: string, user: RunUser = {}): boolean {
  let tried: string | undefined;
  try {
    tried = mkdtempSync(join(folder, 'portolan-run-'));
    chmodSync(tried, 0o755);
    const program = join(tried, 'program');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    return spawnSync(program, { ...user, stdio: 'ignore' }).status === 0;
  } catch {
    return false;
  } finally {
    if (tried !== undefined) rmSync(tried, { recursive: true, force: true });
  }
}

/** Renames a filled folder to its final name. Keeps the existing one if another run was faster. */
export function moveIntoPlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
