import * as z from 'zod';
import { isAppName } from '../core/command/context.ts';
import { neverFrozen } from '../core/policy/never-frozen.ts';
import { agentRights, allowances, channelMembers, needs, risks, settings } from '../core/policy/policy.ts';
import { parseDuration } from '../core/text/duration.ts';
import { langs } from '../core/text/text.ts';
import { isZone } from '../core/text/zone-offset.ts';
import { readWeeklyHours } from '../core/time/weekly-hours.ts';
import { readLocalTime } from '../core/time/zone-clock.ts';

export const ids = {
  user: /^[UW][A-Z0-9]{2,}$/,
  group: /^S[A-Z0-9]{2,}$/,
  channel: /^[CGD][A-Z0-9]{2,}$/,
} as const;

/** Words with a fixed meaning in place of a role. */
export const reservedRoles = ['members', 'nobody', 'asker', 'channel-members'];

const quoted = (input: unknown) => (typeof input === 'string' ? `“${input}”` : JSON.stringify(input));

const id = (pattern: RegExp, what: string) => {
  const error = ({ input }: { readonly input?: unknown }) => `${quoted(input)} isn’t ${what}`;
  return z.string({ error }).regex(pattern, { error });
};

const UserId = id(ids.user, 'a Slack user ID, such as U0123ABCD (in their profile: Copy member ID)');
const GroupId = id(ids.group, 'a Slack user group ID, such as S0123OPS');
const ChannelId = id(ids.channel, 'a Slack channel ID, such as C0SHOP (at the end of the channel’s details)');

const Name = z
  .string({ error: ({ input }) => `expected a name, not ${quoted(input)}` })
  .regex(/^[\p{L}][\p{L}\p{N}_.-]{0,63}$/u, {
    error: ({ input }) =>
      `${quoted(input)} isn’t a valid name. Start with a letter, and use letters, digits, - _ and .`,
  });

const Duration = z
  .string({ error: ({ input }) => `${quoted(input)} isn’t a valid duration. Use one such as 15m, 24h or 7d` })
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined) return ms;
    context.addIssue({ code: 'custom', message: `“${text}” isn’t a valid duration. Use one such as 15m, 24h or 7d` });
    return z.NEVER;
  });

const minute = 60_000;
const day = 1_440 * minute;
const Expiry = Duration.refine((ms) => ms >= minute && ms <= 7 * day, 'expiry must be between 1m and 7d');
const MaxOpen = Duration.refine((ms) => ms >= minute && ms <= 365 * day, 'max_open must be between 1m and 365d');

const LongestRun = Duration.refine((ms) => ms >= minute && ms <= day, 'longest_run must be between 1m and 24h');

/** Accepts one value or a list. An empty list is a mistake, because it would match nothing. */
const oneOrMore = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (input) => (Array.isArray(input) ? input : [input]),
    z.array(one).min(1, 'an empty list matches nothing. Remove it'),
  );

const word = <const T extends readonly [string, ...string[]]>(words: T, hints: Readonly<Record<string, string>> = {}) =>
  z.enum(words, {
    error: ({ input }) => {
      if (input === undefined) return `required: one of ${words.join(', ')}`;
      const hint = typeof input === 'string' && Object.hasOwn(hints, input) ? hints[input] : undefined;
      return `${quoted(input)} isn’t one of ${words.join(', ')}${hint ? `: ${hint}` : ''}`;
    },
  });

const forbidding = 'to forbid something, leave it out of a channel’s allow';
const Need = word(needs, {
  refuse: forbidding,
  deny: forbidding,
  break_glass: 'set break_glass: to a role instead, for the whole policy',
});
const RuleRisk = word(risks, {
  question: 'questions always run; a channel’s allow can leave them out',
});

const appNeeded = 'the application’s number or name is required';

const Context = z.strictObject({
  team: z.string({ error: 'the team’s name is required' }).min(1, 'the team’s name is required'),
  region: z.string({ error: 'the region’s name is required' }).min(1, 'the region’s name is required'),
  app: z
    .union([z.number(), z.string()], { error: appNeeded })
    .transform(String)
    .refine((app) => /^[1-9]\d{0,14}$/.test(app) || isAppName(app), appNeeded),
  channel: ChannelId.optional(),
});

const Channel = z.strictObject({
  context: z.string({ error: 'must be the name of a context, or team/region/app' }).optional(),
  allow: z.array(word(allowances), { error: `must be a list of ${allowances.join(', ')}` }).optional(),
  language: word(langs).optional(),
});

const Role = z
  .strictObject({
    users: z.array(UserId, { error: 'users must be a list of Slack user IDs' }).optional(),
    groups: z.array(GroupId, { error: 'groups must be a list of Slack user group IDs' }).optional(),
  })
  .refine(
    ({ users, groups }) => (users?.length ?? 0) + (groups?.length ?? 0) > 0,
    'this role is empty. Add users or groups',
  );

