import { usedAt } from '../../playground/platform/monitoring/resource-metrics.ts';
import { figureAt } from '../../playground/platform/monitoring/simulated-metrics.ts';
import { chance } from '../../playground/platform/pods/chance.ts';
import { podsOf } from '../../playground/platform/pods/pods.ts';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import type { SimulatedApp, SimulatedComponent, WorldSeed } from '../../playground/platform/simulated-world.ts';
import type { WatchCondition } from '../../src/core/watch/watch-condition.ts';
import type { Watch } from '../../src/operations/watch/stored-watch.ts';
import { places } from '../stage/stage-places.ts';

const second = 1_000;
const minute = 60 * second;

const appCount = 20;
const componentsEach = 80;
const regionNames = ['bench-1', 'bench-2', 'bench-3', 'bench-4'];
/** Watches of one component, beside those of the whole app: with them, 50 of each app. */
const watchedAlone = 9;
const memoryMiB = 512;

/** The mix that is watched; all fire after five minutes, save those that count. */
const conditions = [
  { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute },
  { item: 'request_time', side: 'above', threshold: 500, for: 5 * minute },
  { item: 'memory_share', side: 'above', threshold: 0.9, for: 5 * minute },
  { item: 'restarts', side: 'above', threshold: 2, for: 0 },
  { item: 'oom', side: 'above', threshold: 0, for: 0 },
] as const satisfies readonly WatchCondition[];
type Condition = (typeof conditions)[number];

/** How something goes wrong: for long, too shortly to fire, or again before it is over. */
type Course = 'lasting' | 'short' | 'flapping';

/** What a component goes through, and what people have to be told of it. Times are epoch ms. */
export interface ExpectedIncident {
  readonly component: string;
  readonly item: string;
  /** When the condition has held for long enough; undefined where it never has. */
  readonly held: number | undefined;
  /** How its message ends; undefined where that isn't sure. */
  readonly isOver: boolean | undefined;
}

/** An hour of twenty apps, or less, that is known beforehand. */
export interface History {
  readonly seed: WorldSeed;
  readonly watches: readonly Watch[];
  readonly expected: readonly ExpectedIncident[];
}

/**
 * Makes a history; the same one for the same arguments.
 * @param began epoch ms
 * @param minutes how long it is
 */
export function makeHistory(began: number, minutes: number): History {
  const end = began + minutes * minute;
  const apps = Array.from({ length: appCount }, (_, index) => appOf(index));
  const sound = apps.flatMap((app) => Array.from({ length: componentsEach }, (_, index) => componentOf(app, index)));
  const ailing = new Map<string, readonly [SimulatedComponent, ExpectedIncident]>();
  for (let index = 0; index < minutes * 2; index += 1) {
    const condition = conditions[index % conditions.length] ?? conditions[0];
    const app = apps[index % apps.length];
    const free = sound.filter((each) => each.appId === app?.id && !ailing.has(each.id) && isMeasured(each, began, end));
    const component = free[Math.floor(chance(`which ${index}`) * free.length)];
    if (component) ailing.set(component.id, troubled(component, condition, index, { began, end }));
  }
  const components = sound.map((each) => ailing.get(each.id)?.[0] ?? each);
  return {
    seed: (now) => {
      const shop = shopSeed(now);
      const [region] = shop.regions;
      if (!region) throw new Error('the playground has no region');
      const regions = regionNames.map((name) => ({ ...region, name, id: idOf(`region ${name}`) }));
      return {
        ...shop,
        regions: [...shop.regions, ...regions],
        teams: shop.teams.map((team) =>
          team.name === 'shop' ? { ...team, regions: [...team.regions, ...regionNames] } : team,
        ),
        apps: [...shop.apps, ...apps],
        components: [...shop.components, ...components],
      };
    },
    watches: apps.flatMap((app) => watchesOf(app, sound, began)),
    expected: [...ailing.values()].map(([, expected]) => expected),
  };
}

function appOf(index: number): SimulatedApp {
  const id = 100 + index;
  const region = regionNames[index % regionNames.length] ?? '';
  return {
    ...{ id, region, teamId: idOf('team shop'), name: `bench-${id}`, note: '' },
    ...{ createdAt: '2025-06-01T10:00:00', k8sName: `app-${id}` },
  };
}

function componentOf(app: SimulatedApp, index: number): SimulatedComponent {
  const name = `svc${app.id}-${index}`;
  const id = idOf(name);
  return {
    ...{ id, teamId: app.teamId, appId: app.id, region: app.region, alias: `gr${id.slice(0, 6)}` },
    ...{ cname: name, k8sName: name, status: 'running', source: 'docker_run', createStatus: 'complete' },
    ...{ endpoints: [], rhythm: { kind: 'flat', load: 0, base: 80 }, detail: { min_memory: memoryMiB } },
  };
}

