import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export type PageServer = {
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean;
  readonly close: () => Promise<void>;
};

type Asset = { readonly type: string; readonly plain: Buffer; readonly small: Buffer; readonly lasting: boolean };

const pageFolder = fileURLToPath(new URL('./page', import.meta.url));
const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const squeeze = promisify(gzip);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Content Security Policy: only the page's files may run. Messages may contain images from anywhere. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: http: https:; " +
  "connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Builds the page if its sources have changed, reads it into memory and serves it compressed. */
export async function servePage(): Promise<PageServer> {
  const assets = await readAssets(await builtPage());
  return {
    handle: (req, res) => answer(assets, req, res),
    close: async () => {},
  };
}

function answer(assets: ReadonlyMap<string, Asset>, req: IncomingMessage, res: ServerResponse): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const path = new URL(req.url ?? '/', 'http://page').pathname;
  const asset = assets.get(path === '/' ? '/index.html' : path);
  if (asset === undefined) return answerFont(path, req, res);
  const small = /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
  const body = small ? asset.small : asset.plain;
  res.writeHead(200, {
    'content-type': asset.type,
    'content-length': body.byteLength,
    'cache-control': asset.lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: 'accept-encoding',
    ...(small ? { 'content-encoding': 'gzip' } : {}),
    ...(asset.type.startsWith('text/html') ? { 'content-security-policy': policy } : {}),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
  return true;
}

/** Fonts of the charts, so that the page looks the same on every machine. They are too large to include or compress. */
export const pageFonts: Readonly<Record<string, string>> = {
  '/fonts/inter-400.ttf': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '/fonts/inter-600.ttf': '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '/fonts/noto-sans-sc-400.ttf': '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '/fonts/noto-sans-sc-600.ttf': '@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf',
  '/fonts/noto-color-emoji.ttf': '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
};

/** Streams a font from its package. Browsers request a font only if a text needs it. */
function answerFont(path: string, req: IncomingMessage, res: ServerResponse): boolean {
  const file = Object.hasOwn(pageFonts, path) ? pageFonts[path] : undefined;
  if (file === undefined) return false;
  res.writeHead(200, { 'content-type': 'font/ttf', 'cache-control': 'public, max-age=86400' });
  if (req.method === 'HEAD') res.end();
  else pipeline(createReadStream(fileURLToPath(import.meta.resolve(file))), res, () => undefined);
  return true;
}

async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const files = await filesUnder(folder);
  const assets = files.map(async (file): Promise<[string, Asset]> => {
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const plain = await readFile(file);
    const type = types[extname(file)] ?? 'application/octet-stream';
    return [path, { type, plain, small: await squeeze(plain), lasting: path.startsWith('/assets/') }];
  });
  return new Map(await Promise.all(assets));
}

/** Returns the folder of the built page: cached if the sources are unchanged, otherwise newly built. */
async function builtPage(): Promise<string> {
  const key = await keyOfSources();
  const cache = await cacheFolder();
  const target = join(cache, key);
  if (await exists(join(target, 'index.html'))) return target;
  const scratch = await mkdtemp(join(cache, 'building-'));
  await build(scratch);
  // Two concurrent starts both build the page; the second one keeps the result of the first one.
  await rename(scratch, target).catch(async () => {
    await rm(scratch, { recursive: true, force: true });
    if (!(await exists(join(target, 'index.html')))) throw new Error(`The page could not be put into ${target}.`);
  });
  await forgetOthers(cache, key);
  return target;
}

async function build(outDir: string): Promise<void> {
  const [vite, { preact }] = await Promise.all([import('vite'), import('@preact/preset-vite')]);
  await vite.build({
    configFile: false,
    root: pageFolder,
    base: '/',
    logLevel: 'error',
    clearScreen: false,
    plugins: [preact({ reactAliasesEnabled: false, prefreshEnabled: false, devToolsEnabled: false })],
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: false, reportCompressedSize: false },
  });
}

/** Returns a hash of the page's sources and packages. */
async function keyOfSources(): Promise<string> {
  const own = (await filesUnder(pageFolder)).filter((file) => !file.endsWith('.test.ts'));
  const others = ['playground/slack/json-values.ts', 'playground/page-server.ts', 'package-lock.json'];
  const files = [...own.sort(), ...others.map((file) => join(projectFolder, file))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${relative(projectFolder, file)}\n`).update(await readFile(file));
  return hash.digest('hex').slice(0, 20);
}

/** Returns a folder in `node_modules` if it is writable, otherwise a temporary folder. */
async function cacheFolder(): Promise<string> {
  const beside = join(projectFolder, 'node_modules', '.cache', 'portolan-page');
  const isWritable = await mkdir(beside, { recursive: true }).then(
    () => true,
    () => false,
  );
  if (isWritable) return beside;
  const aside = join(tmpdir(), 'portolan-page');
  await mkdir(aside, { recursive: true });
  return aside;
}

/** Removes builds of older sources, except builds that are still being written. */
async function forgetOthers(cache: string, key: string): Promise<void> {
  const others = (await readdir(cache)).filter((name) => name !== key && !name.startsWith('building-'));
  await Promise.all(others.map((name) => rm(join(cache, name), { recursive: true, force: true })));
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
