import { stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import type { StoredFile } from './workspace.ts';

/** Files: the three steps of an upload, the processing, and who may show them (docs/slack.md#files). */

const kinds: { readonly [extension: string]: { readonly mimetype: string; readonly image: boolean } } = {
  png: { mimetype: 'image/png', image: true },
  jpg: { mimetype: 'image/jpeg', image: true },
  jpeg: { mimetype: 'image/jpeg', image: true },
  gif: { mimetype: 'image/gif', image: true },
  csv: { mimetype: 'text/csv', image: false },
  txt: { mimetype: 'text/plain', image: false },
  json: { mimetype: 'application/json', image: false },
  jsonl: { mimetype: 'application/json', image: false },
  svg: { mimetype: 'image/svg+xml', image: false },
};

const signatures: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'png'],
  ['ffd8ff', 'jpg'],
  ['474946383', 'gif'],
];

function kindOf(file: StoredFile): { readonly type: string; readonly mimetype: string; readonly image: boolean } {
  const head = file.bytes?.subarray(0, 8).toString('hex') ?? '';
  const detected = signatures.find(([signature]) => head.startsWith(signature))?.[1];
  const named = file.name.includes('.') ? (file.name.split('.').at(-1) ?? '').toLowerCase() : 'txt';
  const type = detected ?? (kinds[named]?.image ? 'binary' : named);
  return { type, ...(kinds[type] ?? { mimetype: 'application/octet-stream', image: false }) };
}

/** Returns a file's MIME type, by its first bytes and its name. */
export function mimetypeOf(file: StoredFile): string {
  return kindOf(file).mimetype;
}

/** Step 1: reserves `length` bytes. */
export function prepareFile(sim: SlackState, name: string, length: number, altText: string): StoredFile {
  const file: StoredFile = {
    id: sim.ids.make('F'),
    name,
    length,
    altText,
    title: name,
    createdAt: sim.now(),
    bytes: null,
    completed: false,
    readyAt: null,
    shares: new Map(),
  };
  sim.workspace.files.set(file.id, file);
  return file;
}

/** Step 3: completes the upload and starts processing. Refuses a file without uploaded bytes, or completed before. */
export function completeFile(sim: SlackState, id: string, title: string | undefined): StoredFile {
  const file = sim.workspace.files.get(id);
  if (!file?.bytes || file.completed) throw new SlackRefusal('file_not_found');
  const delay = sim.faults.fileDelay();
  file.completed = true;
  file.readyAt = delay === null ? null : sim.now() + delay;
  if (title !== undefined) file.title = title;
  return file;
}

export function isReady(sim: SlackState, file: StoredFile): boolean {
  return file.completed && file.readyAt !== null && file.readyAt <= sim.now();
}

export function fileOf(sim: SlackState, id: unknown): StoredFile {
  const file = sim.workspace.files.get(stringOf(id));
  if (!file?.completed) throw new SlackRefusal('file_not_found');
  return file;
}

/** Whether a `slack_file` object may be shown: known by id or URL, an image, and processed. */
export function showableFile(sim: SlackState, given: JsonRecord): boolean {
  const file = [...sim.workspace.files.values()].find(
    (one) =>
      one.id === given.id ||
      (given.url !== undefined && [privateUrl(sim, one), permalink(sim, one)].includes(String(given.url))),
  );
  return file !== undefined && isReady(sim, file) && kindOf(file).image;
}

export function privateUrl(sim: SlackState, file: StoredFile): string {
  return `${sim.origin()}/files-pri/${sim.workspace.team.id}-${file.id}/${encodeURIComponent(file.name)}`;
}

function permalink(sim: SlackState, file: StoredFile): string {
  return `${sim.origin()}/files/${sim.workspace.bot.user}/${file.id}/${encodeURIComponent(file.name)}`;
}

function sizeOf(bytes: Buffer | null): { readonly width: number; readonly height: number } | null {
  if (!bytes || bytes.length < 24 || bytes.toString('hex', 0, 4) !== '89504e47') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Returns a file as the Web API shows it. Before the processing, a file has no type and no thumbnails. */
export function showFile(sim: SlackState, file: StoredFile): JsonRecord {
  const ready = isReady(sim, file);
  const kind = kindOf(file);
  const size = ready ? sizeOf(file.bytes) : null;
  const shared = [...file.shares.keys()];
  const sharesIn = (isPublic: boolean) => {
    const shares = [...file.shares].filter(([id]) => (sim.workspace.channels.get(id)?.kind === 'public') === isPublic);
    const shown = shares.map(([channel, stamps]) => [channel, stamps.map((ts) => ({ ts, channel_name: channel }))]);
    return shares.length > 0 ? { [isPublic ? 'public' : 'private']: Object.fromEntries(shown) } : {};
  };
  return {
    id: file.id,
    created: Math.floor(file.createdAt / 1000),
    timestamp: Math.floor(file.createdAt / 1000),
    name: file.name,
    title: file.title,
    mimetype: ready ? kind.mimetype : '',
    filetype: ready ? kind.type : '',
    pretty_type: ready ? kind.type.toUpperCase() : '',
    user: sim.workspace.bot.user,
    user_team: sim.workspace.team.id,
    size: file.bytes?.length ?? 0,
    mode: 'hosted',
    is_external: false,
    is_public: shared.length > 0,
    public_url_shared: false,
    url_private: privateUrl(sim, file),
    url_private_download: privateUrl(sim, file),
    permalink: permalink(sim, file),
    ...(file.altText === '' ? {} : { alt_txt: file.altText }),
    ...(size && kind.image
      ? { original_w: size.width, original_h: size.height, thumb_360: privateUrl(sim, file) }
      : {}),
    channels: shared.filter((id) => id.startsWith('C')),
    groups: shared.filter((id) => id.startsWith('G')),
    ims: shared.filter((id) => id.startsWith('D')),
    shares: { ...sharesIn(true), ...sharesIn(false) },
    has_rich_preview: false,
    file_access: 'visible',
  };
}
