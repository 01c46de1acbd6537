import * as z from 'zod';
import { isAppName } from '../core/command/context.ts';
import { neverFrozen } from '../core/policy/never-frozen.ts';
import { agentRights, allowances, channelMembers, needs, risks, settings } from '../core/policy/policy.ts';
import { parseDuration } from '../core/text/duration.ts';
import { issueMessage } from '../core/text/issue-text.ts';
import { inOneText, langs, type Text } from '../core/text/text.ts';
import { isZone } from '../core/text/zone-offset.ts';
import { readWeeklyHours } from '../core/time/weekly-hours.ts';
import { readLocalTime } from '../core/time/zone-clock.ts';
import { policyFileMsg } from './policy-file-messages.ts';

export const ids = {
  user: /^[UW][A-Z0-9]{2,}$/,
  group: /^S[A-Z0-9]{2,}$/,
  channel: /^[CGD][A-Z0-9]{2,}$/,
} as const;

const quoted = (input: unknown) => (typeof input === 'string' ? `“${input}”` : JSON.stringify(input));

/** Makes a problem's text from the given value. */
const given =
  (why: (value: { given: string }) => Text) =>
  ({ input }: { readonly input?: unknown }) =>
    issueMessage(why({ given: quoted(input) }));

const id = (pattern: RegExp, why: (value: { given: string }) => Text) =>
  z.string({ error: given(why) }).regex(pattern, { error: given(why) });

const UserId = id(ids.user, policyFileMsg.notUserId);
const GroupId = id(ids.group, policyFileMsg.notGroupId);
const ChannelId = id(ids.channel, policyFileMsg.notChannelId);

const Name = z
  .string({ error: given(policyFileMsg.notText) })
  .regex(/^[\p{L}][\p{L}\p{N}_.-]{0,63}$/u, { error: given(policyFileMsg.notName) });

/** Schema of a text that `read` converts to another value; if `read` returns undefined, the text is invalid. */
const readAs = <T>(read: (text: string) => T | undefined, error: (issue: { readonly input?: unknown }) => string) =>
  z.string({ error }).transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error({ input: text }) });
    return z.NEVER;
  });

const Duration = readAs(parseDuration, given(policyFileMsg.notDuration));

const minute = 60_000;
const day = 1_440 * minute;
const Expiry = Duration.refine(
  (ms) => ms >= minute && ms <= 7 * day,
  issueMessage(policyFileMsg.between({ key: 'expiry', least: '1m', most: '7d' })),
);
const MaxOpen = Duration.refine(
  (ms) => ms >= minute && ms <= 365 * day,
  issueMessage(policyFileMsg.between({ key: 'max_open', least: '1m', most: '365d' })),
);

const LongestRun = Duration.refine(
  (ms) => ms >= minute && ms <= day,
  issueMessage(policyFileMsg.between({ key: 'longest_run', least: '1m', most: '24h' })),
);

/** Accepts one value or a list. An empty list is a mistake, because it would match nothing. */
const oneOrMore = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (input) => (Array.isArray(input) ? input : [input]),
    z.array(one).min(1, issueMessage(policyFileMsg.emptyList())),
  );

const word = <const T extends readonly [string, ...string[]]>(words: T, hints: Readonly<Record<string, Text>> = {}) =>
  z.enum(words, {
    error: ({ input }) => {
      const all = words.join(', ');
      const why =
        input === undefined
          ? policyFileMsg.oneOf({ words: all })
          : policyFileMsg.notOneOf({ given: quoted(input), words: all });
      const hint = typeof input === 'string' && Object.hasOwn(hints, input) ? hints[input] : undefined;
      return issueMessage(inOneText([why, hint], ': ') ?? why);
    },
  });

const Need = word(needs, {
  refuse: policyFileMsg.toForbid(),
  deny: policyFileMsg.toForbid(),
  break_glass: policyFileMsg.breakGlassKey(),
});
const RuleRisk = word(risks, {
  question: policyFileMsg.questionsRun(),
});

