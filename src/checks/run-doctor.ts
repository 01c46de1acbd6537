import { styleText } from 'node:util';
import { readTextFile, type Variables } from '../config.ts';
import { Secret } from '../core/text/secret.ts';
import type { World } from '../core/world.ts';
import { type CheckedSection, findAll, runChecks } from './doctor.ts';
import { exitCodes, type Finding, resultOf } from './finding.ts';
import { type Paint, reportOf, sectionText, summaryText, symbols } from './report.ts';

/** How `portolan doctor` was called. */
export interface DoctorOptions {
  readonly json: boolean;
  /** The channel to post to. */
  readonly live?: string;
  /** With `live`: tries what Slack is relied on for. */
  readonly thorough?: boolean;
}

/** What `portolan doctor` is given by its process. */
interface DoctorProcess {
  readonly env: Variables;
  readonly version: string;
  readonly world: World;
  readonly write: (text: string) => Promise<void>;
}

/** `portolan doctor`: runs every check and prints each part as soon as it is known. @returns the exit code */
export async function runDoctor(
  { json, live, thorough }: DoctorOptions,
  { env, version, world, write }: DoctorProcess,
): Promise<number> {
  const configToken = env.SLACK_CONFIG_TOKEN?.trim();
  const setup = {
    env,
    readFile: readTextFile,
    world,
    ...(configToken ? { configToken: new Secret(configToken) } : {}),
    live,
    thorough,
  };
  const findings = json ? await findAll(setup) : await printed(runChecks(setup), write);
  if (json) await write(`${JSON.stringify(reportOf(findings, version, world.now()), null, 2)}\n`);
  else await write(summaryText(findings));
  return exitCodes[resultOf(findings)];
}

async function printed(parts: readonly CheckedSection[], write: DoctorProcess['write']): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const { section, findings } of parts) {
    // The heading says what is waited for.
    await write(`${section}\n`);
    const found = await findings;
    await write(sectionText(found, paint));
    all.push(...found);
  }
  return all;
}

const colors = { ok: 'green', unknown: 'gray', warning: 'yellow', error: 'red' } as const;
export const paint: Paint = (level) => styleText(colors[level], symbols[level], { stream: process.stdout });
