import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { verbatim } from '../../core/text/text.ts';
import { answerMessage } from '../../slack/answer/answer-view.ts';
import { messageLimits } from '../../slack/blocks/limits.ts';
import { phoneHeight } from '../../slack/blocks/phone-height.ts';
import { maxCardHeight } from '../../slack/request/card-view.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import { inBothLanguages, plain } from '../operation-catalog.ts';
import { handled } from './audit-kind-messages.ts';
import { type AuditFacts, defineAudit, linesPerPage } from './audit-log-question.ts';
import { auditMsg } from './audit-messages.ts';
import { auditLines } from './lines/audit-lines.ts';
import { type KnownRequest, readRequest } from './lines/known-request.ts';
import { lineSubject } from './lines/line-subject.ts';
import type { Period } from './since.ts';

const audit = defineAudit(() => []);
const args = {
  search: [],
  during: undefined,
  since: undefined,
  request: undefined,
  about: undefined,
  channel: undefined,
  page: 1,
  export: false,
  opened: false,
};
const head = { seq: 2, hash: 'h2' };
const facts = (more: Partial<AuditFacts> = {}): AuditFacts => ({
  lines: [],
  hasMore: false,
  all: undefined,
  head,
  partly: undefined,
  words: [],
  shares: true,
  ...more,
});

const row = (seq: number, more: Partial<AuditRow> = {}): AuditRow => ({ request: 'r1', ...setting(seq, more) });

const setting = (seq: number, more: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at: seq * 1_000,
  kind: 'proposed',
  who: { id: 'U1', name: 'Ada' },
  hash: `h${seq}`,
  prev: '',
  placeKey: 'shop/east-1/12',
  place: 'Shop',
  operation: 'port.open',
  details: { component: 'web', port: '8080' },
  ...more,
});
const portolan = { id: 'portolan', name: 'Portolan' };
/** One request from proposal to outcome, newest first, mixed with a setting and another request. */
const history = [
  row(6, { kind: 'closing', outcome: 'closed', status: 'done', who: portolan }),
  row(5, { kind: 'outcome', outcome: 'done', status: 'done', who: portolan }),
  setting(4, {
    kind: 'setting',
    operation: 'schedule.add',
    details: {
      schedule: 'a1',
      channel: 'D0ADA',
      words: 'monitor web',
      when: 'every day at 09:00 (UTC)',
      cron: '0 9 * * *',
      zone: 'UTC',
    },
  }),
  row(3, { kind: 'approved', status: 'approved', who: { id: 'U2', name: 'Bob' } }),
  row(2, { request: 'r2', status: 'denied', kind: 'denied', details: { component: 'db', rule: 'shop.test' } }),
  row(1, { status: 'proposed', details: { title: 'Open port 8080 on web', component: 'web' } }),
];

