import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly isWritable: boolean;
}

/** Returns the space on a directory's file system, or undefined if unreadable. The directory needn't exist yet. */
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
