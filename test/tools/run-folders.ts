import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** User who runs a program. If empty, the current user. */
export interface RunUser {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Checks that the folder is writable and that `user` can run programs in it. Not so under /root or on a noexec mount.
 */
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

/** Renames a filled folder to its final name. If another run was faster, keeps that run's folder. */
export function moveIntoPlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
