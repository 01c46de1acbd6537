import { type ChangeSpan, type EffectQuestion, effectOf, usualDifference, windowOf } from './effects.ts';

const day = 86_400;
const lookBack = 60;

/** Returns a repeatable generator of random numbers between 0 and 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;
const gauss = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let left = Math.exp(-mean), product = random(); product > left; product *= random()) count += 1;
  return count;
}

/** AR(1) noise: each value keeps `share` of the previous one. */
function remembering(share: number, spread = 20) {
  return (random: Random) => {
    let state = gauss(random);
    return () => {
      state = share * state + Math.sqrt(1 - share * share) * gauss(random);
      return 100 + spread * state;
    };
  };
}

/** Kinds of noise of lines without a change. Each function generates the value at each second. */
type Noises = Readonly<Record<string, (random: Random) => (second: number) => number>>;
const noises: Noises = {
  white: (random) => () => 100 + 20 * gauss(random),
  'AR(1) with 0.6': remembering(0.6),
  'AR(1) with 0.9': remembering(0.9),
  'AR(1) with 0.97': remembering(0.97),
  counts: (random) => {
    const mean = 0.5 + 8 * random();
    return () => poisson(random, mean);
  },
  spikes: (random) => {
    let left = 0;
    return () => {
      left = left > 0 ? left - 1 : random() < 0.02 ? Math.floor(random() * 4) : 0;
      return 100 + 20 * gauss(random) + (left > 0 ? 100 + 400 * random() : 0);
    };
  },
  lognormal: (random) => () => 50 * Math.exp(0.8 * gauss(random)),
  daily: (random) => {
    const [phase, depth] = [random(), 0.3 + 0.65 * random()];
    return (second) => 100 * (1 + depth * Math.sin(2 * Math.PI * (second / day + phase))) * (1 + 0.15 * gauss(random));
  },
};

interface Setting {
  readonly step: number;
  readonly window: number;
  readonly takes: number;
}

/** Generates a line for the day before a change, and for the windows before and after the change. */
function lineOf(noise: string, seed: number, { step, window, takes }: Setting, from: Noises = noises): EffectQuestion {
  const value = from[noise]?.(randomOf(seed)) ?? (() => 0);
  const change = { since: day + window, time: day + window + takes };
  const end = change.time + lookBack + window;
  const times = Float64Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
  return {
    line: { times, values: times.map((time) => value(time)) },
    change,
    end,
    lookBack,
    others: [],
    knownSince: 0,
  };
}

const timesAsHigh = (question: EffectQuestion, factor: (second: number) => number): EffectQuestion => ({
  ...question,
  line: {
    times: question.line.times,
    values: question.line.values.map((value, at) => value * factor(question.line.times[at] ?? 0)),
  },
});

const moved = ({ line, ...question }: EffectQuestion, by: number): EffectQuestion => ({
  ...question,
  line: {
    times: line.times,
    values: line.values.map((value, at) => value + ((line.times[at] ?? 0) > question.change.since ? by : 0)),
  },
});

/** Returns the difference between the 1st and the 99th percentile. */
function spreadOf(values: Float64Array): number {
  const sorted = values.toSorted();
  return (sorted[Math.floor(sorted.length * 0.99)] ?? 0) - (sorted[Math.floor(sorted.length * 0.01)] ?? 0);
}

/** `SIMULATE=20` simulates 20 times as many charts. */
const times = Number(process.env.SIMULATE ?? 1);
vi.setConfig({ testTimeout: 20_000 * times });

