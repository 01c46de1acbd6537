import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import {
  type Args,
  flag,
  ok,
  optional,
  type Read,
  required,
  several,
  withDefault,
  wrong,
} from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { mayAcceptExposure } from '../../core/policy/decide.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { typedLengthText } from '../../core/text/duration-messages.ts';
import { shownPairsText } from '../../core/text/secret.ts';
import type { Text } from '../../core/text/text.ts';
import { defineSetting, type SettingServices, settingEntry } from '../shared/define.ts';
import { addressText } from '../shared/exposure/address-text.ts';
import { type AcceptedAddress, acceptedAddresses } from '../shared/exposure/expected-address.ts';
import type { ExposureRow } from '../shared/exposure/exposure-rows.ts';
import type { KnownAddress } from '../shared/exposure/known-address.ts';
import { bareRule, mayBeSameRule } from '../shared/port-addresses.ts';
import { team } from '../shared/shared-params.ts';
import { acceptMsg } from './accept-messages.ts';
import { gatherExposure } from './gather-exposure.ts';

const day = 86_400_000;

function readLength(typed: string): Read<number> {
  const ms = parseDuration(typed);
  return ms === undefined || ms < day || ms > 365 * day ? wrong(acceptMsg.forWrong({ typed })) : ok(ms);
}

const hidden = { input: 'hidden' } as const;
const address = several<string>(acceptMsg.address(), ok, {
  hint: acceptMsg.addressesHint(),
  inForm: ({ everything }) => (everything ? undefined : {}),
});
const params = {
  address,
  /** People type it as `reason=`. Changes handle `reason` separately, so this parameter has another name. */
  why: required<string>(acceptMsg.reason(), acceptMsg.reasonMissing(), (typed) => ok(typed.slice(0, 500)), {
    hint: acceptMsg.reasonHint(),
    aliases: ['reason'],
  }),
  for: withDefault<number>(acceptMsg.for(), 90 * day, readLength, {
    fallback: '90d',
    hint: acceptMsg.forHint(),
    shown: typedLengthText,
  }),
  everything: flag(acceptMsg.every(), 'everything', hidden),
  before: optional<number>(acceptMsg.before(), (typed) => ok(Number(typed)), hidden),
  team: { ...team, input: 'hidden' } as const,
  all: flag(acceptMsg.every(), 'all', hidden),
  here: flag(acceptMsg.every(), 'here', hidden),
};
type AcceptArgs = Args<typeof params>;

export const exposureAccept = defineSetting({
  id: 'exposure.accept',
  tool: { none: 'people say what is meant to be open' },
  command: 'portolan',
  keywords: [['exposure', 'accept']],
  summary: acceptMsg.says(),
  title: acceptMsg.form(),
  examples: ['portolan exposure accept www.shop.test reason=OPS-311 for=180d'],
  params,
  order: ['address'],
  dialects: ['console'],
  faults: ({ address: typed, everything }) =>
    typed.length === 0 && !everything ? [{ param: 'address', why: acceptMsg.addressMissing(), missing: true }] : [],

  async apply(args, ask, settings): Promise<Answer | Problem> {
    const addresses = args.everything
      ? await unreviewedInReport(args, ask, settings)
      : await openAt(args.address, ask, settings);
    if (isProblem(addresses)) return addresses;
    const judged = await Promise.all(
      addresses.map(async (each) => ({ each, refusal: await noTo(each, ask, settings) })),
    );
    const allowed = judged.flatMap(({ each, refusal }) => (refusal ? [] : [each]));
    const [first] = judged;
    if (allowed.length === 0) return first?.refusal ? notAllowed(first.refusal) : refused(acceptMsg.nothing());
    const until = ask.now + args.for;
    const { id, name } = ask.person;
    const accepted = allowed.map(({ key, place, component, componentName, port, address: at }): AcceptedAddress => {
      const acceptance = { key, place, component, componentName, port, address: at };
      return { ...acceptance, reason: args.why, until, at: ask.now, by: { id, name } };
    });
    if (!(await saveAccepted(accepted, ask, settings))) return refused(acceptMsg.tryAgain());
    const [only] = allowed;
    const what = only && allowed.length === 1 ? addressText(only) : acceptMsg.several({ count: allowed.length });
    const said = { who: name, what, until: { at: until, show: 'date' } as const };
    const text = acceptMsg.accepted({ ...said, reason: shownPairsText(args.why) });
    return tell(text, judged.length - allowed.length, settings);
  },
});

