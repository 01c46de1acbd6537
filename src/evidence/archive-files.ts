import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveEntry } from './evidence-manifest.ts';

const piece = 64 * 1024;

export interface ArchiveFile {
  /** Writes text. Sometimes waits for the disk, so that memory use doesn't grow. */
  readonly write: (text: string) => Promise<void>;
  readonly row: (row: object) => Promise<void>;
  readonly close: () => Promise<ArchiveEntry>;
}

export async function openArchiveFile(directory: string, name: string): Promise<ArchiveFile> {
  const file = await open(join(directory, name.replaceAll('/', '_')), 'wx', 0o600);
  const hash = createHash('sha256');
  let waiting = '';
  let bytes = 0;
  let rows = 0;
  async function flush(): Promise<void> {
    const content = Buffer.from(waiting);
    waiting = '';
    hash.update(content);
    bytes += content.length;
    await file.writeFile(content);
  }
  async function write(text: string): Promise<void> {
    waiting += text;
    if (waiting.length >= piece) await flush();
  }
  return {
    write,
    row(row) {
      rows += 1;
      return write(`${JSON.stringify(row)}\n`);
    },
    async close() {
      await flush();
      await file.close();
      return { name, bytes, sha256: hash.digest('hex'), ...(name.endsWith('.jsonl') ? { rows } : {}) };
    },
  };
}

export async function writeArchiveFile(directory: string, name: string, content: string): Promise<ArchiveEntry> {
  const file = await openArchiveFile(directory, name);
  await file.write(content);
  return file.close();
}

/** Compresses the files of a directory into a zip file outside the event loop. `at`: time of all files, epoch ms. */
export async function zipFiles(
  directory: string,
  names: readonly string[],
  more: ReadonlyMap<string, Buffer>,
  { target, at }: { readonly target: string; readonly at: number },
): Promise<void> {
  const zip = new ZipFile();
  const options = { mtime: new Date(at), mode: 0o100644 };
  for (const [name, content] of more) zip.addBuffer(content, name, options);
  for (const name of names) {
    // Opens each file only when the file is compressed.
    zip.addReadStreamLazy(name, options, (use) =>
      use(null, createReadStream(join(directory, name.replaceAll('/', '_')))),
    );
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}
