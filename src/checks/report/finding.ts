import * as z from 'zod';
import type { Lang, Text } from '../../core/text/text.ts';
import { plain } from './doctor-catalog.ts';

export const checks = {
  settings: { section: 'Configuration', title: 'Settings' },
  proxy: { section: 'Configuration', title: 'Proxy' },
  memory: { section: 'Configuration', title: 'Memory' },
  policy: { section: 'Configuration', title: 'Policy' },
  'slack-token': { section: 'Slack', title: 'Bot token' },
  'slack-connection': { section: 'Slack', title: 'Connection' },
  'slack-scopes': { section: 'Slack', title: 'Scopes' },
  'slack-manifest': { section: 'Slack', title: 'Manifest' },
  'policy-names': { section: 'Slack', title: 'Names in the policy' },
  'slack-alerts': { section: 'Slack', title: 'Alerts' },
  'slack-clock': { section: 'Slack', title: 'Clock' },
  'platform-server': { section: 'Platform', title: 'Server' },
  'platform-certificate': { section: 'Platform', title: 'Certificate' },
  'platform-clock': { section: 'Platform', title: 'Clock' },
  'platform-context': { section: 'Platform', title: 'Context' },
  'platform-monitoring': { section: 'Platform', title: 'Monitoring' },
  'platform-permissions': { section: 'Platform', title: 'Permissions' },
  'platform-watches': { section: 'Platform', title: 'Watched components' },
  database: { section: 'Storage', title: 'Database' },
  disk: { section: 'Storage', title: 'Disk' },
  'audit-log': { section: 'Storage', title: 'Audit log' },
  evidence: { section: 'Storage', title: 'Evidence' },
  following: { section: 'Storage', title: 'Following' },
  watches: { section: 'Storage', title: 'Watches' },
  schedules: { section: 'Storage', title: 'Schedules' },
  exposure: { section: 'Storage', title: 'Expected addresses' },
  'agents-address': { section: 'Agents', title: 'Address' },
  'agents-slackbot': { section: 'Agents', title: 'Slackbot' },
  'live-message': { section: 'Live', title: 'Message' },
  'live-chart': { section: 'Live', title: 'Chart' },
  'live-facts': { section: 'Slack as expected', title: 'Fact' },
} as const satisfies Record<string, { readonly section: string; readonly title: string }>;

export type CheckId = keyof typeof checks;
export type Section = (typeof checks)[CheckId]['section'];

const checkIds = Object.keys(checks).filter((id): id is CheckId => id in checks);

/** Result of a check. `unknown`: can't be checked from here; then `found` says how to check it. */
export const Finding = z.object({
  check: z.enum(checkIds).describe('Which check it is of'),
  level: z
    .enum(['ok', 'unknown', 'warning', 'error'])
    .describe('How bad it is. unknown: it can’t be checked from here'),
  found: z.string().describe('What was found, in words that may change between versions'),
  why: z.string().optional().describe('Why it matters'),
  fix: z.string().optional().describe('What to do'),
});
export type Finding = z.infer<typeof Finding> & { readonly zh: FoundWords };

export interface FoundWords {
  readonly found: string;
  readonly why?: string | undefined;
  readonly fix?: string | undefined;
}

interface Advice {
  readonly why?: Text | undefined;
  readonly fix?: Text | undefined;
}
export type Level = Finding['level'];

/** Report of `portolan doctor --json`. Its schema is `docs/doctor.schema.json`. */
export const DoctorReport = z.object({
  report: z.literal(1).describe('The version of this format'),
  portolan: z.string().describe('The version of Portolan'),
  at: z.iso.datetime().describe('When the report was made'),
  result: z.enum(['ok', 'warnings', 'errors']).describe('The exit code is 0, 1 or 2'),
  findings: z.array(Finding.extend({ section: z.string().describe('The part of the report') })),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** Makes the findings of a check. Their words are catalog messages, so that each has both languages. */
export function about(check: CheckId) {
  const findingOf = (level: Level, text: Text, { why, fix }: Advice = {}): Finding => {
    const wordsIn = (lang: Lang): FoundWords => ({
      found: plain(text, lang),
      ...(why && { why: plain(why, lang) }),
      ...(fix && { fix: plain(fix, lang) }),
    });
    return { check, level, ...wordsIn('en'), zh: wordsIn('zh') };
  };
  const withAdvice = (level: Level) => (text: Text, advice?: Advice) => findingOf(level, text, advice);
  return {
    /** Nothing needs to be done, so there is no advice. */
    ok: (text: Text) => findingOf('ok', text),
    unknown: withAdvice('unknown'),
    warning: withAdvice('warning'),
    error: withAdvice('error'),
  };
}

export function resultOf(findings: readonly Finding[]): DoctorReport['result'] {
  if (findings.some(({ level }) => level === 'error')) return 'errors';
  return findings.some(({ level }) => level === 'warning') ? 'warnings' : 'ok';
}

export const exitCodes = { ok: 0, warnings: 1, errors: 2 } as const satisfies Record<DoctorReport['result'], number>;
