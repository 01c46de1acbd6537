import type { Answer } from '../../core/command/answer.ts';
import { type Context, placeKey, placeText } from '../../core/command/context.ts';
import { ok, optional, required, withDefault, wrong } from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { mayFreeze } from '../../core/policy/decide.ts';
import { channelOf, hasContext } from '../../core/policy/policy.ts';
import { parseDuration, printDuration } from '../../core/text/duration.ts';
import { typedLengthText } from '../../core/text/duration-messages.ts';
import { quotable, type Text } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import type { Due } from '../../store/stored-types.ts';
import { defineSetting, type Operation, type SettingServices, settingEntry } from '../shared/define.ts';
import { channelsOf, freezeRecords, freezesDue, type StoredFreeze } from '../shared/freeze/stored-freeze.ts';
import { contextOf, contextText } from '../shared/place/known-contexts.ts';
import { freezeSettingMsg } from './freeze-setting-messages.ts';

/** Maximum duration of a freeze that is started in Slack, in ms. */
const longest = 24 * 3_600_000;
const maxReason = 200;

const where = optional<string>(freezeSettingMsg.where(), ok, {
  input: 'external',
  source: 'contexts',
  hint: freezeSettingMsg.whereHint(),
  aliases: ['context'],
});

function readLength(typed: string) {
  const ms = parseDuration(typed);
  return ms !== undefined && ms >= 60_000 && ms <= longest ? ok(ms) : wrong(freezeSettingMsg.lengthWrong({ typed }));
}

function readReason(typed: string) {
  return typed.length <= maxReason ? ok(typed) : wrong(freezeSettingMsg.reasonLong({ most: maxReason }));
}

async function placeOf(
  typed: string | undefined,
  ask: Ask,
  settings: SettingServices,
  operations: () => readonly Operation[],
): Promise<Context | Problem> {
  const near = ask.context.team === '' ? undefined : ask.context;
  const context = typed === undefined ? near : await contextOf(typed, settings, near);
  if (!context) return { problem: 'no-context' };
  if (isProblem(context)) return context;
  if (!hasContext(settings.policy, context))
    return refused(freezeSettingMsg.notInPolicy({ place: placeText(context) }));
  const changes = operations().flatMap((each) =>
    each.kind === 'change' && each.freezes === 'covered' ? [each.id] : [],
  );
  const channel = channelOf(settings.policy, context) ?? ask.channel;
  const refusal = mayFreeze(settings.policy, await settings.actor(ask.person, channel), { changes, context, channel });
  return refusal ? notAllowed(refusal) : context;
}

async function announceIn(context: Context, text: Text, ask: Ask, settings: SettingServices): Promise<Answer> {
  const answer: Answer = {
    title: freezeSettingMsg.title(),
    parts: [{ part: 'line', text }],
    share: false,
    announced: true,
  };
  const isAnnounced = await settings.announce(answer);
  for (const channel of channelsOf(settings.policy, { context, channel: ask.channel }))
    if (channel !== ask.channel) await settings.announce(answer, channel);
  // If announcing failed, the freeze still applies, so the person gets the answer.
  return isAnnounced ? answer : { ...answer, announced: undefined };
}

function judgeRow(id: string, place: string, at: number): Due {
  return { id: `freezes ${id}`, kind: freezesDue, at, body: { placeKey: place } };
}

function storedFreeze(id: string, context: Context, to: number, reason: string, ask: Ask): StoredFreeze {
  const { id: by, name, lang, zone } = ask.person;
  const { channel, now: from } = ask;
  return { id, context, channel, by: { id: by, name }, reason, from, to, reader: { lang, zone } };
}

function defineFreeze(operations: () => readonly Operation[]) {
  return defineSetting({
    id: 'freeze',
    tool: { none: 'people freeze changes' },
    command: 'portolan',
    keywords: [['freeze']],
    summary: freezeSettingMsg.says(),
    searched: freezeSettingMsg.searched(),
    title: freezeSettingMsg.form(),
    words: ['stop deploys'],
    examples: ['portolan freeze for=2h why=INC-1042'],
    params: {
      where,
      for: withDefault<number>(freezeSettingMsg.length(), 2 * 3_600_000, readLength, {
        fallback: '2h',
        hint: freezeSettingMsg.lengthHint(),
        shown: typedLengthText,
      }),
      why: required<string>(freezeSettingMsg.reason(), freezeSettingMsg.reasonMissing(), readReason, {
        hint: freezeSettingMsg.reasonHint(),
        aliases: ['reason'],
      }),
    },
    order: ['where'],
    needs: 'nothing',
    async apply(args, ask, settings) {
      const context = await placeOf(args.where, ask, settings, operations);
      if (isProblem(context)) return context;
      const place = placeKey(context);
      const to = ask.now + args.for;
      const id = settings.newId();
      const next = {
        kind: freezeRecords.kind,
        id,
        placeKey: place,
        channel: ask.channel,
        isOpen: true,
        at: ask.now,
        body: storedFreeze(id, context, to, args.why, ask),
      };
      await settings.store.commit({
        at: ask.now,
        records: [{ next, expect: 'new' }],
        due: { put: [judgeRow(id, place, ask.now), judgeRow(`${id} end`, place, to)], drop: [] },
        audit: [settingEntry('freeze', ask, context, { for: printDuration(args.for), reason: args.why })],
      });
      const said = {
        who: ask.person.name,
        context: contextText(context),
        until: { at: to },
        reason: quotable(args.why),
      };
      return announceIn(context, freezeSettingMsg.frozen(said), ask, settings);
    },
  });
}

function defineUnfreeze(operations: () => readonly Operation[]) {
  return defineSetting({
    id: 'unfreeze',
    tool: { none: 'people freeze changes' },
    command: 'portolan',
    keywords: [['unfreeze']],
    summary: freezeSettingMsg.endSays(),
    title: freezeSettingMsg.endForm(),
    examples: ['portolan unfreeze'],
    params: { where },
    order: ['where'],
    needs: 'nothing',
    async apply(args, ask, settings) {
      const context = await placeOf(args.where, ask, settings, operations);
      if (isProblem(context)) return context;
      const place = placeKey(context);
      const ended = await retryRaces<number>(`freezes of ${place}`, async () => {
        const open = await freezeRecords.list(settings, { placeKey: place, isOpen: true });
        const begun = open.filter(({ body }) => body.to > ask.now);
        if (begun.length === 0) return 0;
        const saved = await settings.store.commit({
          at: ask.now,
          records: begun.map((record) =>
            freezeRecords.save({ ...record.body, to: ask.now }, { ...record, isOpen: false }, record.version),
          ),
          due: {
            put: begun.map(({ id }) => judgeRow(id, place, ask.now)),
            drop: begun.map(({ id }) => `freezes ${id} end`),
          },
          audit: [
            settingEntry('unfreeze', ask, context, {
              freezes: begun.length,
              reason: begun.map(({ body }) => body.reason).join(' · '),
              begunBy: [...new Set(begun.map(({ body }) => body.by.name))].join(', '),
              planned: Math.max(...begun.map(({ body }) => body.to)),
            }),
          ],
        });
        return saved === 'saved' ? begun.length : undefined;
      });
      if (ended === 0) return refused(freezeSettingMsg.nothing({ context: contextText(context) }));
      const said = { who: ask.person.name, context: contextText(context) };
      return announceIn(context, freezeSettingMsg.ended(said), ask, settings);
    },
  });
}

export function freezeOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [defineFreeze(operations), defineUnfreeze(operations)];
}
