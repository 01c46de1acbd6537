import { Cron } from 'croner';
import type { Answer } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { interpret, print } from '../../core/command/interpret.ts';
import {
  type Args,
  type Fault,
  ok,
  optional,
  type Param,
  type RawArgs,
  type Read,
  readAll,
  readGiven,
  required,
  wrong,
} from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { type Token, tokenise } from '../../core/command/tokenize.ts';
import type { Ask } from '../../core/operation.ts';
import { join, type Text } from '../../core/text/text.ts';
import { chartParams } from '../shared/chart/chart-params.ts';
import { defineSetting, type Operation, type Question, type Reads, type SettingServices } from '../shared/define.ts';
import { seenComponents } from '../shared/find-component.ts';
import { chartQuestion } from '../shared/find-operation.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { refusePosting } from '../shared/place/refuse-posting.ts';
import { cronOf, cronText, splitDays } from './cron-words.ts';
import { channelText, scheduleButtons } from './schedule-list.ts';
import { scheduleMsg } from './schedule-messages.ts';
import { nextRuns } from './schedule-times.ts';
import { type Schedule, scheduleDue, scheduleEntry, storedSchedule } from './stored-schedule.ts';

const maxSchedules = 20;
/** A value of the hint, because asterisks of a message's own words are markup. */
const exampleCron = '0 9 * * 1-5';

/** Minimum interval between runs, in ms. */
const minApart = 5 * 60_000;

/**
 * Parses `weekdays at 9:00`, or a cron expression of five parts: minute, hour, day, month, weekday. Refuses times that
 * never come or come too often. The result doesn't depend on the present time.
 */
export function readCron(typed: string): Read<string> {
  const words = cronOf(typed) ?? typed.trim().replace(/\s+/g, ' ');
  let runs: readonly Date[];
  try {
    runs = new Cron(words, { mode: '5-part', timezone: 'UTC' }).nextRuns(12, new Date(Date.UTC(2026, 0, 1)));
  } catch {
    return wrong(scheduleMsg.atWrong({ typed: words.slice(0, 60), cron: exampleCron }));
  }
  if (runs.length === 0) return wrong(scheduleMsg.atNever({ typed: words }));
  const often = runs.some((run, index) => index > 0 && run.getTime() - (runs[index - 1]?.getTime() ?? 0) < minApart);
  return often ? wrong(scheduleMsg.atOften()) : ok(words);
}

/** @param operations all operations; they parse the words of the chart */
export function defineSchedule(operations: () => readonly Operation[]) {
  return defineSetting({
    id: 'schedule.add',
    tool: { none: 'schedules are made by people' },
    command: 'portolan',
    keywords: [['schedule']],
    summary: scheduleMsg.addSays(),
    searched: scheduleMsg.addSearched(),
    title: scheduleMsg.addForm(),
    examples: [
      'portolan schedule monitor web 24h at="weekdays 9:00"',
      'portolan schedule monitor web 24h at="daily 18:30"',
    ],
    params: {
      ...givenParams,
      /** Id of a question, set by `rewrite`. The question's answer is posted unchanged, without a chart. */
      report: optional<string>(scheduleMsg.words(), ok, { input: 'hidden' }),
      // `rewrite` has turned the words of a chart into parameters, so any other words are an error.
      words: optional<string>(scheduleMsg.words(), (typed) => wrong(wordsFault(operations(), typed)), {
        input: 'typed',
        hint: scheduleMsg.wordsHint(),
      }),
      at: required<string>(scheduleMsg.at(), scheduleMsg.atMissing(), readCron, {
        input: 'external',
        source: 'times',
        hint: scheduleMsg.atHint({ cron: exampleCron }),
      }),
      tz: optional<string>(scheduleMsg.zone(), readZone, {
        hint: scheduleMsg.zoneHint(),
        aliases: ['zone', 'timezone'],
      }),
    },
    order: ['words', 'at'],
    rest: readScheduleWords,
    rewrite: (given) => withQuestion(operations(), given),

    faults(args): readonly Fault[] {
      if (args.report !== undefined) return [];
      const chart = chartOf(operations());
      const parsed = readGiven(chart, givenOf(args));
      return 'faults' in parsed ? parsed.faults : [];
    },

    apply: (args, ask, settings) => addSchedule(questionOf(args, operations()), args, ask, settings),
  });
}