const limit = (key: string, most: number) =>
  z
    .int({ error: `${key} must be a whole number` })
    .min(1, `${key} must be at least 1`)
    .max(most, `${key} can be at most ${most}`);

const Who = (error: string) => z.string({ error }).transform((name) => (name === 'members' ? channelMembers : name));

const When = z.strictObject({
  risk: oneOrMore(RuleRisk).optional(),
  operation: oneOrMore(z.string()).optional(),
  context: oneOrMore(z.string()).optional(),
  channel: oneOrMore(ChannelId).optional(),
  asker: oneOrMore(z.string()).optional(),
});

const Ticket = z.strictObject({
  pattern: z
    .string({ error: 'pattern: a regular expression is required, such as OPS-\\d+' })
    .min(1)
    .max(200)
    .refine(isPattern, { error: ({ input }) => `${quoted(input)} isn’t a regular expression, such as OPS-\\d+` }),
  link: z
    .string({ error: 'must be an address' })
    .regex(/^https?:\/\/[^\s{}]+\{ticket\}[^\s{}]*$/, {
      error: ({ input }) => `${quoted(input)} isn’t an address with {ticket} in it`,
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
  from: Who('must be the name of a role, or members').optional(),
  count: limit('count', 20).optional(),
});

const Exception = z.strictObject({
  need: word(['confirm', 'approve'], { run: 'an exception needs someone who decides' }),
  from: Who('must be the name of a role, or members').optional(),
  count: limit('count', 20).optional(),
});

const zoneNeeded = 'zone: a time zone is required, such as Asia/Shanghai';
const Zone = z
  .string({ error: zoneNeeded })
  .refine(isZone, { error: ({ input }) => `${quoted(input)} isn’t a time zone, such as Asia/Shanghai` });

const timeWrong = ({ input }: { readonly input?: unknown }) =>
  `${quoted(input)} isn’t a time, such as 2026-11-10T18:00 or 2026-11-10`;
const LocalTime = z.string({ error: timeWrong }).transform((text, context) => {
  const read = readLocalTime(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: timeWrong({ input: text }) });
  return z.NEVER;
});

const hoursWrong = ({ input }: { readonly input?: unknown }) =>
  input === undefined
    ? 'open: the hours are required, such as mon-fri 09:00-17:00'
    : `${quoted(input)} isn’t a window, such as mon-fri 09:00-17:00`;
const Hours = z.string({ error: hoursWrong }).transform((text, context) => {
  const read = readWeeklyHours(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: hoursWrong({ input: text }) });
  return z.NEVER;
});

const FreezeReason = z.string({ error: 'reason: why is required, such as Double Eleven' }).trim().min(1).max(200);

const frozenParts = {
  zone: Zone,
  when: When.optional(),
  also: oneOrMore(word(neverFrozen)).optional(),
  break_glass: z.boolean({ error: 'must be true or false' }).optional(),
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
    error: 'to must be later than from',
    path: ['to'],
  });

const ChangeWindow = z.strictObject({ open: oneOrMore(Hours), reason: FreezeReason.optional(), ...frozenParts });

const PlatformUser = z.string().min(1, 'the name of a platform user is required').max(100);

const May = z.partialRecord(z.enum(settings), Who('must be the name of a role, members or nobody'));

const Longest = Duration.refine((ms) => ms >= day && ms <= 365 * day, 'longest must be between 1d and 365d');
const Agents = z.strictObject({
  allow: z.array(word(agentRights), { error: `must be a list of ${agentRights.join(', ')}` }).optional(),
  contexts: oneOrMore(z.string()).optional(),
  who: Who('must be the name of a role, members or nobody').optional(),
  longest: Longest.optional(),
  open: limit('open', 100).optional(),
  calls: limit('calls', 10_000).optional(),
});

const AlertLabels = z
  .record(z.string(), z.string({ error: 'the value of a label is a text. Put it in quotes' }))
  .refine((labels) => Object.keys(labels).length > 0, 'name at least one label with its value');

const mostNotified = 20;

const Notified = oneOrMore(
  id(
    new RegExp(`${ids.user.source}|${ids.group.source}`),
    'the ID of a Slack user or user group, such as U0123ABCD or S0123OPS',
  ),
).pipe(z.array(z.string()).max(mostNotified, `at most ${mostNotified} people and groups`));

