import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeKey, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import { ok, optional, type Param, type RawArgs, readAll, required, wrong } from '../../core/command/params.ts';
import { type Fault, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { StoredSchedule } from '../../store/stored-types.ts';
import { chartParams } from '../shared/chart/chart-params.ts';
import { defineQuestion, defineSetting, type Operation, type Reads, type SettingServices } from '../shared/define.ts';
import { type ChannelAccess, channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { cronText } from './cron-words.ts';
import { readScheduleWords } from './read-schedule-words.ts';
import { msg } from './schedule-messages.ts';
import { stoppedText } from './schedule-stopped.ts';
import { nextRuns, readCron, readZone } from './schedule-times.ts';
import { dueId, Schedule, scheduleKind } from './stored-schedule.ts';
import { unknownName } from './unknown-name.ts';

/** More than these for one context are a mistake. */
const mostSchedules = 20;

/**
 * `/portolan schedule monitor … weekdays at 9:00 [tz=…]`, or with a cron expression.
 * @param operations the whole list: the words of the chart are read by it
 */
export function defineSchedule(operations: () => readonly Operation[]) {
  return defineSetting({
    id: 'schedule.add',
    tool: { none: 'schedules are made by people' },
    command: 'portolan',
    keywords: [['schedule']],
    summary: msg.addSays(),
    title: msg.addForm(),
    examples: [
      'portolan schedule monitor web 24h at "0 9 * * 1-5"',
      'portolan schedule monitor web 24h at "weekdays 9:00"',
    ],
    params: {
      ...givenParams,
      // What is a chart has become its parameters by now.
      words: optional<string>(msg.words(), (typed) => wrong(wordsFault(operations(), typed)), {
        input: 'typed',
        hint: msg.wordsHint(),
      }),
      at: required<string>(msg.at(), msg.atMissing(), readCron, {
        input: 'external',
        source: 'times',
        hint: msg.atHint(),
      }),
      tz: optional<string>(msg.zone(), readZone, { hint: msg.zoneHint(), aliases: ['zone', 'timezone'] }),
    },
    order: ['words', 'at'],
    rest: readScheduleWords,
    rewrite: (given) => withChart(operations(), given),

    faults(args): readonly Fault[] {
      const chart = chartOf(operations());
      const read = readAll(chart.params, givenOf(args));
      return 'faults' in read ? read.faults : (chart.faults?.(read.args) ?? []);
    },

    async apply(args, ask, settings): Promise<Answer | Problem> {
      if (ask.channel === '' || ask.channel === ask.person.id) return refused(msg.noChannel());
      const no = await refusePosting(ask, settings, 'schedule', msg.notInChannel);
      if (no) return no;
      const given = givenOf(args);
      const words = print(chartOf(operations()), given);
      const unknown = await unknownName(operations(), given, ask, settings);
      if (unknown) return unknown;
      const here = await settings.schedules.list(placeKey(ask.context));
      if (here.length >= mostSchedules) return refused(msg.tooMany({ most: mostSchedules }));
      const zone = args.tz ?? ask.person.zone;
      const schedule: Schedule = {
        id: settings.newId().slice(0, 6),
        given,
        words,
        cron: args.at,
        zone,
        context: ask.context,
        channel: ask.channel,
        owner: { id: ask.person.id, name: ask.person.name, lang: ask.person.lang },
        at: ask.now,
        paused: false,
      };
      const [first] = nextRuns(schedule.cron, zone, ask.now, 1);
      if (first === undefined) return refused(msg.atNever({ typed: args.at }));
      await settings.store.commit({
        at: ask.now,
        schedules: { put: [storedOf(schedule)] },
        due: { put: [{ id: dueId(schedule.id), kind: scheduleKind, at: first, body: { schedule: schedule.id } }] },
        audit: [entryOf(schedule, ask, 'schedule.add')],
      });
      const where = isDirectMessage(ask.channel)
        ? msg.directMessages()
        : msg.channelIs({ channel: { channel: ask.channel } });
      const added = { id: schedule.id, words, at: cronText(args.at), zone, where };
      return {
        title: msg.addedTitle(),
        parts: [
          { part: 'line', text: msg.added(added) },
          { part: 'line', text: msg.next({ times: timesText(nextRuns(schedule.cron, zone, ask.now, 3)) }) },
          { part: 'buttons', buttons: buttonsOf(schedule) },
        ],
      };
    },
  });
}

const { component, range, item, above, vs, step, outer } = chartParams;
/** A chart's parameters, as a schedule keeps them. */
const givenParams = {
  component: asGiven(component),
  range: asGiven(range),
  item: asGiven(item),
  above: asGiven(above),
  vs: asGiven(vs),
  step: asGiven(step),
  outer: asGiven(outer),
};

function chartOf(operations: readonly Operation[]): Operation {
  const chart = operations.find(({ id }) => id === 'monitor');
  if (!chart) throw new Error('No operation draws charts.');
  return chart;
}

/** The same parameter, read to what was given for it: a range is read again at each run. */
function asGiven<T>(param: Param<T>): Param<readonly string[]> {
  return {
    ...param,
    read(given) {
      const read = param.read(given);
      return read.ok ? ok(given.filter((each) => each.trim() !== '')) : read;
    },
  };
}

function givenOf(args: Readonly<Record<keyof typeof givenParams, readonly string[]>>): RawArgs {
  return Object.fromEntries(
    Object.entries(args).filter(([name, values]) => Object.hasOwn(givenParams, name) && values.length > 0),
  );
}

/** The chart that the typed words mean, as its own parameters; words that mean none, or another place, stay words. */
function withChart(operations: readonly Operation[], read: RawArgs): RawArgs {
  const { words: [words] = [], ...others } = read;
  if (words === undefined) return read;
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request' || meant.request.operation !== chartOf(operations).id) return read;
  const { given, in: place } = meant.request;
  const isWhole = place === undefined && Object.keys(given).every((name) => Object.hasOwn(givenParams, name));
  return isWhole ? { ...given, ...others } : read;
}

/** Why typed words can't be scheduled. */
function wordsFault(operations: readonly Operation[], words: string): Text {
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request' || meant.request.operation !== chartOf(operations).id) return msg.wordsOther();
  if (meant.request.in !== undefined) return msg.wordsPlace({ place: meant.request.in });
  return meant.request.given.me === undefined ? (meant.faults[0]?.why ?? msg.wordsOther()) : msg.wordsMe();
}

export function storedOf(schedule: Schedule): StoredSchedule {
  const { id, channel, at } = schedule;
  return { id, placeKey: placeKey(schedule.context), channel, by: schedule.owner.id, at, body: schedule };
}

/** What the audit log keeps of a setting of a schedule. */
export function entryOf(schedule: Schedule, ask: Ask, operation: string): AuditEntry {
  return {
    kind: 'setting',
    at: ask.now,
    who: { id: ask.person.id, name: ask.person.name },
    placeKey: placeKey(schedule.context),
    place: placeText(schedule.context),
    operation,
    details: { schedule: schedule.id, words: schedule.words, cron: schedule.cron, zone: schedule.zone },
  };
}

function timesText(times: readonly number[]): Text {
  return join(
    times.map((at) => msg.moment({ when: { at } })),
    '; ',
  );
}

function buttonsOf(schedule: Schedule): readonly AskButton[] {
  const { id } = schedule;
  const given = { id: [id] };
  return [
    { label: msg.run({ id }), operation: 'schedule.run', given },
    schedule.paused || schedule.disabled !== undefined
      ? { label: msg.resume({ id }), operation: 'schedule.resume', given }
      : { label: msg.pause({ id }), operation: 'schedule.pause', given },
    { label: msg.end({ id }), operation: 'schedule.remove', given, style: 'danger' },
  ];
}

/** `/portolan schedules`: the scheduled charts of this context. */
export const scheduleList = defineQuestion({
  id: 'schedule.list',
  tool: { none: 'schedules are made by people' },
  command: 'portolan',
  keywords: [['schedules']],
  summary: msg.listSays(),
  examples: ['portolan schedules'],
  params: {},
  order: [],
  async gather(_args, ask, reads): Promise<KnownSchedules> {
    const schedules = await schedulesHere(ask, reads);
    return { schedules, shares: await mayShareList(schedules, ask, reads) };
  },
  answer: (_args, { schedules, shares }: KnownSchedules, ask) => listAnswer([], schedules, shares, ask),
});

/** Schedules, and whether everyone where they were asked for may see them. */
interface KnownSchedules {
  readonly schedules: readonly Schedule[];
  readonly shares: boolean;
}

function mayShareList(schedules: readonly Schedule[], ask: Ask, reads: Reads): Promise<boolean> {
  return mayShare(
    schedules.map(({ channel }) => channel),
    channelAccess(ask, reads),
  );
}

function listAnswer(first: readonly Part[], schedules: readonly Schedule[], shares: boolean, ask: Ask): Answer {
  const { notes, ...share } = sharing(shares);
  return { title: msg.listTitle(), ...share, parts: [...first, ...listParts(schedules, ask), ...notes] };
}

/** So many schedules have buttons. */
const mostWithButtons = 10;

function listParts(schedules: readonly Schedule[], ask: Ask): readonly Part[] {
  if (schedules.length === 0) {
    const example = `/${ask.prefix}portolan schedule monitor web 24h weekdays at 9:00`;
    return [{ part: 'line', text: msg.listNone({ example }) }];
  }
  return [
    {
      part: 'table',
      caption: msg.listTitle(),
      columns: [msg.chart(), msg.when(), msg.nextRun(), msg.where(), msg.by(), msg.id()],
      rows: schedules.map((each) => [
        verbatim(wordsOf(each, ask)),
        join([cronText(each.cron), msg.inZone({ zone: each.zone })]),
        stateText(each, ask.now),
        isDirectMessage(each.channel) ? msg.directMessages() : msg.channelIs({ channel: { channel: each.channel } }),
        verbatim(each.owner.name),
        verbatim(each.id),
      ]),
    },
    ...schedules.slice(0, mostWithButtons).map((each): Part => ({ part: 'buttons', buttons: buttonsOf(each) })),
    ...(schedules.length > mostWithButtons
      ? [{ part: 'note', text: msg.moreButtons({ shown: mostWithButtons }) } as const]
      : []),
  ];
}

/** What was done to a schedule, above all of them as they are now: the message keeps its buttons. */
export async function changed(line: Text, ask: Ask, settings: SettingServices): Promise<Answer> {
  const schedules = await schedulesHere(ask, settings);
  const shares = await mayShareList(schedules, ask, settings);
  return listAnswer([{ part: 'line', text: line }], schedules, shares, ask);
}

/** Where someone asks for schedules, and who. */
type ScheduleViewer = Pick<Ask, 'context' | 'channel' | 'person'>;

/** The schedules that are known where someone asks. */
export async function schedulesHere(
  ask: ScheduleViewer,
  reads: Pick<Reads, 'schedules' | 'actor' | 'isPublic'>,
): Promise<readonly Schedule[]> {
  const access = channelAccess(ask, reads);
  const read = (await reads.schedules.list()).map(async (each) => {
    const schedule = Schedule.safeParse(each.body);
    return schedule.success && (await isHere(each, ask, access)) ? [schedule.data] : [];
  });
  return (await Promise.all(read)).flat();
}

/**
 * A schedule is known in its context and in its channel, which may have another context by now. One in a private
 * channel is known to the channel's members, one in someone's direct messages with the bot to them alone.
 */
export async function isHere(stored: StoredSchedule, ask: ScheduleViewer, access: ChannelAccess): Promise<boolean> {
  const { channel } = stored;
  if (stored.placeKey !== placeKey(ask.context) && (ask.channel === '' || channel !== ask.channel)) return false;
  if (stored.by === ask.person.id || channel === ask.channel) return true;
  if (isDirectMessage(channel)) return false;
  return (await access.mayPost(channel)) || (await access.isMember(channel)) === true;
}

/** The words of a chart, with its place where that is not the one that holds. */
function wordsOf({ words, context }: Schedule, ask: Ask): string {
  if (placeKey(context) === placeKey(ask.context)) return words;
  return `${words} in=${placeText(context)}`;
}

function stateText(schedule: Schedule, now: number): Text {
  if (schedule.disabled !== undefined) return msg.disabled({ why: stoppedText(schedule.disabled) });
  if (schedule.paused) return msg.paused();
  const [at] = nextRuns(schedule.cron, schedule.zone, now, 1);
  return at === undefined ? msg.paused() : msg.moment({ when: { at } });
}