/** Now and then the simulated collector misses some minutes: what is missing then is another matter. */
function isMeasured(component: SimulatedComponent, from: number, to: number): boolean {
  for (let at = from; at <= to; at += minute / 2)
    if (figureAt(component, 'request_time', at / second) === null) return false;
  return true;
}

function watchesOf(app: SimulatedApp, components: readonly SimulatedComponent[], at: number): readonly Watch[] {
  const own = components.filter(({ appId }) => appId === app.id).slice(0, watchedAlone);
  const alone = own.map(({ id, cname }) => [{ id, name: cname }]);
  return conditions.flatMap((condition) =>
    [undefined, ...alone].map((only, index) => ({
      ...{ id: `w${app.id}${condition.item}${index}`, channel: places.channel, condition, notify: [], at },
      context: { team: 'shop', region: app.region, app: String(app.id) },
      ...(only ? { components: only } : {}),
      by: { id: places.people[0] ?? '', name: 'person0', lang: 'en' as const, zone: 'UTC' },
    })),
  );
}

/** A component with what goes wrong with it, and what is to come of that. */
function troubled(
  component: SimulatedComponent,
  condition: Condition,
  index: number,
  { began, end }: { readonly began: number; readonly end: number },
): readonly [SimulatedComponent, ExpectedIncident] {
  const courses: readonly Course[] = ['lasting', 'lasting', 'short', 'flapping'];
  const course: Course =
    condition.for === 0 ? 'lasting' : (courses[Math.floor(index / conditions.length) % courses.length] ?? 'lasting');
  const earliest = began + 90 * second;
  // Late enough to be told before the end.
  const latest = end - condition.for - 4 * minute;
  const from = Math.round(earliest + chance(`when ${index}`) * Math.max(0, latest - earliest));
  const length = course === 'short' ? 3 * minute : (7 + Math.floor(chance(`length ${index}`) * 8)) * minute;
  const spans = [[from, from + length] as const];
  if (course === 'flapping') spans.push([from + length + 3 * minute, from + 2 * length + 3 * minute]);
  const ails = withTrouble(component, condition, spans);
  const { component: name, item } = { component: component.cname, item: condition.item };
  const holds = holdsFrom(ails, condition, from);
  const held = course === 'short' ? undefined : holds + condition.for;
  return [ails, { component: name, item, held, isOver: isOverAt(end, condition, from, spans.at(-1)?.[1] ?? from) }];
}

function withTrouble(
  component: SimulatedComponent,
  { item }: Condition,
  spans: readonly (readonly [from: number, to: number])[],
): SimulatedComponent {
  const [from] = spans[0] ?? [0];
  switch (item) {
    case 'abnormal':
      return {
        ...component,
        phases: spans.flatMap(([at, to]) => [
          { at, status: 'abnormal' },
          { at: to, status: 'running' },
        ]),
      };
    case 'request_time':
    case 'memory_share': {
      const kind = item === 'request_time' ? 'slow' : 'memory';
      return { ...component, troubles: spans.map(([at, to]) => ({ kind, from: at, to })) };
    }
    case 'restarts':
      return { ...component, exits: [40, 20, 0].map((before) => ({ at: from - before * second, reason: 'Error' })) };
    case 'oom':
      return { ...component, exits: [{ at: from, reason: 'OOMKilled' }] };
  }
}

/** From when on a condition holds: what ails a component takes a while to come up. */
function holdsFrom(component: SimulatedComponent, { item, threshold }: Condition, from: number): number {
  const [pod = ''] = podsOf([{ id: component.appId, k8sName: `app-${component.appId}` }], component);
  const value = (at: number) =>
    item === 'request_time'
      ? (figureAt(component, 'request_time', at / second) ?? 0)
      : (usedAt(component, pod, 'memory', at / second) * 1.02) / memoryMiB;
  if (item !== 'request_time' && item !== 'memory_share') return from;
  for (let at = from; at < from + 2 * minute; at += second) if (value(at) > threshold) return at;
  throw new Error(`${component.cname} never comes to ${threshold}`);
}

/** Whether it is over at the end; undefined around the time when it ends. @param to when it stops holding */
function isOverAt(end: number, { item }: Condition, from: number, to: number): boolean | undefined {
  // What is counted over half an hour, or shown for so long, lasts at least as much.
  const lasts = item === 'oom' || item === 'restarts' ? from + 30 * minute : to;
  if (end < lasts) return false;
  return end > lasts + 9 * minute ? true : undefined;
}