const AlertSource = z.strictObject({
  token_env: z
    .string({ error: 'token_env: the name of the variable with its token is required' })
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, {
      error: ({ input }) => `${quoted(input)} isn’t the name of a variable, such as ALERTS_TOKEN`,
    }),
  channel: z.preprocess((input) => input ?? '', ChannelId),
  routes: z
    .array(z.strictObject({ labels: AlertLabels, channel: ChannelId }), { error: 'must be a list of routes' })
    .max(50, 'at most 50 routes')
    .optional(),
  notify: Notified.optional(),
  open: limit('open', 1_000).optional(),
  component: oneOrMore(
    z.strictObject({
      context: z.string({ error: 'must be the name of a context, or team/region/app' }),
      labels: AlertLabels.optional(),
      name: z.string({ error: 'name: the label that has the component’s name is required' }).min(1).max(100),
    }),
  ).optional(),
});

/** Lowercase names, because a source's name is the last part of an address. */
const smallName = /^[a-z0-9][a-z0-9-]{0,39}$/;
const SourceName = z.string().regex(smallName, {
  error: ({ input }) => `${quoted(input)} isn’t a valid name of a source. Use small letters, digits and -`,
});

/** Threshold or duration. YAML may read it as a number. */
const Typed = z
  .union([z.string(), z.number()], { error: 'must be a number or a text, such as 500ms' })
  .transform(String)
  .pipe(z.string().min(1, 'nothing is set here. Remove it, or set a value').max(40, 'this is too long'));

const WatchItem = z.strictObject({
  name: z.string({ error: 'name: a name is required' }).regex(smallName, {
    error: ({ input }) => `${quoted(input)} isn’t a valid name of a watch. Use small letters, digits and -`,
  }),
  context: z.string({ error: 'context: must be the name of a context, or team/region/app' }),
  channel: z.preprocess((input) => input ?? '', ChannelId),
  component: oneOrMore(z.string({ error: 'component: must be the name of a component' }).min(1).max(100)).optional(),
  what: z.string({ error: 'what: what to watch is required, such as abnormal or latency' }),
  above: Typed.optional(),
  below: Typed.optional(),
  for: Typed.optional(),
  notify: Notified.optional(),
});

const Watches = z.strictObject({
  items: z.array(WatchItem, { error: 'must be a list of watches' }).optional(),
  sources: z.record(SourceName, AlertSource).optional(),
});

/** Day that ends at midnight UTC. */
const Day = z
  .string({ error: ({ input }) => `${quoted(input)} isn’t a valid date. Use one such as 2027-03-31` })
  .transform((text, context) => {
    const end = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T23:59:59Z`) : Number.NaN;
    if (Number.isFinite(end)) return end;
    context.addIssue({ code: 'custom', message: `“${text}” isn’t a valid date. Use one such as 2027-03-31` });
    return z.NEVER;
  });

const Pattern = (what: string) =>
  z
    .string({ error: `must be ${what}; * means anything` })
    .min(1, 'nothing is set here. Remove it')
    .max(200);

const portNeeded = 'must be the number of a port, from 1 to 65535';

const Expected = z
  .strictObject({
    component: Pattern('the name of a component').optional(),
    address: Pattern('an address such as shop.test/cart').optional(),
    port: z.int({ error: portNeeded }).min(1, portNeeded).max(65_535, portNeeded).optional(),
    context: oneOrMore(z.string()).optional(),
    until: Day.optional(),
    reason: z.string({ error: 'reason must be a text' }).max(300).optional(),
  })
  .refine(
    ({ component, address, port }) => component !== undefined || address !== undefined || port !== undefined,
    'this would expect everything. Name a component, an address or a port',
  );

/** Schema of `portolan.yaml`. `check.ts` checks references inside the file. */
export const PolicyFile = z.strictObject({
  contexts: z.record(Name, Context).optional(),
  channels: z.record(ChannelId, Channel).optional(),
  roles: z.record(Name, Role).optional(),
  rules: z.array(Rule, { error: 'must be a list of rules' }).optional(),
  freezes: z.array(Freeze, { error: 'must be a list of freezes' }).optional(),
  windows: z.array(ChangeWindow, { error: 'must be a list of windows' }).optional(),
  break_glass: z.string({ error: 'must be the name of a role' }).optional(),
  expiry: Expiry.optional(),
  max_open: MaxOpen.optional(),
  longest_run: LongestRun.optional(),
  recheck_roles: z.boolean({ error: 'must be true or false' }).optional(),
  evidence: z.boolean({ error: 'must be true or false' }).optional(),
  may: May.optional(),
  agents: Agents.optional(),
  people: z.record(PlatformUser, UserId).optional(),
  watches: Watches.optional(),
  expected: z.array(Expected, { error: 'must be a list of addresses' }).optional(),
});
export type PolicyFile = z.infer<typeof PolicyFile>;

/** Allowed keys per kind of place, to suggest the nearest for an unknown one. */
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