/** Announces a text in the channel. If this fails, returns it as the answer to the person. */
export async function tell(text: Text, leftOut: number, settings: SettingServices): Promise<Answer> {
  const answer: Answer = { title: acceptMsg.listTitle(), parts: [{ part: 'line', text }] };
  const note = leftOut > 0 ? [{ part: 'note', text: acceptMsg.leftOut({ count: leftOut }) } as const] : [];
  if (!(await settings.announce(answer))) return { ...answer, parts: [...answer.parts, ...note] };
  return note.length > 0 ? { ...answer, parts: note } : { ...answer, announced: true };
}

/** Returns a report's addresses that nobody has reviewed, and that were already known when the report was read. */
async function unreviewedInReport(args: AcceptArgs, ask: Ask, settings: SettingServices) {
  const facts = await gatherExposure(args, ask, settings);
  if (isProblem(facts)) return facts;
  const { before = ask.now } = args;
  const rows = facts.rows.filter(
    ({ group, record }) => group === 'unreviewed' && record !== undefined && record.since <= before,
  );
  return distinct(rows);
}

async function openAt(
  typed: readonly string[],
  ask: Ask,
  settings: SettingServices,
): Promise<readonly KnownAddress[] | Problem> {
  const facts = await gatherExposure({ all: false, here: true }, ask, settings);
  if (isProblem(facts)) return facts;
  const open = distinct(facts.rows);
  const matches: KnownAddress[] = [];
  for (const each of typed) {
    const one = addressIn(open, each);
    if ('problem' in one) return one;
    matches.push(one);
  }
  return matches;
}

function addressIn(open: readonly KnownAddress[], typed: string): KnownAddress | Problem {
  const byKey = open.filter(({ key, rule }) => key === typed || rule === typed);
  const ofHost = open.filter((each) => bareRule(each.address) === bareRule(typed));
  const exact = ofHost.filter(({ address }) => mayBeSameRule(address, typed));
  const matches = [byKey, exact, ofHost].find((each) => each.length > 0) ?? [];
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (!only) return refused(acceptMsg.addressUnknown({ typed }));
  const choices = matches.map(({ key, componentName, port, address }) => ({
    value: key,
    label: matches.some((each) => each.address !== address) ? address : `${componentName}:${port}`,
  }));
  const why = acceptMsg.severalAddresses({ typed, count: matches.length });
  return { problem: 'ambiguous', param: 'address', why, choices };
}

function distinct(rows: readonly ExposureRow[]): readonly KnownAddress[] {
  return [...new Map(rows.flatMap(({ record }) => (record ? [[record.key, record] as const] : []))).values()];
}

async function noTo({ place, opened, openedBy }: KnownAddress, ask: Ask, { policy, actor }: SettingServices) {
  const context: Context = place;
  const who = await actor(ask.person, ask.channel);
  const opener = opened?.by.id ?? (openedBy === undefined ? undefined : policy.people?.get(openedBy));
  return mayAcceptExposure(policy, { context, channel: ask.channel, operation: 'exposure.accept' }, who, opener);
}

async function saveAccepted(
  accepted: readonly AcceptedAddress[],
  ask: Ask,
  settings: SettingServices,
): Promise<boolean> {
  const versions = await Promise.all(accepted.map(({ key }) => settings.records.get(acceptedAddresses.kind, key)));
  const saved = await settings.store.commit({
    at: ask.now,
    records: accepted.map((each, index) => {
      const row = { id: each.key, placeKey: placeKey(each.place), channel: ask.channel, at: ask.now };
      return acceptedAddresses.save(each, row, versions[index]?.version);
    }),
    audit: accepted.map((each) => {
      const { address: at, component, componentName, port, reason } = each;
      const details = {
        address: at,
        component,
        componentName,
        port: String(port),
        until: new Date(each.until).toISOString(),
      };
      return { ...settingEntry('exposure.accept', ask, each.place, details), reason };
    }),
  });
  return saved === 'saved';
}