describe.each<[string, number, Setting]>([
  ['an hour beside a change, every minute', 100 * times, { step: 60, window: 3_600, takes: 0 }],
  ['a quarter of an hour after a rollout, every 15 seconds', 20 * times, { step: 15, window: 840, takes: 120 }],
])('%s', (_what, charts, setting) => {
  test.each(Object.keys(noises))('%s alone is no effect, and what is larger than all of it is one', (noise) => {
    let [claimed, detected, asked] = [0, 0, 0];
    for (let seed = 0; seed < charts; seed += 1) {
      const question = lineOf(noise, seed * 7_919 + noise.length, setting);
      const usual = usualDifference(question);
      if (usual === undefined) continue;
      asked += 1;
      if (effectOf(question)) claimed += 1;
      if (effectOf(moved(question, Math.max(3 * usual, 1.25 * spreadOf(question.line.values))))) detected += 1;
    }
    expect(asked).toBe(charts);
    expect(claimed / charts).toBeLessThanOrEqual(0.01);
    expect(detected / charts).toBeGreaterThanOrEqual(0.95);
  });
});

/** Lines like those of real components: a level of 100, and less noise than in `noises`. */
const calmer: Noises = {
  white: (random) => () => 100 + 10 * gauss(random),
  'AR(1) with 0.6': remembering(0.6, 10),
  'AR(1) with 0.97': remembering(0.97, 5),
  daily: (random) => {
    const phase = random();
    return (second) => 100 * (1 + 0.2 * Math.sin(2 * Math.PI * (second / day + phase))) + 8 * gauss(random);
  },
  lognormal: (random) => () => 100 * Math.exp(0.12 * gauss(random)),
  spikes: (random) => () => 100 + 8 * gauss(random) + (random() < 0.02 ? 100 + 400 * random() : 0),
};

describe.each([
  { step: 15, found: 0.98 },
  // A single sample decides whether a line moved at once, so noise hides more steps.
  { step: 60, found: 0.95 },
])('samples of $step seconds, an hour beside a restart', ({ step, found }) => {
  const setting = { step, window: 3_600, takes: 0 };
  const charts = 60 * times;
  const restart = day + 3_600;
  const questions = Object.keys(calmer).flatMap((noise) =>
    Array.from({ length: charts }, (_, seed) => lineOf(noise, seed * 7_919 + noise.length, setting, calmer)),
  );
  /** Counts the claimed effects if the line is multiplied by `factor` at each time. */
  const claimed = (factor: (second: number) => number) =>
    questions.map((question) => effectOf(timesAsHigh(question, factor))).filter((effect) => effect !== undefined);

  test('noise is no effect', () => expect(claimed(() => 1).length).toBeLessThanOrEqual(questions.length / 100));

  test('a step at the restart is one, in its direction', () => {
    const up = claimed((second) => (second > restart ? 1.6 : 1));
    expect(up.length).toBeGreaterThanOrEqual(questions.length * found);
    expect(up.filter(({ before, after }) => after < before)).toEqual([]);
    const down = claimed((second) => (second > restart ? 0.4 : 1));
    expect(down.length).toBeGreaterThanOrEqual(questions.length * found);
    expect(down.filter(({ before, after }) => after > before)).toEqual([]);
  });

  test.each<[string, (second: number) => boolean]>([
    [
      'was fast for nine minutes after it, then slow again',
      (at) => (at < restart ? at > restart - 1_200 : at > restart + 540),
    ],
    ['rose one minute after it', (at) => at > restart + 60],
    ['rose four minutes after it', (at) => at > restart + 240],
    ['rose ten minutes before it', (at) => at > restart - 600],
    ['was slow for 40 minutes before it', (at) => at > restart - 2_400 && at <= restart],
  ])('nothing is said of a line that %s', (_what, isSlow) =>
    expect(claimed((second) => (isSlow(second) ? 20 : 1))).toEqual([]),
  );
});

/** Builds a sawtooth of one unit that changes from one level to another. */
function steps(before: number, after: number, from: number, count: number, step = 60) {
  const times = Float64Array.from({ length: count }, (_, index) => index * step);
  return { times, values: times.map((time, at) => (time > from ? after : before) + (at % 2)) };
}

function withGap({ times, values }: ReturnType<typeof steps>, from: number, to: number) {
  const isKept = (_: number, index: number) => (times[index] ?? 0) <= from || (times[index] ?? 0) > to;
  return { times: times.filter(isKept), values: values.filter(isKept) };
}