const appNeeded = issueMessage(policyFileMsg.appNeeded());
const teamNeeded = issueMessage(policyFileMsg.teamNeeded());
const regionNeeded = issueMessage(policyFileMsg.regionNeeded());
const contextNeeded = issueMessage(policyFileMsg.contextNeeded());
const listOf = (what: string) => issueMessage(policyFileMsg.listOf({ what }));

const Context = z.strictObject({
  team: z.string({ error: teamNeeded }).min(1, teamNeeded),
  region: z.string({ error: regionNeeded }).min(1, regionNeeded),
  app: z
    .union([z.number(), z.string()], { error: appNeeded })
    .transform(String)
    .refine((app) => /^[1-9]\d{0,14}$/.test(app) || isAppName(app), appNeeded),
  channel: ChannelId.optional(),
});

const Channel = z.strictObject({
  context: z.string({ error: contextNeeded }).optional(),
  allow: z.array(word(allowances), { error: listOf(allowances.join(', ')) }).optional(),
  language: word(langs).optional(),
});

const Role = z
  .strictObject({
    users: z.array(UserId, { error: issueMessage(policyFileMsg.listUsers()) }).optional(),
    groups: z.array(GroupId, { error: issueMessage(policyFileMsg.listGroups()) }).optional(),
  })
  .refine(
    ({ users, groups }) => (users?.length ?? 0) + (groups?.length ?? 0) > 0,
    issueMessage(policyFileMsg.emptyRole()),
  );

const limit = (key: string, max: number) =>
  z
    .int({ error: issueMessage(policyFileMsg.notWhole({ key })) })
    .min(1, issueMessage(policyFileMsg.atLeast({ key })))
    .max(max, issueMessage(policyFileMsg.atMost({ key, most: max })));

const Who = (why: Text) =>
  z.string({ error: issueMessage(why) }).transform((name) => (name === 'members' ? channelMembers : name));

const When = z.strictObject({
  risk: oneOrMore(RuleRisk).optional(),
  operation: oneOrMore(z.string()).optional(),
  context: oneOrMore(z.string()).optional(),
  channel: oneOrMore(ChannelId).optional(),
  asker: oneOrMore(z.string()).optional(),
});

