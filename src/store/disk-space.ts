import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** How much room a file system has, in bytes. */
export interface DiskSpace {
  /** For this user. */
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly isWritable: boolean;
}

/** The room on the file system of a directory, or of the one in which it will be created; undefined where it can't be read. */
export async function diskSpaceOf(directory: string): Promise<DiskSpace | undefined> {
  let path = resolve(directory);
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path);
  try {
    const { bavail, bsize, blocks } = await statfs(path);
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, isWritable };
  } catch {
    return undefined;
  }
}
