import { styleText } from 'node:util';
import { readTextFile, type Variables } from '../config.ts';
import { Secret } from '../core/text/secret.ts';
import type { Lang } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { type CheckedSection, findAll, runChecks } from './doctor.ts';
import { plain } from './report/doctor-catalog.ts';
import { exitCodes, type Finding, resultOf } from './report/finding.ts';
import { doctorLang, type Paint, reportOf, sectionText, summaryText, symbols } from './report/report.ts';
import { sectionName } from './report/report-messages.ts';

export interface DoctorOptions {
  readonly json: boolean;
  readonly live?: string;
  readonly thorough?: boolean;
}

interface DoctorProcess {
  readonly env: Variables;
  readonly version: string;
  readonly world: World;
  readonly write: (text: string) => Promise<void>;
}

/** Runs every check of `portolan doctor`, prints each part when it is ready, and returns the exit code. */
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
  const lang = doctorLang(env);
  const findings = json ? await findAll(setup) : await printed(runChecks(setup), write, lang);
  if (json) await write(`${JSON.stringify(reportOf(findings, version, world.now()), null, 2)}\n`);
  else await write(summaryText(findings, lang));
  return exitCodes[resultOf(findings)];
}

async function printed(
  parts: readonly CheckedSection[],
  write: DoctorProcess['write'],
  lang: Lang,
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const { section, findings } of parts) {
    // Write the heading first, because it shows which part is still running.
    await write(`${plain(sectionName[section](), lang)}\n`);
    const found = await findings;
    await write(sectionText(found, paint, lang));
    all.push(...found);
  }
  return all;
}

const colors = { ok: 'green', unknown: 'gray', warning: 'yellow', error: 'red' } as const;
export const paint: Paint = (level) => styleText(colors[level], symbols[level], { stream: process.stdout });
