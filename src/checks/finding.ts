import * as z from 'zod';

/** Every check, in the order in which they are shown: its part of the report, and its name there and by itself. */
export const checks = {
  settings: { section: 'Configuration', title: 'Settings', alone: 'Settings' },
  proxy: { section: 'Configuration', title: 'Proxy', alone: 'Proxy' },
  memory: { section: 'Configuration', title: 'Memory', alone: 'Memory' },
  policy: { section: 'Configuration', title: 'Policy', alone: 'Policy' },
  'slack-token': { section: 'Slack', title: 'Bot token', alone: 'Slack' },
  'slack-connection': { section: 'Slack', title: 'Connection', alone: 'Slack’s connection' },
  'slack-scopes': { section: 'Slack', title: 'Scopes', alone: 'Slack scopes' },
  'slack-manifest': { section: 'Slack', title: 'Manifest', alone: 'Slack manifest' },
  'policy-names': { section: 'Slack', title: 'Names in the policy', alone: 'Names in the policy' },
  'slack-alerts': { section: 'Slack', title: 'Alerts', alone: 'Alerts' },
  'slack-clock': { section: 'Slack', title: 'Clock', alone: 'Clock' },
  'platform-server': { section: 'Platform', title: 'Server', alone: 'Platform' },
  'platform-certificate': { section: 'Platform', title: 'Certificate', alone: 'Platform certificate' },
  'platform-clock': { section: 'Platform', title: 'Clock', alone: 'Platform clock' },
  'platform-context': { section: 'Platform', title: 'Context', alone: 'Context' },
  'platform-monitoring': { section: 'Platform', title: 'Monitoring', alone: 'Platform monitoring' },
  'platform-permissions': { section: 'Platform', title: 'Permissions', alone: 'Platform permissions' },
  'platform-watches': { section: 'Platform', title: 'Watched components', alone: 'Watched components' },
  database: { section: 'Storage', title: 'Database', alone: 'Database' },
  disk: { section: 'Storage', title: 'Disk', alone: 'Disk' },
  'audit-log': { section: 'Storage', title: 'Audit log', alone: 'Audit log' },
  evidence: { section: 'Storage', title: 'Evidence', alone: 'Evidence' },
  following: { section: 'Storage', title: 'Following', alone: 'Following' },
  watches: { section: 'Storage', title: 'Watches', alone: 'Watches' },
  schedules: { section: 'Storage', title: 'Schedules', alone: 'Schedules' },
  exposure: { section: 'Storage', title: 'Expected addresses', alone: 'Expected addresses' },
  'agents-address': { section: 'Agents', title: 'Address', alone: 'Agents' },
  'agents-slackbot': { section: 'Agents', title: 'Slackbot', alone: 'Slackbot' },
  'live-message': { section: 'Live', title: 'Message', alone: 'Message' },
  'live-chart': { section: 'Live', title: 'Chart', alone: 'Chart' },
  'live-facts': { section: 'Slack as expected', title: 'Fact', alone: 'Fact' },
} as const satisfies Record<string, { readonly section: string; readonly title: string; readonly alone: string }>;

export type CheckId = keyof typeof checks;
export type Section = (typeof checks)[CheckId]['section'];

const checkIds = Object.keys(checks).filter((id): id is CheckId => id in checks);

/** What a check found. `unknown`: it can't be found out from here, and `found` says how it can. */
export const Finding = z.object({
  check: z.enum(checkIds).describe('Which check it is of'),
  level: z
    .enum(['ok', 'unknown', 'warning', 'error'])
    .describe('How bad it is. unknown: it can’t be checked from here'),
  found: z.string().describe('What was found, in words that may change between versions'),
  why: z.string().optional().describe('Why it matters'),
  fix: z.string().optional().describe('What to do'),
});
export type Finding = z.infer<typeof Finding>;
export type Level = Finding['level'];

/** The report of `portolan doctor --json`. Its schema is `docs/doctor.schema.json`. */
export const DoctorReport = z.object({
  report: z.literal(1).describe('The version of this format'),
  portolan: z.string().describe('The version of Portolan'),
  at: z.iso.datetime().describe('When the report was made'),
  result: z.enum(['ok', 'warnings', 'errors']).describe('The exit code is 0, 1 or 2'),
  findings: z.array(Finding.extend({ section: z.string().describe('The part of the report') })),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** What makes a finding of one check. */
export function about(check: CheckId) {
  const made =
    (level: Level) =>
    (found: string, more: Pick<Finding, 'why' | 'fix'> = {}): Finding => ({ check, level, found, ...more });
  return { ok: made('ok'), unknown: made('unknown'), warning: made('warning'), error: made('error') };
}

/** The worst of some findings, for the report and the exit code. */
export function resultOf(findings: readonly Finding[]): DoctorReport['result'] {
  if (findings.some(({ level }) => level === 'error')) return 'errors';
  return findings.some(({ level }) => level === 'warning') ? 'warnings' : 'ok';
}

/** What `portolan doctor` ends with. */
export const exitCodes = { ok: 0, warnings: 1, errors: 2 } as const satisfies Record<DoctorReport['result'], number>;
