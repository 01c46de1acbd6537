import { plural } from '../core/text/plural.ts';
import { checks, type DoctorReport, type Finding, type Level, resultOf } from './finding.ts';

/** The symbol of each level. The words say the same: no one has to tell colors apart. */
export const symbols = { ok: '✓', unknown: '?', warning: '⚠', error: '✕' } as const satisfies Record<Level, string>;

/** How a symbol is printed: in color on a terminal. */
export type Paint = (level: Level) => string;

/** One part of the report as text, without its heading. */
export function sectionText(findings: readonly Finding[], paint: Paint): string {
  const lines = findings.flatMap(({ check, level, found, why, fix }) => [
    `  ${paint(level)} ${checks[check].title}: ${found}`,
    ...(why === undefined ? [] : [`      ${why}`]),
    ...(fix === undefined ? [] : [`      → ${fix}`]),
  ]);
  return [...lines, ''].map((line) => `${line}\n`).join('');
}

/** The last line of the report. */
export function summaryText(findings: readonly Finding[]): string {
  const countOf = (level: Level) => findings.filter((each) => each.level === level).length;
  const counted = (['error', 'warning'] as const)
    .filter((level) => countOf(level) > 0)
    .map((level) => plural(countOf(level), level));
  return counted.length === 0 ? 'No problems found.\n' : `${counted.join(', ')}.\n`;
}

/** The whole report for programs. */
export function reportOf(findings: readonly Finding[], portolan: string, at: number): DoctorReport {
  return {
    report: 1,
    portolan,
    at: new Date(at).toISOString(),
    result: resultOf(findings),
    findings: findings.map(({ check, ...rest }) => ({ check, section: checks[check].section, ...rest })),
  };
}