describe('the audit log', () => {
  const rowsOf = (answered: ReturnType<typeof audit.answer>) =>
    shapeOf(answered)
      .text.split(/\n(?=(?:\S )?(?:\w+[^\n*]* · )?\*)/)
      .map((each) => each.replace(/\n\d\d:\d\d UTC, 1 Jan 1970 · /, '\n').replace(/, (?:\d|00:).*?(?= ·|\n|$)/g, ''));

  test('tells of each request who asked, who decided and how it ended, and for a setting what was set', () => {
    const answered = audit.answer(args, facts({ lines: auditLines(history) }), ask);
    expect(shapeOf(answered).text).toMatch(
      /^00:00 UTC, 1 Jan 1970 · Ada scheduled a chart: `monitor web`, every day at 09:00 \(UTC\) · direct messages$/m,
    );
    expect(rowsOf(answered)).toEqual([
      expect.stringContaining(
        '○ Closed · *Open port 8080 on web*\nasked by Ada · approved by Bob · closed automatically',
      ),
      '✗ Denied · *port.open: db, shop.test*\nasked by Ada · denied by Ada',
    ]);
    const { choices, buttons } = shapeOf(answered);
    expect(choices.slice(0, 2)).toEqual(['Details → audit request=r1', 'Details → audit request=r2']);
    expect(choices.slice(2).map((each) => each.split(' → ')[0])).toEqual([
      ...[
        'What was opened',
        'Bob',
        'Ada',
        'web',
        'failed',
        'denied',
        'expired',
        'break glass used',
        'exception asked for',
      ],
    ]);
    expect(choices[2]).toBe('What was opened → audit opened=yes');
    expect(buttons).toEqual(['audit export=yes']);
  });

  test('a call is listed once for each step, although the step’s start and its end both name it', () => {
    const call = { method: 'POST', path: '/console/teams/shop/apps/web/batch' };
    const step = (seq: number, number: number, status?: number) =>
      row(seq, { kind: 'step', details: { step: number }, outcome: 'done', calls: [{ ...call, status }] });
    const closing = { ...step(6, 1, 200), request: 'r1-close-1' };
    const lines = auditLines([closing, step(5, 2, 200), step(4, 2), step(3, 1, 200), step(2, 1), row(1)]);
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
    expect(text.match(/POST .*/g)).toEqual(Array(3).fill('POST …/batch → 200'));
    expect(text.match(/step/g)).toHaveLength(3);
  });

  test('joins what was opened with its closing, on one page too', () => {
    const closing = [
      row(8, { request: 'r1-close-1', kind: 'outcome', outcome: 'done', status: 'done', who: portolan }),
      row(7, {
        ...{ request: 'r1-close-1', kind: 'step', outcome: 'done', who: portolan },
        details: { step: 1, says: 'Close external access', says_zh: '关闭对外服务' },
      }),
    ];
    const lines = auditLines([...closing, ...history.filter(({ request }) => request === 'r1')]);
    expect(lines.map(({ request }) => request)).toEqual(['r1']);
    expect(rowsOf(audit.answer(args, facts({ lines }), ask))[0]).toMatch(
      /Ada · approved by Bob · closed automatically$/,
    );
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
    expect(text).toMatch(
      /^○ \*Closed automatically, .*\n\*Ada\* asked for it.*\n\*Bob\* approved it.*\n✓ Close external access\n/,
    );
    expect(text.match(/closed automatically/gi)).toHaveLength(1);
  });

  test('an opening, its extension and its closing are one line that says who did each, and when', () => {
    const [bob, cat] = [
      { id: 'U2', name: 'Bob' },
      { id: 'U3', name: 'Cat' },
    ];
    const minutes = (count: number) => ({ at: count * 60_000 });
    const longer = (seq: number, more: Partial<AuditRow>) => row(seq, { request: 'r2', ...more });
    const rows = [
      longer(8, { ...minutes(50), kind: 'closing', outcome: 'closed-now', status: 'done', who: bob }),
      row(7, { ...minutes(20), kind: 'extended', outcome: 'extended', status: 'done', who: cat }),
      longer(6, { ...minutes(20), kind: 'opening', status: 'done', who: portolan, details: { until: 9_000_000 } }),
      longer(5, { ...minutes(19), kind: 'approved', status: 'approved', who: bob }),
      longer(4, { ...minutes(18), who: cat, details: { title: 'Longer', how: 'extend', follows: 'r1' } }),
      row(3, { ...minutes(2), kind: 'opening', status: 'done', who: portolan, details: { until: 7_200_000 } }),
      row(2, { ...minutes(2), kind: 'outcome', outcome: 'done', status: 'done', who: portolan }),
      row(1, { ...minutes(1), details: { title: 'Open port 8080 on web' } }),
    ];
    const textOf = (shown: readonly AuditRow[]) =>
      shapeOf(audit.answer(args, facts({ lines: auditLines(shown) }), ask)).text;
    expect(textOf(rows)).toMatch(
      /○ Closed · \*Open port 8080 on web\*\nlast change 00:50 UTC, 1 Jan 1970 · asked by Ada, 00:01 UTC · closing time changed from 02:00 UTC to 02:30 UTC by Cat, 00:20.* \(approved by Bob, 00:19.*\) · closed early by Bob \(planned for 02:30 UTC\)$/m,
    );
    expect(textOf(rows)).not.toContain('Longer');
    expect(textOf(rows.slice(1))).toMatch(/● Open until 02:30.* · \*Open port 8080 on web\*/);
    // An extension that was denied stays a line of its own.
    const denied = longer(5, { ...minutes(19), kind: 'denied', status: 'denied', who: bob });
    expect(textOf([denied, ...rows.slice(4)])).toMatch(/✗ Denied · \*Longer\*[\s\S]*● Open until 02:00/);
  });

  test('what was denied says why, and what was undone or partly closed doesn’t look as if it were still so', () => {
    const ada = { id: 'U1', name: 'Ada' };
    const known = (more: Partial<KnownRequest>): KnownRequest => ({
      ...{ title: verbatim('Open port 8443 on web'), asker: 'Ada', state: 'done' },
      ...more,
    });
    const textOf = (rows: readonly AuditRow[], summary?: KnownRequest) => {
      const lines = auditLines(rows).map((line) => ({ ...line, ...(summary ? { summary } : {}) }));
      return shapeOf(audit.answer(args, facts({ lines }), ask)).text;
    };
    const denied = row(2, { kind: 'denied', status: 'denied', reason: 'not tonight', who: { id: 'U2', name: 'Bob' } });
    expect(textOf([denied, row(1)])).toMatch(/denied by Bob: “not tonight”/);
    const done = [row(2, { kind: 'outcome', outcome: 'done', status: 'done', who: portolan }), row(1)];
    expect(textOf(done, known({ undone: { by: 'Cat', at: 300_000 } }))).toMatch(
      /○ Undone · .*\n.* · undone by Cat, 00:05/,
    );
    const late = row(2, {
      kind: 'replanned',
      status: 'proposed',
      who: portolan,
      details: { revision: 2, missed: 60_000 },
    });
    const page = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines: auditLines([late, row(1)]) }), ask));
    expect(page.text).toMatch(/Not started in time/);
    expect(page.text).not.toMatch(/plan changed/i);
    const opening = row(3, { kind: 'opening', status: 'done', who: portolan, details: { until: 9_000_000 } });
    const access = { id: 'r1', until: 9_000_000, closed: false, narrowed: { at: 300_000, by: ada } };
    expect(textOf([opening, ...done], known({ access }))).toMatch(
      /● Internal access open until 02:30.*\n.* · external access closed by Ada, 00:05/,
    );
  });

  test('each line begins with its last moment, by which the lines are ordered, and repeats no moment', () => {
    const lines = auditLines([
      row(4, { at: 9e5, kind: 'expired', status: 'expired', who: portolan }),
      row(3, { at: 6e4 }),
      row(2, {
        request: 'r2',
        at: 48e4,
        kind: 'outcome',
        outcome: 'failed',
        status: 'failed',
        details: { failed: 'web' },
      }),
      row(1, { request: 'r2', at: 0 }),
    ]);
    const { text } = shapeOf(audit.answer(args, facts({ lines }), ask));
    expect(text).toMatch(
      /^○ Expired · .*\n.*00:15 UTC, 1 Jan 1970 · asked by Ada, 00:01 UTC\n✗ Failed · .*\n.*00:08 UTC, 1 Jan 1970 · asked by Ada, 00:00 UTC · failed: web$/,
    );
  });

  test('says to what time a request was moved, and that an approval from before no longer counts', () => {
    const bob = { who: { id: 'U2', name: 'Bob' } };
    const rows = [
      row(3, { kind: 'rescheduled', status: 'proposed', details: { to: 7_200_000 } }),
      row(2, { kind: 'approved', status: 'scheduled', ...bob }),
      row(1, { details: { title: 'Restart web' } }),
    ];
    const of = (all: readonly AuditRow[], request?: string) =>
      shapeOf(audit.answer({ ...args, request }, facts({ lines: auditLines(all) }), ask)).text;
    expect(of(rows)).toContain('time changed to 02:00 UTC by Ada');
    expect(of(rows)).not.toContain('approved by');
    expect(of(rows, 'r1')).toMatch(
      /\*Bob\* approved it \(no longer counts\), .*\n\*Ada\* changed the time to 02:00 UTC/,
    );
    const again = [row(4, { kind: 'approved', status: 'scheduled', ...bob }), ...rows];
    expect(of(again)).toContain('by Ada · approved by Bob');
    expect(of(again, 'r1')).toMatch(/\*Bob\* approved it, /);
  });

  test('an approval that no longer counts has its rule in the same brackets', () => {
    const by = { as: 'role', rule: 'default' };
    const rows = [
      row(3, { kind: 'rescheduled', status: 'proposed', details: { to: 7_200_000 } }),
      row(2, { kind: 'approved', status: 'scheduled', who: { id: 'U2', name: 'Bob' }, details: by }),
      row(1, { details: { title: 'Restart web' } }),
    ];
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines: auditLines(rows) }), ask));
    expect(text).toContain('*Bob* approved it (default rule, no longer counts), ');
  });

  test('says in short why a request failed or was canceled', () => {
    const textOf = (summary: Partial<KnownRequest>) => {
      const known = { title: verbatim('Restart web'), asker: 'Ada', state: 'failed', ...summary };
      const lines = auditLines([row(1)]).map((line) => ({ ...line, summary: known }));
      return shapeOf(audit.answer(args, facts({ lines }), ask)).text;
    };
    expect(textOf({ why: verbatim('The port is in use.') })).toMatch(
      /Restart web\*\nThe port is in use\.\n.* asked by Ada/,
    );
    expect(textOf({ why: verbatim('It is closed by now.'), state: 'cancelled' })).toContain('\nIt is closed by now.\n');
    expect(textOf({ why: verbatim('long '.repeat(99)) })).toMatch(/\n(?:long ){31}long…\n/);
    expect(textOf({ why: verbatim('The port is in use.'), state: 'done' })).not.toContain('in use');
  });

  test('says with what the platform answered a failed request that is no longer stored', () => {
    const calls = [{ method: 'POST', path: '/operations', status: 400 }];
    const lines = auditLines([
      row(3, { kind: 'outcome', outcome: 'failed', status: 'failed' }),
      row(2, { kind: 'step', outcome: 'failed', calls, details: { step: 1 } }),
      row(1, { details: { title: 'Restart web' } }),
    ]);
    const { text } = shapeOf(audit.answer(args, facts({ lines }), ask));
    expect(text).toMatch(/✗ Failed · \*Restart web\*\nThe platform answered 400\.\n/);
  });

  test('names an undo, and what a run at once gave up', () => {
    const bob = { who: { id: 'U2', name: 'Bob' } };
    const lines = auditLines([
      row(3, { kind: 'rescheduled', status: 'proposed', details: { to: 'now' } }),
      row(2, { kind: 'approved', status: 'scheduled', ...bob }),
      row(1, { details: { title: 'Start web', how: 'undo', follows: 'r0' } }),
    ]).map((line) => ({
      ...line,
      summary: { title: verbatim('Start web'), asker: 'Ada', state: 'done', gaveUp: 7_200_000 },
    }));
    const { text } = shapeOf(audit.answer(args, facts({ lines }), ask));
    expect(text).toContain(
      'undo asked by Ada · approved by Bob (no longer counts) · changed to run at once instead of at 02:00 UTC by Ada',
    );
  });

  test('a search that finds nothing leads to what waits and what is open now', () => {
    const { buttons } = shapeOf(audit.answer({ ...args, search: ['waiting'] }, facts({ words: ['waiting'] }), ask));
    expect(buttons).toEqual(expect.arrayContaining(['requests', 'openings']));
  });

  test('names who closed which part of access, and who closed the last', () => {
    const minutes = (count: number) => count * 60_000;
    const [ada, bob] = [
      { id: 'U1', name: 'Ada' },
      { id: 'U2', name: 'Bob' },
    ];
    const rows = [
      row(3, { at: minutes(9), kind: 'closing', outcome: 'by-hand', status: 'done', who: bob }),
      row(2, { kind: 'outcome', outcome: 'done', status: 'done', who: portolan }),
      row(1),
    ];
    const of = (access: KnownRequest['access'], request?: string) => {
      const summary = { title: verbatim('Open port 8080'), asker: 'Ada', state: 'done', access };
      const lines = auditLines(rows).map((line) => ({ ...line, summary }));
      return shapeOf(audit.answer({ ...args, request }, facts({ lines }), ask)).text;
    };
    const narrowed = { at: minutes(5), by: ada };
    const parts = { id: 'r1', until: minutes(120), closed: true, how: 'by-hand' as const, narrowed };
    const whole = { ...parts, by: bob, ended: minutes(9) };
    expect(of(whole)).toMatch(/asked by Ada, .* · external access closed by Ada, 00:05 UTC · closed by Bob$/m);
    expect(of(whole, 'r1')).toMatch(
      /^○ \*Closed by Bob, .*00:09 UTC.* · external access closed by Ada, .*00:05 UTC.*\*/,
    );
    // A later request opened external access again: it decides when the rest closes.
    const later = { ...parts, by: ada, ended: minutes(5), later: { request: 'r2' } };
    expect(of(later)).toMatch(/ · external access closed by Ada, 00:05 UTC$/m);
    expect(of({ ...later, how: 'closed', by: bob, ended: minutes(9) })).toMatch(
      / · external access closed by Ada, 00:05 UTC · closed early by Bob$/m,
    );
  });

  test('names the agent that asked, the role that decided, and on its page the rule', () => {
    const by = { as: 'role', role: 'operators', rule: 'line 12' };
    const lines = auditLines([
      row(3, { kind: 'approved', status: 'approved', who: { id: 'U2', name: 'Bob' }, details: by }),
      row(2, { kind: 'approved', status: 'approved', details: { as: 'requester', rule: 'default' } }),
      row(1, { details: { title: 'Restart web', agent: 'deploy-bot' } }),
    ]);
    expect(rowsOf(audit.answer(args, facts({ lines }), ask))[0]).toBe(
      '◌ Approved · *Restart web*\nasked by Ada through the agent deploy-bot · confirmed · approved by Bob (operators)',
    );
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
    expect(text).toMatch(
      /\*Ada\* confirmed it \(default rule\),.*\n\*Bob\* approved it \(operators, rule on line 12 of the policy\),/,
    );
  });

  test('links the ticket of a request, and still names it once the request is purged', () => {
    const entry = row(1, { details: { title: 'Open port 8080 on web', ticket: 'OPS-12' } });
    const ticket = { id: 'OPS-12', link: 'https://tickets.example.com/OPS-12' };
    const summary = { title: verbatim('Open port 8080 on web'), asker: 'Ada', state: 'done', ticket };
    const titleOf = (lines: AuditFacts['lines']) =>
      rowsOf(audit.answer(args, facts({ lines }), ask))[0]?.split('\n')[0];
    const lines = auditLines([entry]);
    expect(titleOf(lines)).toBe('◌ *Open port 8080 on web · ticket OPS-12*');
    expect(titleOf(lines.map((line) => ({ ...line, summary })))).toContain('https://tickets.example.com/OPS-12');
  });

  test('is in the language of the reader where a text was recorded in both', () => {
    const entry = row(1, { details: { title: 'Restart web', title_zh: '重启“web”' } });
    const [line] = auditLines([entry]);
    const subject = line && lineSubject(line, () => undefined);
    expect(subject && [plain(subject, 'en'), plain(subject, 'zh')]).toEqual(['Restart web', '重启“web”']);
  });

  const ended = { kind: 'outcome', status: 'failed' } as const;
  test.each<[string, Partial<AuditRow>[], string]>([
    [
      'of what was partly done, with the components that failed',
      [{ ...ended, outcome: 'partly', details: { done: 1, steps: 2, failed: 'api' } }],
      'failed: api',
    ],
    ['of an early closing', [{ kind: 'closing', outcome: 'closed-now', status: 'done' }], 'closed early'],
    ['also as 0.2 recorded it', [{ kind: 'closing', outcome: 'closed', status: 'done' }], 'closed early'],
    [
      'with break glass',
      [
        { kind: 'outcome', outcome: 'done', status: 'done', who: portolan },
        { kind: 'break_glass', status: 'approved' },
      ],
      'break glass used by Ada',
    ],
  ])('the outcome %s, and when it was requested', (_what, entries, outcome) => {
    const later = entries.map((entry, index) => row(9 - index, entry));
    const answer = audit.answer(args, facts({ lines: auditLines([...later, row(1)]) }), ask);
    expect(rowsOf(answer)[0]).toContain(`by Ada · ${outcome}`);
    expect(JSON.stringify(answer)).toContain('"at":9000');
  });

  test('the title begins with the outcome unless the request is done, so that a phone shows it at a glance', () => {
    const titles = [
      [row(2, { kind: 'break_glass', status: 'approved' })],
      [row(2, { kind: 'exception', status: 'proposed' })],
      [
        row(3, { kind: 'opening', status: 'done', details: { until: 9_000 } }),
        row(2, { kind: 'outcome', outcome: 'done', status: 'done' }),
      ],
      [row(2, { ...ended, outcome: 'partly', details: { done: 1 } })],
      // Version 0.2 recorded partial results as failures.
      [row(2, { ...ended, outcome: 'failed', details: { done: 1, steps: 2 } })],
      [row(2, { ...ended, outcome: 'failed', details: { done: 0 } })],
      [row(2, { kind: 'denied', status: 'denied' })],
      [row(2, { kind: 'expired', status: 'expired', who: portolan })],
      [row(2, { kind: 'outcome', outcome: 'done', status: 'done' })],
    ].map((rows) => {
      const lines = auditLines([...rows, row(1, { details: { title: 'Open web' } })]);
      return rowsOf(audit.answer(args, facts({ lines }), ask))[0]?.split('\n')[0];
    });
    expect(titles).toEqual([
      '◌ Approved · *Open web* · ⚠ *Break glass used*',
      '◌ Waiting · *Open web* · ⚠ *Exception asked for*',
      '● Open until 00:00 UTC · *Open web*',
      '◐ Partly done · *Open web*',
      '◐ Partly done · *Open web*',
      '✗ Failed · *Open web*',
      '✗ Denied · *Open web*',
      '○ Expired · *Open web*',
      '✓ *Open web*',
    ]);
  });

  test('the title says what is shown: all entries, what was opened, a search, a time', () => {
    const shown = facts({ lines: auditLines([row(1)]) });
    const titleOf = (more: object, lang: 'en' | 'zh' = 'en', words: readonly string[] = []) => {
      const answered = audit.answer({ ...args, ...more }, { ...shown, words }, ask);
      return 'title' in answered && plain(answered.title, lang);
    };
    expect(titleOf({})).toBe('Audit log');
    expect(titleOf({ opened: true })).toBe('Audit log: what was opened');
    expect(titleOf({ opened: true }, 'zh')).toBe('审计日志：已开启的访问');
    expect(titleOf({ since: { date: '2026-11-19' } }, 'en', ['web'])).toMatch(/^Audit log: “web”, since \d+ Nov 2026$/);
    const asked = { ...ask, now: Date.UTC(2026, 10, 27, 3, 40), person: { ...ask.person, zone: 'Asia/Shanghai' } };
    const titleSince = (ago: number, lang: 'en' | 'zh') => {
      const answered = audit.answer({ ...args, since: { ago } }, shown, asked);
      return 'title' in answered && plain(answered.title, lang, asked.person.zone);
    };
    expect(titleSince(300_000, 'en')).toBe('Audit log: since 11:35 UTC+8');
    expect(titleSince(300_000, 'zh')).toBe('审计日志：11:35 UTC+8 起');
    expect(titleSince(86_400_000, 'en')).toBe('Audit log: since 11:40 UTC+8, 26 Nov 2026');
    expect(titleSince(86_400_000, 'zh')).toBe('审计日志：2026年11月26日 11:40 UTC+8 起');
    const titleDuring = (during: Period, lang: 'en' | 'zh') => {
      const answered = audit.answer({ ...args, during }, shown, asked);
      return 'title' in answered && plain(answered.title, lang, asked.person.zone);
    };
    expect(titleDuring({ daysAgo: 1 }, 'en')).toBe('Audit log: 26 Nov 2026');
    expect(titleDuring({ weeksAgo: 1 }, 'en')).toBe('Audit log: 16 Nov 2026 – 22 Nov 2026');
    expect(titleDuring({ weeksAgo: 1 }, 'zh')).toBe('审计日志：2026年11月16日至2026年11月22日');
    const none = audit.answer({ ...args, opened: true }, facts(), ask);
    expect(shapeOf(none)).toMatchObject({ text: 'No requests that opened access were found.' });
    for (const more of [{ opened: true }, { search: ['zzz'] }, { during: { daysAgo: 1 } as const }]) {
      const found = audit.answer({ ...args, ...more }, facts(), ask);
      expect(shapeOf(found).buttons.slice(0, 1), JSON.stringify(more)).toEqual(['audit']);
      expect(found).toMatchObject({ share: false });
    }
  });

  const hour = 3_600_000;
  const handling = (seq: number, operation: string, more: Partial<AuditRow> = {}, details = {}) =>
    setting(seq, {
      kind: 'setting',
      operation,
      details: { what: 'web: memory', what_zh: 'web：内存', channel: 'C1', ...details },
      ...more,
    });
  const linesOf = (rows: readonly AuditRow[], lang: 'en' | 'zh') => {
    const answered = audit.answer(args, facts({ lines: auditLines(rows) }), ask);
    const parts = 'parts' in answered ? answered.parts : [];
    return parts.flatMap((each) => (each.part === 'note' || each.part === 'row' ? [plain(each.text, lang)] : []));
  };

  test('watches that somebody added together are one line that names them all', () => {
    const added = (seq: number, what: string, more: Partial<AuditRow> = {}) =>
      handling(seq, 'watch.add', { at: 60_000, ...more }, { what, what_zh: what, watch: what });
    const lines = linesOf([added(3, 'CPU'), added(2, 'memory'), added(1, 'restarts', { at: 1 })], 'en');
    expect(lines).toEqual([
      expect.stringMatching(/ · Ada added 2 watches: memory, CPU · /),
      expect.stringMatching(/ · Ada added a watch: restarts · /),
    ]);
    const bob = { id: 'U2', name: 'Bob' };
    expect(linesOf([added(2, 'CPU', { who: bob }), added(1, 'memory')], 'en')).toHaveLength(2);
    expect(linesOf([added(2, 'CPU'), added(1, 'memory')], 'zh')[0]).toContain('Ada 添加了 2 个监控告警：memory、CPU');
  });

  test('an unknown outcome says when it is checked again, or where people can check it', () => {
    const rows = [row(2, { kind: 'outcome', outcome: 'unknown', status: 'unknown', who: portolan }), row(1)];
    const textsOf = (more: Partial<KnownRequest>) => {
      const summary = {
        title: verbatim('Stop web'),
        asker: 'Ada',
        state: 'unknown',
        why: verbatim('No answer.'),
        ...more,
      };
      const lines = auditLines(rows).map((line) => ({ ...line, summary }));
      return [{ ...args, request: 'r1' }, args].map((each) => shapeOf(audit.answer(each, facts({ lines }), ask)).text);
    };
    for (const text of textsOf({ checked: 300_000 })) expect(text).toMatch(/No answer\.\nI’ll check it again at 00:05/);
    for (const text of textsOf({ link: 'https://slack.test/c1' }))
      expect(text).toMatch(/press \*Check now\* on .*its card.* `\/component show web` shows the present state\./);
    expect(textsOf({ state: 'done' }).join('\n')).not.toContain('component show');
  });

  test('tells what was done last with an incident, in short what came before, and all of it behind a button', () => {
    const bob = { id: 'U2', name: 'Bob' };
    const rows = [
      handling(6, 'incident.unsilence', { at: 5 * hour, who: bob }),
      handling(5, 'incident.silence', { at: 4 * hour }, { until: 8 * hour }),
      handling(4, 'incident.acknowledge', { at: 3 * hour }, { what: 'api: down', what_zh: 'api：停止' }),
      handling(3, 'watch.silence', { at: 2 * hour, who: bob }, { until: 'recovered' }),
      handling(2, 'incident.unsilence', { at: 2 * hour }),
      handling(1, 'incident.acknowledge', { at: 1 * hour }),
    ];
    expect(linesOf(rows, 'en')).toEqual([
      '*web: memory*',
      '05:00 UTC, 1 Jan 1970 · silence ended by Bob · before: acknowledged by Ada, silenced 2 times, silence ended by Ada · #C1',
      '03:00 UTC, 1 Jan 1970 · *api: down* · acknowledged by Ada · #C1',
    ]);
    expect(linesOf(rows, 'zh').slice(0, 2)).toEqual([
      '*web：内存*',
      '1970年1月1日 05:00 UTC · Bob 结束静默 · 此前：Ada 认领、静默 2 次、Ada 结束静默 · #C1',
    ]);
    // A silence that was ended before isn't the newest one.
    expect(linesOf(rows.slice(1), 'en')[1]).toContain(
      '· before: acknowledged by Ada, silenced by Bob, silence ended by Ada · #C1',
    );
    const answered = audit.answer(args, facts({ lines: auditLines(rows) }), ask);
    expect(shapeOf(answered).choices[0]).toMatch(/^Details → audit about=web: memory/);
    // Each of two channels has its own incident of this name.
    const elsewhere = handling(7, 'incident.silence', { at: 6 * hour, who: bob }, { until: 8 * hour, channel: 'C2' });
    expect(linesOf([elsewhere, ...rows], 'en').slice(0, 3)).toEqual([
      '06:00 UTC, 1 Jan 1970 · *web: memory* · silenced until 08:00 UTC by Bob · #C2',
      ...linesOf(rows, 'en').slice(0, 2),
    ]);
    const firings = [{ at: 0, what: handled.fired() }];
    const told = facts({ lines: auditLines(rows).slice(0, 1), firings });
    const page = audit.answer({ ...args, about: 'web: memory' }, told, ask);
    expect('title' in page && plain(page.title, 'zh')).toBe('web：内存');
    expect(shapeOf(page).text.split('\n')).toEqual([
      'It fired, 00:00 UTC, 1 Jan 1970',
      'Acknowledged by Ada, 01:00 UTC, 1 Jan 1970',
      'Silence ended by Ada, 02:00 UTC, 1 Jan 1970',
      'Silenced until it recovers by Bob, 02:00 UTC, 1 Jan 1970',
      'Silenced until 08:00 UTC by Ada, 04:00 UTC, 1 Jan 1970',
      'Silence ended by Bob, 05:00 UTC, 1 Jan 1970',
      '#C1',
    ]);
  });

  test('a change in between is told where it happened, so that the order stays', () => {
    const rows = [
      handling(3, 'incident.unsilence'),
      row(2, { details: { title: 'Restart web' } }),
      handling(1, 'incident.acknowledge'),
    ];
    expect(linesOf(rows, 'en')).toEqual([
      expect.stringContaining('silence ended by Ada'),
      expect.stringContaining('Restart web'),
      expect.stringMatching(/ · asked by Ada/),
      expect.stringContaining('acknowledged by Ada'),
    ]);
  });

  test('a setting says who changed it and when, before its values', () => {
    const freeze = { kind: 'setting', operation: 'freeze', details: { reason: 'migration', until: 4 * hour } } as const;
    expect(linesOf([setting(1, { ...freeze, at: hour })], 'en')).toEqual([
      '01:00 UTC, 1 Jan 1970 · Ada began a freeze: “migration”, until 04:00 UTC',
    ]);
  });

  test.each([
    ['freeze', { for: '2h', reason: 'peak' }, '00:00 UTC · Ada began a freeze: for 2 hours, “peak”'],
    ['unfreeze', { freezes: 1 }, '00:00 UTC · Ada ended the freeze'],
    [
      'unfreeze',
      { freezes: 1, reason: 'peak', begunBy: 'Bob', planned: 7_200_000 },
      '00:00 UTC · Ada ended the freeze: “peak”, begun by Bob, planned until 02:00 UTC',
    ],
    [
      'agent.create',
      { agent: 'ci', agentId: 'a1', owner: 'U1', may: 'propose', expires: 86_400_000 * 59 },
      '00:00 UTC · Ada created the agent: ci, may read and propose changes, until 00:00 UTC, 1 Mar 1970',
    ],
    ['channel.language', { language: 'zh' }, '00:00 UTC · Ada set the language of the channel: Chinese'],
    [
      'schedule.disabled',
      { schedule: 's1', words: 'monitor web', when: 'Weekdays at 09:00', cron: '0 9 * * 1-5', zone: 'UTC' },
      '00:00 UTC · Ada stopped the schedule, because it failed: `monitor web`, Weekdays at 09:00',
    ],
    ['audit', { ...inBothLanguages('what', auditMsg.allTime()) }, '00:00 UTC · Ada exported the audit log: all time'],
    [
      'audit',
      { since: '1970-02-01T00:00:00.000Z', through: '1970-02-02T00:00:00.000Z', search: 'web' },
      '00:00 UTC · Ada exported the audit log: since 1 Feb 1970, to 2 Feb 1970, “web”',
    ],
    [
      'evidence',
      { since: '1970-02-01T00:00:00.000Z' },
      '00:00 UTC · Ada got an archive for auditors: since 1 Feb 1970',
    ],
    [
      'exposure.accept',
      { address: 'https://a.test', component: '0af', port: '8080', until: '1970-03-01T00:00:00.000Z' },
      '00:00 UTC · Ada accepted the address as expected: https://a.test (port 8080), until 00:00 UTC, 1 Mar 1970',
    ],
    [
      'exposure.accept',
      {
        address: '203.0.113.9:30021',
        component: '0af',
        componentName: 'db',
        port: '3306',
        until: '1970-03-01T00:00:00.000Z',
      },
      '00:00 UTC · Ada accepted the address as expected: 203.0.113.9:30021 → db:3306, until 00:00 UTC, 1 Mar 1970',
    ],
  ])('%s %j is told in words, without ids and formats of programs', (operation, details, en) => {
    const [line = ''] = linesOf([setting(1, { kind: 'setting', operation, details, at: 0 })], 'en');
    expect(line.replace('UTC, 1 Jan 1970', 'UTC')).toBe(en);
  });

  test('in Chinese, no space follows the bracket after a role', () => {
    const who = auditMsg.inRole({ who: 'Sam Rivera', role: 'operators' });
    expect(plain(auditMsg.byPerson({ who, what: '紧急执行' }), 'zh')).toBe('Sam Rivera（operators）紧急执行');
  });

  test.each([
    ['watch.silence', { until: 'recovered' }, '*web: memory* · silenced until it recovers by Ada'],
    ['watch.silence', { until: 0 }, '*Watch “web: memory”* · silenced until 00:00 UTC by Ada'],
    ['watch.resume', { silence: 'ended', until: 0 }, '*Watch “web: memory”* · silence ended by Ada'],
    ['watch.resume', { silence: 'ended', until: 'recovered' }, '*web: memory* · silence ended by Ada'],
    ['watch.resume', {}, '00:00 UTC, 1 Jan 1970 · Ada resumed the watch: web: memory'],
  ])('%s %j says whether a watch or an incident was silenced or not anymore', (operation, more, en) =>
    expect(linesOf([handling(1, operation, {}, more)], 'en')[0]).toContain(en),
  );

  test('a closing by a person names the person', () => {
    const by = { kind: 'closing', outcome: 'by-hand', status: 'done', who: { id: 'U2', name: 'Bob' } } as const;
    const lines = auditLines([row(2, by), row(1)]);
    expect(rowsOf(audit.answer(args, facts({ lines }), ask))[0]).toContain('· closed by Bob');
  });

  test('tells a request as a story: each step once with its length and call, then how it closed and what followed', () => {
    const restart = (seq: number, outcome: string, step: number) => {
      const path = `/openapi/v1/teams/shop/regions/east-1/apps/12/services/${'0af'.repeat(8)}/operations`;
      return row(seq, { kind: 'step', outcome, details: { step }, calls: [{ method: 'POST', path, status: 200 }] });
    };
    const entries = [
      row(75, { kind: 'opening', details: { until: 3_600_000 } }),
      row(70, { kind: 'outcome', outcome: 'done', status: 'done', who: portolan }),
      restart(70, 'done', 2),
      restart(10, 'following', 2),
      restart(10, 'done', 1),
      restart(4, 'following', 1),
      row(3, { kind: 'run', status: 'running', who: portolan }),
      row(2, { kind: 'approved', status: 'approved', who: { id: 'U2', name: 'Bob' } }),
      row(1, { status: 'proposed', reason: 'stale sessions' }),
    ].map((entry, index) => ({ ...entry, seq: 9 - index }));
    const steps = [{ says: verbatim('Stop web'), action: 'stop' }, { says: verbatim('Start web') }];
    const summary = {
      title: verbatim('Restart web'),
      asker: 'Ada',
      state: 'done',
      steps,
      says: [verbatim('External access is open')],
      link: 'https://slack.test/p1',
    };
    const after = [verbatim('⚠ Incident after it')];
    const lines = auditLines(entries).map((line) => ({ ...line, summary, after }));
    const answered = audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask);
    expect('title' in answered && plain(answered.title, 'en')).toBe('Restart web');
    expect(shapeOf(answered).text.split('\n')).toEqual([
      '● *Open now, closes automatically at 01:00 UTC* · took 1 min 7 s',
      'External access is open',
      '*Ada* asked for it, 00:00 UTC, 1 Jan 1970: “stale sessions”',
      '*Bob* approved it, 00:00 UTC',
      '✓ Stop web · 7 s',
      'POST …/services/…/operations (stop) → 200',
      '✓ Start web · 1 min',
      'POST …/services/…/operations → 200',
      '⚠ Incident after it',
      'Open card (https://slack.test/p1) · Request `r1`',
    ]);
    expect(shapeOf(answered).buttons).toEqual(['audit']);
  });

  test('the page of a request says who was asked, why it failed, and when it ran if that was later', () => {
    const entries = [
      row(5, { kind: 'outcome', outcome: 'failed', status: 'failed', who: portolan, at: 3_700_000 }),
      row(4, { kind: 'run', status: 'running', who: portolan, at: 3_600_000 }),
      row(3, { kind: 'break_glass', status: 'approved', reason: 'down', who: { id: 'U2', name: 'Bob' } }),
      row(1, { status: 'proposed' }),
    ];
    const body = {
      plan: { title: verbatim('Restart web'), steps: [] },
      ...{ asker: { name: 'Ada' }, why: verbatim('The platform refused it'), asked: ['U2', 'U9', 'S1'] },
    };
    const summary = readRequest({ state: 'failed', body, openUntil: 0 });
    const names = new Map([
      ['U2', 'Bob'],
      ['U9', 'Cleo'],
      ['S1', '@operators'],
    ]);
    const lines = auditLines(entries).map((line) => ({ ...line, summary, names }));
    expect(shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask)).text.split('\n')).toEqual([
      '✗ *Failed, 01:01 UTC, 1 Jan 1970* · took 1 min 40 s',
      'The platform refused it',
      '*Ada* asked for it, 00:00 UTC',
      'Bob, Cleo, @operators were asked to decide',
      '⚠ *Bob* used break glass, 00:00 UTC: “down”',
      'Started, 01:00 UTC',
      'Request `r1`',
    ]);
  });

  test('the page of a failed request says why as its card does, what wasn’t sent, and its length once', () => {
    const entries = [
      row(5, { kind: 'outcome', outcome: 'failed', status: 'failed', who: portolan, at: 92_000 }),
      row(4, { kind: 'step', outcome: 'failed', details: { step: 1 }, who: portolan, at: 92_000 }),
      row(3, { kind: 'run', status: 'running', who: portolan, at: 2_000 }),
      row(1, { status: 'proposed' }),
    ];
    const steps = ['Open internal access', 'Open external access'].map((says) => ({ says: verbatim(says), call: {} }));
    const body = {
      plan: { title: verbatim('Open port 8443'), steps },
      asker: { name: 'Ada' },
      steps: [{ state: 'failed', why: verbatim('Code: 10401.'), reference: 'e209' }, { state: 'not-sent' }],
    };
    const summary = readRequest({ state: 'failed', body, openUntil: 0 });
    const lines = auditLines(entries).map((line) => ({ ...line, summary }));
    expect(shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask)).text.split('\n')).toEqual([
      '✗ *Failed, 00:01 UTC, 1 Jan 1970*',
      '*Ada* asked for it, 00:00 UTC',
      '✗ Open internal access: Code: 10401. Reference: `e209` · 1 min 30 s',
      '○ Open external access: not sent',
      'Request `r1`',
    ]);
  });

  test('the page of temporary access says who closed it early, and each closing time with what it was', () => {
    const [bob, cat] = [
      { id: 'U2', name: 'Bob' },
      { id: 'U3', name: 'Cat' },
    ];
    const minutes = (count: number) => ({ at: count * 60_000 });
    const opened = [
      row(3, { ...minutes(2), kind: 'opening', status: 'done', who: portolan, details: { until: 7_200_000 } }),
      row(1, { ...minutes(1) }),
    ];
    const pageOf = (shown: readonly AuditRow[]) => {
      const lines = auditLines(shown).map((line) => ({ ...line, summary: { ...known, state: 'done' } }));
      return shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask)).text.split('\n');
    };
    const known = { title: verbatim('Open port 8080'), asker: 'Ada' };
    expect(pageOf(opened)).not.toContainEqual(expect.stringContaining('Closing time'));
    const closed = [
      row(6, { ...minutes(50), kind: 'closing', outcome: 'closed-now', status: 'done', who: bob }),
      row(5, { ...minutes(50), kind: 'closing', outcome: 'asked-now', who: bob }),
    ];
    expect(pageOf([...closed, ...opened]).slice(2, 4)).toEqual([
      'Planned closing time: 02:00 UTC',
      '*Bob* asked to close it now, 00:50 UTC',
    ]);
    const longer = [
      row(7, { ...minutes(20), kind: 'extended', outcome: 'extended', status: 'done', who: cat }),
      row(6, { ...minutes(20), request: 'r2', kind: 'opening', who: portolan, details: { until: 9_000_000 } }),
      row(4, { ...minutes(18), request: 'r2', who: cat, details: { how: 'extend', follows: 'r1' } }),
    ];
    expect(pageOf([...longer, ...opened]).slice(0, 5)).toEqual([
      '● *Open now, closes automatically at 02:30 UTC*',
      '*Ada* asked for it, 00:01 UTC, 1 Jan 1970',
      'Closing time: 02:00 UTC',
      '*Cat* asked to change the closing time (request `r2`), 00:18 UTC',
      'New closing time: 02:30 UTC',
    ]);
  });

  test('all attempts to close whose end nobody knew are one line', () => {
    const attempt = (minute: number) =>
      row(minute, {
        ...{ at: minute * 60_000, request: 'r1-close-1', kind: 'outcome', outcome: 'unknown', status: 'unknown' },
        who: portolan,
      });
    const storyOf = (...attempts: readonly number[]) => {
      const opening = row(2, { at: 120_000, kind: 'opening', status: 'done', who: portolan });
      const rows = [...attempts.map(attempt).toReversed(), opening, row(1, { at: 60_000 })];
      const summary = { title: verbatim('Open port 8080'), asker: 'Ada', state: 'done' };
      const lines = auditLines(rows).map((line) => ({ ...line, summary }));
      const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
      return text.split('\n').filter((line) => line.includes('00:50'));
    };
    expect(storyOf(50, 51, 52)).toEqual([expect.stringMatching(/00:50 UTC, 3 times until 00:52 UTC$/)]);
    expect(storyOf(50)).toEqual([expect.stringMatching(/00:50 UTC$/)]);
  });

  test('a request that waits says until when, in the log and on its page', () => {
    const body = { plan: { title: verbatim('Deploy web') }, asker: { name: 'Ada' } };
    const summary = readRequest({ state: 'proposed', body, openUntil: 900_000 });
    const lines = auditLines([row(1)]).map((line) => ({ ...line, summary }));
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
    expect(text).toMatch(/^◌ \*Waiting, expires at 00:15 UTC\*/);
    expect(shapeOf(audit.answer(args, facts({ lines }), ask)).text).toMatch(
      /^◌ Waiting, expires at 00:15 UTC · \*Deploy web/,
    );
  });

  test('a scheduled request says for when', () => {
    const body = { plan: { title: verbatim('Deploy web') }, asker: { name: 'Ada' }, planned: { at: 7_200_000 } };
    const lines = auditLines([row(2, { kind: 'approved', status: 'scheduled' }), row(1)]);
    const known = lines.map((line) => ({ ...line, summary: readRequest({ state: 'scheduled', body, openUntil: 0 }) }));
    const page = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines: known }), ask));
    expect(page.text).toMatch(/^◌ \*Scheduled for 02:00 UTC\*/);
    expect(rowsOf(audit.answer(args, facts({ lines: known }), ask))[0]).toMatch(
      /^◌ Scheduled for 02:00 UTC · \*Deploy web/,
    );
  });

  test('a moment of another day than the last is written with its own day, and never as yesterday', () => {
    const day = 86_400_000;
    const lines = auditLines([
      row(2, { at: day + 6e4, kind: 'expired', status: 'expired', who: portolan }),
      row(1, { at: 0 }),
    ]);
    const answer = audit.answer(args, facts({ lines }), ask);
    if (!('parts' in answer)) throw new TypeError('not an answer');
    const frame = { at: 2 * day, context: ask.context, shareId: undefined };
    const { blocks } = answerMessage(answer, frame, { lang: 'en', zone: 'UTC' });
    expect(JSON.stringify(blocks)).not.toMatch(/\} yesterday/);
    expect(JSON.stringify(blocks)).toMatch(/<!date\^0\^[^>]*date/);
  });

  test('a long reason is cut on the line, and whole on the page', () => {
    const reason = `${'a long story '.repeat(20)}end`;
    const lines = auditLines([row(1, { reason })]);
    const list = shapeOf(audit.answer(args, facts({ lines }), ask)).text;
    expect(list).toMatch(/by Ada: “a long story .*…”$/m);
    expect(list.length).toBeLessThan(200);
    expect(shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask)).text).toContain(reason);
  });

  test('the reason is on the line, and the page of an expired request says once that it expired', () => {
    const entries = [
      row(2, { kind: 'expired', status: 'expired', who: portolan }),
      row(1, { status: 'proposed', reason: 'debug the cache' }),
    ];
    const lines = auditLines(entries);
    expect(shapeOf(audit.answer(args, facts({ lines }), ask)).text).toMatch(
      /^○ Expired · .*\n00:00 UTC, 1 Jan 1970 · asked by Ada: “debug the cache”$/,
    );
    const { text } = shapeOf(audit.answer({ ...args, request: 'r1' }, facts({ lines }), ask));
    expect(text.match(/expired/gi)).toHaveLength(1);
  });

  test.each(['en', 'zh'] as const)('a screen of a phone shows five entries, and a page has ten (%s)', (lang) => {
    const pageOf = (count: number) => {
      const many = Array.from({ length: count }, (_, index) => {
        const of = (entry: AuditRow) => ({ ...entry, request: `q${index}` });
        return history.filter(({ request }) => request === 'r1').map(of);
      }).flat();
      return audit.answer(args, facts({ lines: auditLines(many) }), ask);
    };
    const blocksOf = (answer: ReturnType<typeof audit.answer>) => {
      if (!('parts' in answer)) throw new TypeError('not an answer');
      const frame = { at: 0, context: ask.context, shareId: 's' };
      return answerMessage(answer, frame, { lang, zone: 'UTC' }).blocks;
    };
    expect(phoneHeight(blocksOf(pageOf(5)))).toBeLessThan(maxCardHeight);
    expect(blocksOf(pageOf(linesPerPage)).length).toBeLessThan(messageLimits.blocks);
    expect(linesPerPage).toBeGreaterThanOrEqual(10);
    const one = facts({ lines: auditLines(history.filter(({ request }) => request === 'r1')) });
    expect(phoneHeight(blocksOf(audit.answer({ ...args, request: 'r1' }, one, ask)))).toBeLessThan(maxCardHeight);
  });

  test.each([true, false])('requests that not everyone here may see aren’t shared: %s', (shares) => {
    const shown = facts({ lines: auditLines([row(1)]), shares });
    for (const request of [undefined, 'r1']) {
      const answered = audit.answer({ ...args, request }, shown, ask);
      expect('share' in answered).toBe(!shares);
      expect(shapeOf(answered).text.includes('can’t be shared')).toBe(!shares);
    }
  });

  test('an export is two files for the asker alone, in the order of the entries', async () => {
    async function* all() {
      yield row(1);
      yield row(2);
    }
    const answered = audit.answer({ ...args, export: true }, facts({ all }), ask);
    expect(answered).toMatchObject({ share: false });
    const found = audit.answer({ ...args, search: ['denied'], export: true }, facts({ all }), ask);
    const only = 'only the entries that match';
    expect([answered, found].map((each) => shapeOf(each).text.includes(only))).toEqual([false, true]);
    const files = 'files' in answered ? (answered.files ?? []) : [];
    expect(files.map(({ name }) => name.split('.').at(-1))).toEqual(['csv', 'jsonl']);
    for (const { content } of files) {
      let text = '';
      for await (const part of content) text += part;
      expect(text.indexOf('h1')).toBeLessThan(text.indexOf('h2'));
    }
  });
});