function readZone(typed: string): Read<string> {
  try {
    return ok(new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone);
  } catch {
    return wrong(scheduleMsg.zoneWrong({ typed: typed.slice(0, 60) }));
  }
}

/** Parses `monitor web 24h at "0 9 * * 1-5" tz=Europe/Berlin` and `… weekdays at 9:00`. Quotes are optional. */
function readScheduleWords(text: string, quoted: boolean): RawArgs | undefined {
  const tokens = tokenise(text);
  const at = tokens.findLastIndex(
    (token, index) =>
      (token.key === 'at' && (index > 0 || token.text !== '')) ||
      (token.key === undefined && !token.quoted && token.text.toLowerCase() === 'at'),
  );
  const marker = tokens[at];
  if (!marker && quoted) return undefined;
  const before = (marker ? tokens.slice(0, at) : tokens).flatMap((token, index) => {
    if (isZone(token)) return [];
    if (index === 0 && quoted) return [token.text];
    const after = tokens[index + 1]?.rest?.length ?? 0;
    return [(token.rest ?? '').slice(0, (token.rest?.length ?? 0) - after).trim()];
  });
  const { words, days } = marker ? splitDays(before.join(' ')) : { words: before.join(' '), days: '' };
  const zone = tokens.find(isZone);
  const own = marker?.key === 'at' ? [marker.text] : [];
  const after = marker ? tokens.slice(at + 1) : [];
  const cron = [days, ...own, ...after.filter(({ key }) => key === undefined).map((token) => token.text)]
    .join(' ')
    .trim();
  return {
    ...(words ? { words: [words] } : {}),
    ...(cron ? { at: [cron] } : {}),
    ...(zone?.text ? { tz: [zone.text] } : {}),
  };
}

function isZone({ key }: Token): boolean {
  return key === 'tz' || key === 'zone' || key === 'timezone';
}

function questionOf({ report }: { readonly report: string | undefined }, operations: readonly Operation[]): Question {
  const question = operations.find(({ id }) => id === report);
  return question?.kind === 'question' && question.scheduled ? question : chartOf(operations);
}

async function addSchedule(
  question: Question,
  args: GivenArgs & { readonly at: string; readonly tz: string | undefined },
  ask: Ask,
  settings: SettingServices,
): Promise<Answer | Problem> {
  if (ask.channel === '' || ask.channel === ask.person.id) return refused(scheduleMsg.noChannel());
  const refusal = await refusePosting(ask, settings, 'schedule');
  if (refusal) return refusal;
  const { scheduled } = question;
  const given = scheduled ?? givenOf(args);
  const unknown = scheduled ? undefined : await refuseUnknownName(question, given, ask, settings);
  if (unknown) return unknown;
  const here = await settings.schedules.list(placeKey(ask.context));
  if (here.length >= maxSchedules) return refused(scheduleMsg.tooMany({ most: maxSchedules }));
  const { at: cron, tz: zone = ask.person.zone } = args;
  const schedule: Schedule = {
    id: settings.newId().slice(0, 6),
    operation: scheduled ? question.id : undefined,
    given,
    words: print(question, scheduled ? {} : await namedIn(given, ask, settings)),
    cron,
    zone,
    context: ask.context,
    channel: ask.channel,
    owner: { id: ask.person.id, name: ask.person.name, lang: ask.person.lang },
    at: ask.now,
    paused: false,
  };
  const { id, words } = schedule;
  const runs = nextRuns(cron, zone, ask.now, 3);
  const [first] = runs;
  if (first === undefined) return refused(scheduleMsg.atNever({ typed: cron }), [], 'at');
  await settings.store.commit({
    at: ask.now,
    schedules: { put: [storedSchedule(schedule)] },
    due: { put: [scheduleDue(id, first)] },
    audit: [scheduleEntry(schedule, ask, 'schedule.add')],
  });
  const times = runs.map((at) => scheduleMsg.moment({ when: { at } }));
  const added = { id, words, at: cronText(cron), zone, where: channelText(ask.channel) };
  return {
    title: scheduleMsg.addedTitle(),
    parts: [
      { part: 'line', text: scheduleMsg.added(added) },
      { part: 'line', text: scheduleMsg.next({ times: join(times, '; ') }) },
      scheduleButtons(schedule),
    ],
  };
}

