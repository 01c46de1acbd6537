import { problemText } from '../../charts/data/chart-problem-messages.ts';
import type { ChartFault } from '../../charts/data/job.ts';
import { planRange } from '../../charts/data/step.ts';
import type { ChartOrder } from '../../core/command/answer.ts';
import { flag, ok, optional, type Read, several, withDefault, wrong } from '../../core/command/params.ts';
import { invalid, type Problem } from '../../core/command/problem.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { defineQuestion } from '../shared/define.ts';
import { findComponents, type Named } from '../shared/find-component.ts';
import { msg } from './monitor-messages.ts';
import { looksLikeRange, readRange, resolveRange, type TypedRange } from './range.ts';

/** The range of a chart when none was asked. */
const anHour: TypedRange = { last: 3_600_000 };

/**
 * Some moment: lengths of ranges and their order do not depend on which, but for a day that changes its clocks, and for
 * `today`, which has to have begun; how long it is by now is looked at when it is asked.
 */
const nominalNow = Date.UTC(2026, 0, 1, 0, 1);

/** `/monitor [component …] [range] [item=…] [step=…] [outer]`: interface 4.8 as a chart. */
export const monitor = defineQuestion({
  id: 'monitor',
  command: 'monitor',
  keywords: [[]],
  summary: msg.says(),
  examples: [
    'monitor',
    'monitor web range=6h',
    'monitor web api range=24h item=request_time',
    'monitor range=7d outer=yes',
  ],
  params: {
    component: several<string>(msg.components(), ok, {
      input: 'external',
      source: 'components',
      hint: msg.componentsHint(),
      aliases: ['components', 'service'],
    }),
    range: withDefault<TypedRange>(msg.range(), anHour, readRange, {
      hint: msg.rangeHint(),
      keyword: (word) => (looksLikeRange(word) ? word : undefined),
    }),
    item: several<string>(msg.item(), readItem, { hint: msg.itemHint(), aliases: ['items', 'monitor_item'] }),
    step: optional<number>(msg.step(), readStep, { hint: msg.stepHint(), advanced: true }),
    outer: flag(msg.outer(), 'outer', { aliases: ['is_outer'] }),
    me: flag(msg.me(), 'me'),
  },
  order: ['component'],
  shortcut: { label: msg.shortcut(), description: msg.shortcutDescription(), position: 1 },
  chart: {
    ranges: ['1h', '6h', '24h', '7d'],
    again(given, range) {
      if (range === undefined) return { ...given, me: [] };
      // A step that was given stays only with its own range.
      const { step: _step, ...kept } = given;
      return { ...kept, range: [range], me: [] };
    },
    evidence: (component) => ({ component: [component], range: ['1h'] }),
  },
  needs: 'context',

  /** What is wrong whatever the time is: so it is told before anything is read. */
  faults(args) {
    const { from, to } = resolveRange(args.range, nominalNow, 'UTC');
    const planned = planRange({ start: Math.floor(from / 1_000), end: Math.floor(to / 1_000), step: args.step });
    return 'fault' in planned ? [faultOf(planned)] : [];
  },

  gather: (args, ask, reads): Promise<readonly Named[] | Problem> => findComponents(args.component, ask, reads),

  answer(args, components: readonly Named[], ask): ChartOrder | Problem {
    const { range, from, to } = resolveRange(args.range, ask.now, ask.person.zone);
    if (from > ask.now) return invalid('range', msg.rangeFuture());
    const planned = planRange({
      start: Math.floor(from / 1_000),
      end: Math.floor(Math.min(to, ask.now) / 1_000),
      step: args.step,
    });
    if ('fault' in planned) return { problem: 'invalid', faults: [faultOf(planned)] };
    return {
      chart: true,
      ...(components.length > 0 ? { components: components.map(({ id, name }) => ({ id, name })) } : {}),
      ...(args.item.length > 0 ? { items: args.item } : {}),
      range,
      ...planned,
      outerOnly: args.outer,
      privately: args.me,
    };
  },
});

function faultOf(fault: ChartFault) {
  const param = fault.fault === 'bad-step' || fault.fault === 'too-many-points' ? 'step' : 'range';
  return { param, why: problemText(fault) };
}

function readItem(typed: string): Read<string> {
  const known = MONITOR_ITEMS.find((item) => item === typed.toLowerCase());
  if (known) return ok(known);
  // The interface document names no items: on another platform there may be others (interface 2.6).
  return /^[a-z][\w.:-]{0,63}$/i.test(typed)
    ? ok(typed)
    : wrong(msg.itemWrong({ typed, known: MONITOR_ITEMS.join(', ') }));
}

/** Seconds as a number, or a length of time; any number is read, so that a bad one can be explained. */
function readStep(typed: string): Read<number> {
  if (/^-?\d{1,9}(\.\d+)?$/.test(typed)) return ok(Number(typed));
  const ms = parseDuration(typed);
  return ms === undefined ? wrong(msg.stepWrong({ typed })) : ok(ms / 1_000);
}
