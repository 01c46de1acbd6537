import type { LogLine, SimulatedComponent } from '../simulated-world.ts';

/** Log line, `after` ms from the start. */
type LaterLine = readonly [after: number, text: string | null];

/** Returns lines from a start time (epoch ms). */
function linesFrom(at: number, lines: readonly LaterLine[]): readonly LogLine[] {
  return lines.map(([after, text]) => ({ at: at + after, text }));
}

/* Build logs contain color codes and empty lines, and may contain secrets (docs/platform.md#event-logs). */
const red = (text: string) => `\u001b[31m${text}\u001b[0m`;
const green = (text: string) => `\u001b[32m${text}\u001b[0m`;

export function buildLog(component: SimulatedComponent, image: string, at: number, took: number): readonly LogLine[] {
  const step = took / 8;
  const line = (n: number, text: string | null): LaterLine => [n * step, text];
  const fetched: readonly LaterLine[] =
    component.source === 'source_code'
      ? [
          line(0, 'Start clone source code from git'),
          line(
            1,
            `Cloning into '/cache/source' ... https://deploy:s3cr3t-git@git.shop.test/shop/${component.k8sName}.git`,
          ),
          line(2, 'CodeVersion:8f2ac41 Author:mei Commit:Show prices with taxes '),
          line(2, null),
          line(3, 'added 214 packages in 3s'),
          line(4, 'NPM_TOKEN=npm_s3cr3t-in-log is set'),
        ]
      : [
          line(0, `Start pulling image ${image}`),
          line(1, '8f2a: Already exists'),
          line(2, null),
          line(3, 'layers are there already'),
        ];
  return linesFrom(at, [
    ...fetched,
    line(6, 'Image push success'),
    line(8, green(`Build version ${stampOf(at)} success`)),
  ]);
}

export function failedBuildLog(
  component: SimulatedComponent,
  image: string,
  at: number,
  took: number,
): readonly LogLine[] {
  const step = took / 8;
  const line = (n: number, text: string | null): LaterLine => [n * step, text];
  if (component.source === 'source_code') {
    const compiled = Array.from({ length: 6 }, (_, n) => line(4, `[${n + 1}/6] compiling src/part-${n + 1}.ts`));
    return linesFrom(at, [
      line(0, 'Start clone source code from git'),
      line(1, 'CodeVersion:1d09be7 Author:tom Commit:Try the new checkout '),
      ...compiled,
      line(5, 'NPM_TOKEN=npm_s3cr3t-in-log is set'),
      line(6, null),
      line(6, red("src/checkout.ts(41,7): error TS2322: Type 'string' is not assignable to type 'number'.")),
      line(7, red('npm ERR! code ELIFECYCLE')),
      line(8, red('Build app from source code failure: exit status 1')),
    ]);
  }
  return linesFrom(at, [
    line(0, `Start pulling image ${image}`),
    line(5, red(`Error response from daemon: manifest for ${image} not found: manifest unknown`)),
    line(8, red('拉取镜像失败')),
  ]);
}

/** Returns the version of a build: its time from year to second. */
function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:T]|\.\d+Z/g, '');
}

export function plainLog(first: string, last: string, at: number, took: number): readonly LogLine[] {
  return linesFrom(at, [
    [0, first],
    [took, last],
  ]);
}
