import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who a program runs as; the same user as this process where it is empty. */
export interface RunUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Whether files can be written here, and `user` can run a program from here: not so below /root, or where the mount is noexec. */
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

/** Gives a folder that was filled under another name its own. Another run may have done the same meanwhile: that one stays. */
export function moveIntoPlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