const { component, range, item, above, below, vs, step, outer } = chartParams;
const givenParams = {
  component: asGiven(component),
  range: asGiven(range),
  item: asGiven(item),
  above: asGiven(above),
  below: asGiven(below),
  vs: asGiven(vs),
  step: asGiven(step),
  outer: asGiven(outer),
};

function chartOf(operations: readonly Operation[]): Question {
  const chart = chartQuestion(operations);
  if (!chart) throw new Error('No operation draws charts.');
  return chart;
}

/** Returns the parameter with the typed words as its value, because each run parses a range again. */
function asGiven<T>(param: Param<T>): Param<readonly string[]> {
  return {
    ...param,
    read(given) {
      const parsed = param.read(given);
      return parsed.ok ? ok(given.filter((each) => each.trim() !== '')) : parsed;
    },
  };
}

type GivenArgs = Args<typeof givenParams>;

function givenOf(args: GivenArgs): RawArgs {
  return Object.fromEntries(
    Object.entries(args).filter(([name, values]) => Object.hasOwn(givenParams, name) && values.length > 0),
  );
}

/** Converts words to a chart's parameters or to another scheduled question. Leaves other words unchanged. */
function withQuestion(operations: readonly Operation[], args: RawArgs): RawArgs {
  const { words: [words] = [], ...others } = args;
  if (words === undefined) return args;
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request') return args;
  const { operation: id, given, in: place } = meant.request;
  const asked = operations.find((each) => each.id === id);
  if (asked?.kind === 'question' && asked.scheduled && place === undefined && Object.keys(given).length === 0)
    return { report: [id], ...others };
  if (id !== chartOf(operations).id) return args;
  const isWhole = place === undefined && Object.keys(given).every((name) => Object.hasOwn(givenParams, name));
  return isWhole ? { ...given, ...others } : args;
}

function wordsFault(operations: readonly Operation[], words: string): Text {
  const meant = interpret(operations, 'portolan', words);
  if (meant.meaning !== 'request' || meant.request.operation !== chartOf(operations).id)
    return scheduleMsg.wordsOther();
  if (meant.request.in !== undefined) return scheduleMsg.wordsPlace({ place: meant.request.in });
  return meant.request.given.me === undefined
    ? (meant.faults[0]?.why ?? scheduleMsg.wordsOther())
    : scheduleMsg.wordsMe();
}

/** Refuses an unknown name now, instead of in the channel at the first run. */
async function refuseUnknownName(
  chart: Question,
  given: RawArgs,
  ask: Ask,
  reads: Reads,
): Promise<Problem | undefined> {
  const parsed = readAll(chart.params, given);
  if ('faults' in parsed) return undefined;
  // Ignore an error of the platform, because the platform may work again when the chart is posted.
  const problem = await orUndefined(chart.gather(parsed.args, ask, reads));
  const isOfName = isProblem(problem) && (problem.problem === 'unknown-name' || problem.problem === 'ambiguous');
  return isOfName ? problem : undefined;
}

/** Returns the values with names instead of the ids that a form's list has, because people read the words. */
async function namedIn(given: RawArgs, { context }: Ask, reads: Reads): Promise<RawArgs> {
  const { component: typed = [] } = given;
  if (typed.length === 0) return given;
  const known = await seenComponents(context, reads);
  const nameOf = (each: string) => {
    const found = known.find(({ id }) => id === each);
    // Of components with the same name, the alias tells which one is meant.
    return found && found.displayName === undefined ? found.name : (found?.alias ?? each);
  };
  return { ...given, component: typed.map(nameOf) };
}