describe('a change of a calm line', () => {
  const at = day + 3_600;
  const question: EffectQuestion = {
    line: steps(42, 61, at, 1_561),
    change: { since: at, time: at },
    others: [],
    end: at + 3_660,
    lookBack,
    knownSince: 0,
  };

  const roundedEffect = (asked: EffectQuestion) => {
    const { before, after } = effectOf(asked) ?? { before: 0, after: 0 };
    return [before, after].map((value) => Math.round(value * 10) / 10);
  };

  test('is told with what is typical before and after it, whatever a few samples do', () => {
    expect(roundedEffect(question)).toEqual([42.5, 61.5]);
    const values = question.line.values.map((value, index) => (index % 11 === 0 ? 5_000 : value));
    expect(effectOf({ ...question, line: { ...question.line, values } })).toBeDefined();
  });

  test.each<[string, Partial<EffectQuestion>]>([
    ['too little of the day before is known', { knownSince: at - 11 * 3_600 }],
    ['there were changes all day', { others: many((hour) => at - 3_700 - hour * 3_600, 24) }],
    ['too little came after it', { end: at + lookBack + 19 * 60 }],
    ['the next change follows too soon', { others: [{ since: at + 600, time: at + 700 }] }],
    ['another one ended just before', { others: [{ since: at - 900, time: at - 300 }] }],
    ['another one was under way', { others: [{ since: at - 300, time: at + 300 }] }],
    ['it moved by less than a tenth of the level', { line: steps(42, 45.9, at, 1_561) }],
    ['samples are too far apart', { line: steps(42, 61, at, 500, 200) }],
    ['there are no samples around it', { line: withGap(steps(42, 61, at, 1_561), at - 120, at + 540) }],
    ['there are no samples before it for a while', { line: withGap(steps(42, 61, at, 1_561), at - 600, at) }],
  ])('nothing is said where %s', (_why, other) => expect(effectOf({ ...question, ...other })).toBeUndefined());

  test('its windows are equal, at most an hour, and end where another change is', () => {
    const others: readonly ChangeSpan[] = [
      { since: at - 3_000, time: at - 2_400 },
      { since: at + 2_000, time: at + 2_100 },
    ];
    expect(windowOf(question)).toBe(3_600);
    expect(windowOf({ ...question, others })).toBe(2_000 - lookBack);
    expect(windowOf({ ...question, others: others.slice(0, 1) })).toBe(2_400 - lookBack);
  });

  test('the way from the old level to the new one, while it ran, is in neither window', () => {
    const change = { since: at, time: at + 600 };
    const values = question.line.values.map((value, index) => {
      const time = question.line.times[index] ?? 0;
      return time > change.since && time <= change.time + lookBack ? 500 : value;
    });
    const line = { ...question.line, values };
    expect(roundedEffect({ ...question, line, change })).toEqual([42.5, 61.5]);
  });
});

const many = (since: (index: number) => number, count: number): readonly ChangeSpan[] =>
  Array.from({ length: count }, (_, index) => ({ since: since(index), time: since(index) + 60 }));

test('what also came at this time of the day before is no effect', () => {
  const setting = { step: 30, window: 900, takes: 120 };
  const { change, ...question } = lineOf('white', 7, setting);
  const { times } = question.line;
  const risesAt =
    ({ since }: ChangeSpan) =>
    (second: number) =>
      second > since ? Math.max(100, 200 - (second - since) / 432) : 100;
  const yesterday = risesAt({ since: change.since - day, time: 0 });
  const daily = times.map((second) => Math.max(yesterday(second), risesAt(change)(second)) + (second % 7));
  expect(effectOf({ ...question, change, line: { times, values: daily } })).toBeUndefined();
  const once = times.map((second) => risesAt(change)(second) + (second % 7));
  expect(effectOf({ ...question, change, line: { times, values: once } })).toBeDefined();
});
