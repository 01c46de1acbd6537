import * as z from 'zod';
import { allowances, needs, risks, settings } from '../core/policy/policy.ts';
import { parseDuration } from '../core/text/duration.ts';
import { langs } from '../core/text/text.ts';

/** Slack's ids, by their first letters: people, user groups, channels (and groups, and direct messages). */
export const ids = {
  user: /^[UW][A-Z0-9]{2,}$/,
  group: /^S[A-Z0-9]{2,}$/,
  channel: /^[CGD][A-Z0-9]{2,}$/,
} as const;

/** Words that mean something of their own where a role may stand. */
export const reservedRoles = ['members', 'nobody', 'asker', 'channel-members'];

const show = (input: unknown) => (typeof input === 'string' ? `“${input}”` : JSON.stringify(input));

const id = (pattern: RegExp, what: string) =>
  z.string({ error: ({ input }) => `${show(input)} is not ${what}` }).regex(pattern, {
    error: ({ input }) => `${show(input)} is not ${what}`,
  });

const UserId = id(ids.user, 'the id of a person in Slack, such as U0123ABCD (in their profile: Copy member ID)');
const GroupId = id(ids.group, 'the id of a user group in Slack, such as S0123OPS');
const ChannelId = id(ids.channel, 'the id of a channel in Slack, such as C0SHOP (at the end of the channel’s details)');

const Name = z
  .string({ error: ({ input }) => `a name was expected here, not ${show(input)}` })
  .regex(/^[\p{L}][\p{L}\p{N}_.-]{0,63}$/u, {
    error: ({ input }) => `${show(input)} is not a name: letters, digits, - _ and . are, starting with a letter`,
  });

const Duration = z
  .string({ error: ({ input }) => `${show(input)} is not a length of time, such as 15m, 24h or 7d` })
  .transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined) return ms;
    context.addIssue({ code: 'custom', message: `“${text}” is not a length of time, such as 15m, 24h or 7d` });
    return z.NEVER;
  });

const minute = 60_000;
const day = 1_440 * minute;
const Expiry = Duration.refine((ms) => ms >= minute && ms <= 7 * day, 'expiry lies between 1m and 7d');
const MaxOpen = Duration.refine((ms) => ms >= minute && ms <= 365 * day, 'max_open lies between 1m and 365d');

const LongestRun = Duration.refine((ms) => ms >= minute && ms <= day, 'longest_run lies between 1m and 24h');

/** One value, or a list of them; an empty list would match nothing, so it is a mistake. */
const several = <T extends z.ZodType>(one: T) =>
  z.preprocess(
    (input) => (Array.isArray(input) ? input : [input]),
    z.array(one).min(1, 'an empty list matches nothing: leave it out'),
  );

const word = <const T extends readonly [string, ...string[]]>(words: T, hints: Readonly<Record<string, string>> = {}) =>
  z.enum(words, {
    error: ({ input }) => {
      if (input === undefined) return `one of ${words.join(', ')} is needed here`;
      const hint = typeof input === 'string' && Object.hasOwn(hints, input) ? hints[input] : undefined;
      return `${show(input)} is none of ${words.join(', ')}${hint ? `: ${hint}` : ''}`;
    },
  });

const forbidding = 'to forbid something, leave it out of a channel’s allow';
const Need = word(needs, {
  refuse: forbidding,
  deny: forbidding,
  break_glass: 'break_glass: names a role for the whole policy',
});
const RuleRisk = word(risks, {
  question: 'questions always run; a channel’s allow can leave them out',
});

const Context = z.strictObject({
  team: z.string({ error: 'the team’s name is needed' }).min(1, 'the team’s name is needed'),
  region: z.string({ error: 'the region’s name is needed' }).min(1, 'the region’s name is needed'),
  app: z
    .union([z.number(), z.string()], { error: 'the application’s number is needed' })
    .transform(String)
    .refine((app) => /^[1-9]\d{0,14}$/.test(app), 'the application’s number is needed'),
  channel: ChannelId.exactOptional(),
});

const Channel = z.strictObject({
  context: z.string({ error: 'the name of a context, or team/region/app' }).exactOptional(),
  allow: z.array(word(allowances), { error: `a list of ${allowances.join(', ')}` }).exactOptional(),
  language: word(langs).exactOptional(),
});

const Role = z
  .strictObject({
    users: z.array(UserId, { error: 'users is a list of people’s ids' }).exactOptional(),
    groups: z.array(GroupId, { error: 'groups is a list of user groups’ ids' }).exactOptional(),
  })
  .refine(
    ({ users, groups }) => (users?.length ?? 0) + (groups?.length ?? 0) > 0,
    'nobody is in this role: name users or groups',
  );

const When = z.strictObject({
  risk: several(RuleRisk).exactOptional(),
  operation: several(z.string()).exactOptional(),
  context: several(z.string()).exactOptional(),
  channel: several(ChannelId).exactOptional(),
  asker: several(z.string()).exactOptional(),
});

const Rule = z.strictObject({
  when: When.exactOptional(),
  need: Need,
  from: z.string({ error: 'the name of a role, or members' }).exactOptional(),
  count: z
    .int({ error: 'how many people: a whole number' })
    .min(1, 'at least 1 person')
    .max(20, 'at most 20 people')
    .exactOptional(),
});

const May = z.partialRecord(z.enum(settings), z.string({ error: 'the name of a role, members or nobody' }));

/** `portolan.yaml` as it is written. What refers to something else in it is checked by `check.ts`. */
export const PolicyFile = z.strictObject({
  contexts: z.record(Name, Context).exactOptional(),
  channels: z.record(ChannelId, Channel).exactOptional(),
  roles: z.record(Name, Role).exactOptional(),
  rules: z.array(Rule, { error: 'a list of rules' }).exactOptional(),
  break_glass: z.string({ error: 'the name of a role' }).exactOptional(),
  expiry: Expiry.exactOptional(),
  max_open: MaxOpen.exactOptional(),
  longest_run: LongestRun.exactOptional(),
  evidence: z.boolean({ error: 'true or false' }).exactOptional(),
  may: May.exactOptional(),
});
export type PolicyFile = z.infer<typeof PolicyFile>;

/** The keys that may stand at each kind of place, for the nearest name of an unknown one. */
export const keysOf: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(PolicyFile.shape),
  contexts: Object.keys(Context.shape),
  channels: Object.keys(Channel.shape),
  roles: Object.keys(Role.shape),
  rules: Object.keys(Rule.shape),
  when: Object.keys(When.shape),
  may: [...settings],
};
