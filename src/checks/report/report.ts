import { join, type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from './doctor-catalog.ts';
import { checks, type DoctorReport, type Finding, type FoundWords, type Level, resultOf } from './finding.ts';
import { checkName, reportMsg } from './report-messages.ts';

/** Symbols of the levels. The text says the same as the colors, so that nobody has to tell colors apart. */
export const symbols = { ok: '✓', unknown: '?', warning: '⚠', error: '✗' } as const satisfies Record<Level, string>;

export type Paint = (level: Level) => string;

/** Language of reports for operators: the channels' language, or English. */
export function doctorLang({ LANGUAGE }: Readonly<Record<string, string | undefined>>): Lang {
  return LANGUAGE?.trim() === 'zh' ? 'zh' : 'en';
}

export function wordsOf(finding: Finding, lang: Lang): FoundWords {
  return lang === 'zh' ? finding.zh : finding;
}

export function sectionText(findings: readonly Finding[], paint: Paint, lang: Lang = 'en'): string {
  const lines = findings.flatMap((each) => {
    const { found, why, fix } = wordsOf(each, lang);
    const title = lang === 'en' ? checks[each.check].title : plain(checkName[each.check](), lang);
    return [
      `  ${paint(each.level)} ${plain(labeled(title, found), lang)}`,
      ...(why === undefined ? [] : [`      ${why}`]),
      ...(fix === undefined ? [] : [`      → ${fix}`]),
    ];
  });
  return [...lines, ''].map((line) => `${line}\n`).join('');
}

function labeled(label: string, said: string): Text {
  return join([verbatim(label), verbatim(said)], ': ');
}

export function summaryText(findings: readonly Finding[], lang: Lang = 'en'): string {
  const countOf = (level: Level) => findings.filter((each) => each.level === level).length;
  const [errors, warnings] = [countOf('error'), countOf('warning')];
  const counted = [
    ...(errors > 0 ? [reportMsg.errors({ count: errors })] : []),
    ...(warnings > 0 ? [reportMsg.warnings({ count: warnings })] : []),
  ];
  if (counted.length === 0) return `${plain(reportMsg.fine(), lang)}\n`;
  return `${plain(join(counted, ', '), lang)}${lang === 'en' ? '.' : ''}\n`;
}

export function reportOf(findings: readonly Finding[], portolan: string, at: number): DoctorReport {
  return {
    report: 1,
    portolan,
    at: new Date(at).toISOString(),
    result: resultOf(findings),
    findings: findings.map(({ check, zh: _, ...rest }) => ({ check, section: checks[check].section, ...rest })),
  };
}