const Ticket = z.strictObject({
  pattern: z
    .string({ error: issueMessage(policyFileMsg.patternNeeded()) })
    .min(1)
    .max(200)
    .refine(isPattern, { error: given(policyFileMsg.notPattern) }),
  link: z
    .string({ error: issueMessage(policyFileMsg.addressNeeded()) })
    .regex(/^https?:\/\/[^\s{}]+\{ticket\}[^\s{}]*$/, {
      error: given(policyFileMsg.noTicket),
    })
    .optional(),
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

const Rule = z.strictObject({
  ticket: Ticket.optional(),
  when: When.optional(),
  need: Need,
  from: Who(policyFileMsg.roleOrMembers()).optional(),
  count: limit('count', 20).optional(),
});

const Exception = z.strictObject({
  need: word(['confirm', 'approve'], { run: policyFileMsg.needsDecider() }),
  from: Who(policyFileMsg.roleOrMembers()).optional(),
  count: limit('count', 20).optional(),
});

const Zone = z
  .string({ error: issueMessage(policyFileMsg.zoneNeeded()) })
  .refine(isZone, { error: given(policyFileMsg.notZone) });

const LocalTime = readAs(readLocalTime, given(policyFileMsg.notTime));
const Hours = readAs(readWeeklyHours, (issue) =>
  issue.input === undefined ? issueMessage(policyFileMsg.hoursNeeded()) : given(policyFileMsg.notHours)(issue),
);

const FreezeReason = z
  .string({ error: issueMessage(policyFileMsg.reasonNeeded()) })
  .trim()
  .min(1)
  .max(200);

const frozenParts = {
  zone: Zone,
  when: When.optional(),
  also: oneOrMore(word(neverFrozen)).optional(),
  break_glass: z.boolean({ error: issueMessage(policyFileMsg.trueOrFalse()) }).optional(),
  exception: Exception.optional(),
};

const Freeze = z
  .strictObject({
    from: LocalTime.optional(),
    to: LocalTime.optional(),
    reason: FreezeReason,
    ...frozenParts,
  })
  .refine(({ from, to }) => !from || !to || to.local > from.local || (to.isDay && to.local === from.local), {
    error: issueMessage(policyFileMsg.toBeforeFrom()),
    path: ['to'],
  });

const ChangeWindow = z.strictObject({ open: oneOrMore(Hours), reason: FreezeReason.optional(), ...frozenParts });

const PlatformUser = z.string().min(1, issueMessage(policyFileMsg.platformUserNeeded())).max(100);

const May = z.partialRecord(z.enum(settings), Who(policyFileMsg.roleOrNobody()));

const Longest = Duration.refine(
  (ms) => ms >= day && ms <= 365 * day,
  issueMessage(policyFileMsg.between({ key: 'longest', least: '1d', most: '365d' })),
);
const Agents = z.strictObject({
  allow: z.array(word(agentRights), { error: listOf(agentRights.join(', ')) }).optional(),
  contexts: oneOrMore(z.string()).optional(),
  who: Who(policyFileMsg.roleOrNobody()).optional(),
  longest: Longest.optional(),
  open: limit('open', 100).optional(),
  calls: limit('calls', 10_000).optional(),
});

const AlertLabels = z
  .record(z.string(), z.string({ error: issueMessage(policyFileMsg.labelNotText()) }))
  .refine((labels) => Object.keys(labels).length > 0, issueMessage(policyFileMsg.labelNeeded()));

const maxNotified = 20;

const Notified = oneOrMore(id(new RegExp(`${ids.user.source}|${ids.group.source}`), policyFileMsg.notNotified)).pipe(
  z.array(z.string()).max(maxNotified, issueMessage(policyFileMsg.mostNotified({ most: maxNotified }))),
);

const AlertSource = z.strictObject({
  token_env: z.string({ error: issueMessage(policyFileMsg.tokenEnvNeeded()) }).regex(/^[A-Z][A-Z0-9_]{0,99}$/, {
    error: given(policyFileMsg.notVariable),
  }),
  channel: z.preprocess((input) => input ?? '', ChannelId),
  routes: z
    .array(z.strictObject({ labels: AlertLabels, channel: ChannelId }), { error: listOf('routes') })
    .max(50, issueMessage(policyFileMsg.mostRoutes({ most: 50 })))
    .optional(),
  notify: Notified.optional(),
  open: limit('open', 1_000).optional(),
  component: oneOrMore(
    z.strictObject({
      context: z.string({ error: contextNeeded }),
      labels: AlertLabels.optional(),
      name: z
        .string({ error: issueMessage(policyFileMsg.labelNameNeeded()) })
        .min(1)
        .max(100),
    }),
  ).optional(),
});

/** Lowercase letters, digits and hyphens, because a source's name is the last part of an address. */
const smallName = /^[a-z0-9][a-z0-9-]{0,39}$/;
const SourceName = z.string().regex(smallName, {
  error: given(policyFileMsg.notSourceName),
});

/** Threshold or duration: text, or a number if YAML reads it as one. */
const Typed = z
  .union([z.string(), z.number()], { error: issueMessage(policyFileMsg.notLimit()) })
  .transform(String)
  .pipe(z.string().min(1, issueMessage(policyFileMsg.nothingHere())).max(40, issueMessage(policyFileMsg.tooLong())));

const WatchItem = z.strictObject({
  name: z.string({ error: issueMessage(policyFileMsg.watchNameNeeded()) }).regex(smallName, {
    error: given(policyFileMsg.notWatchName),
  }),
  context: z.string({ error: issueMessage(policyFileMsg.watchContextNeeded()) }),
  channel: z.preprocess((input) => input ?? '', ChannelId),
  component: oneOrMore(
    z
      .string({ error: issueMessage(policyFileMsg.componentNeeded()) })
      .min(1)
      .max(100),
  ).optional(),
  what: z.string({ error: issueMessage(policyFileMsg.whatNeeded()) }),
  above: Typed.optional(),
  below: Typed.optional(),
  for: Typed.optional(),
  notify: Notified.optional(),
});

const Watches = z.strictObject({
  items: z.array(WatchItem, { error: listOf('watches') }).optional(),
  sources: z.record(SourceName, AlertSource).optional(),
});

/** Last second of a day, in UTC. */
const Day = readAs((text) => {
  const end = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T23:59:59Z`) : Number.NaN;
  return Number.isFinite(end) ? end : undefined;
}, given(policyFileMsg.notDate));

const Pattern = (why: Text) =>
  z
    .string({ error: issueMessage(why) })
    .min(1, issueMessage(policyFileMsg.emptyPattern()))
    .max(200);

const portNeeded = issueMessage(policyFileMsg.portNeeded());

const Expected = z
  .strictObject({
    component: Pattern(policyFileMsg.namePattern()).optional(),
    address: Pattern(policyFileMsg.addressPattern()).optional(),
    port: z.int({ error: portNeeded }).min(1, portNeeded).max(65_535, portNeeded).optional(),
    context: oneOrMore(z.string()).optional(),
    until: Day.optional(),
    reason: z
      .string({ error: issueMessage(policyFileMsg.reasonNotText()) })
      .max(300)
      .optional(),
  })
  .refine(
    ({ component, address, port }) => component !== undefined || address !== undefined || port !== undefined,
    issueMessage(policyFileMsg.expectsAll()),
  );

/** Schema of `portolan.yaml`. `check.ts` checks references inside the file. */
export const PolicyFile = z.strictObject({
  contexts: z.record(Name, Context).optional(),
  channels: z.record(ChannelId, Channel).optional(),
  roles: z.record(Name, Role).optional(),
  rules: z.array(Rule, { error: listOf('rules') }).optional(),
  freezes: z.array(Freeze, { error: listOf('freezes') }).optional(),
  windows: z.array(ChangeWindow, { error: listOf('windows') }).optional(),
  break_glass: z.string({ error: issueMessage(policyFileMsg.roleNeeded()) }).optional(),
  expiry: Expiry.optional(),
  max_open: MaxOpen.optional(),
  longest_run: LongestRun.optional(),
  recheck_roles: z.boolean({ error: issueMessage(policyFileMsg.trueOrFalse()) }).optional(),
  evidence: z.boolean({ error: issueMessage(policyFileMsg.trueOrFalse()) }).optional(),
  may: May.optional(),
  agents: Agents.optional(),
  people: z.record(PlatformUser, UserId).optional(),
  watches: Watches.optional(),
  expected: z.array(Expected, { error: listOf('addresses') }).optional(),
});
export type PolicyFile = z.infer<typeof PolicyFile>;

/** Allowed keys of each section. The nearest key is suggested for an unknown one. */
export const keysOf: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(PolicyFile.shape),
  contexts: Object.keys(Context.shape),
  channels: Object.keys(Channel.shape),
  roles: Object.keys(Role.shape),
  rules: Object.keys(Rule.shape),
  when: Object.keys(When.shape),
  freezes: Object.keys(Freeze.shape),
  windows: Object.keys(ChangeWindow.shape),
  exception: Object.keys(Exception.shape),
  ticket: Object.keys(Ticket.shape),
  may: [...settings],
  agents: Object.keys(Agents.shape),
  watches: Object.keys(Watches.shape),
  expected: Object.keys(Expected.shape),
  items: Object.keys(WatchItem.shape),
  sources: Object.keys(AlertSource.shape),
};
