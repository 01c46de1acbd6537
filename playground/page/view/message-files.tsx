import type { PageFile } from '../../slack/page-protocol.ts';
import { Icon } from '../common/icon.tsx';
import { useWords } from '../common/page-hooks.ts';
import { Picture } from '../common/picture-image.tsx';

export function Files({ files }: { readonly files: readonly PageFile[] }) {
  const words = useWords();
  if (files.length === 0) return null;
  return (
    <div class="files">
      {files.map((file) =>
        file.mimetype.startsWith('image/') && file.mimetype !== 'image/svg+xml' ? (
          <figure key={file.id} class="image">
            <figcaption>{file.title || file.name}</figcaption>
            <Picture src={addressOf(file)} alt={file.altText || file.title || file.name} />
          </figure>
        ) : (
          <a key={file.id} class="file" href={addressOf(file)} download={file.name}>
            <Icon name="file" />
            <span>
              <strong>{file.title || file.name}</strong>
              <small>
                {file.name} · {sizeOf(file.size)} · {words.download}
              </small>
            </span>
          </a>
        ),
      )}
    </div>
  );
}

function addressOf(file: PageFile): string {
  return `/_page/files/${encodeURIComponent(file.id)}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(kib < 10 ? 1 : 0)} kB` : `${(kib / 1024).toFixed(1)} MB`;
}
