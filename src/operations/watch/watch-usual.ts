import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { maxWatches } from '../../core/policy/policy.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { isMeasured, isReadByRange, statusSample, type WatchCondition } from '../../core/watch/watch-condition.ts';
import { minuteOf } from '../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { hostsOf } from '../../platform/monitoring/gateway-query.ts';
import { namesOfComponents } from '../../platform/monitoring/monitoring-reply.ts';
import type { RegionSources } from '../../platform/monitoring/region-sources.ts';
import { withOwnNames } from '../../platform/monitoring/resource-query.ts';
import { readMoving, runEvents } from '../shared/component/read-moving.ts';
import { defineQuestion, defineSetting, type Reads } from '../shared/define.ts';
import { channelReader } from '../shared/place/channel-reader.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { refuseSharedPosting } from '../shared/place/refuse-posting.ts';
import { evaluationRecords, type Watch, type WatchEvaluation, watchRecords } from '../shared/watch/stored-watch.ts';
import { queryNames, type ReadValues, readCertificates, readValues } from './evaluation/read-samples.ts';
import { oneTurn } from './one-turn.ts';
import { isOverlapping, newWatch, notifiedParams, saveNew, tellAdded, withUnread } from './watch.ts';
import { watchMsg } from './watch-messages.ts';
import { watchAnswer, watchCommand } from './watch-text.ts';
import { expiryValue, itemValue, lastingText } from './watched-items.ts';

const minute = 60_000;
const day = 86_400_000;

interface UsualSources extends Pick<RegionSources, 'kubeState' | 'containers'> {
  /** Hosts that the gateway serves, by component; empty if the region collects nothing of the gateway. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
}

/** Checks which usual items are collected here. If unknown, assumes container data, but not kube-state-metrics. */
async function usualSources(
  { context: { team, region, app } }: Ask,
  { platform }: Pick<Reads, 'platform'>,
): Promise<UsualSources> {
  const sources = await platform.readSources({ region });
  const { kubeState, containers, gateway } = sources ?? { kubeState: false, containers: true, gateway: false };
  const rules = gateway ? await platform.listRules({ team, region, app }) : undefined;
  return { kubeState, containers, hosts: rules ? hostsOf(rules.http) : new Map() };
}

const memoryNearLimit: WatchCondition = { item: 'memory_share', side: 'above', threshold: 0.9, for: 10 * minute };

const ofGateway: readonly WatchCondition[] = [
  { item: 'gateway_errors_share', side: 'above', threshold: 0.05, for: 5 * minute },
  { item: 'gateway_latency', side: 'above', threshold: 1_000, for: 5 * minute },
];

/** Returns the conditions of `/watch usual`. Without kube-state-metrics, restarts replace `oom`. */
function usualConditions({ kubeState, containers, hosts }: UsualSources): readonly WatchCondition[] {
  return [
    { item: 'abnormal', side: 'above', threshold: 0, for: 5 * minute },
    kubeState
      ? { item: 'oom', side: 'above', threshold: 0, for: 0 }
      : { item: 'restarts', side: 'above', threshold: 3, for: 0 },
    ...(containers ? [memoryNearLimit] : []),
    ...(hosts.size > 0 ? ofGateway : []),
    { item: 'certificates', side: 'below', threshold: 14 * day, for: 0 },
  ];
}

export const watchUsual = defineQuestion({
  ...watchCommand,
  id: 'watch.usual',
  keywords: [['usual']],
  summary: watchMsg.usualSays(),
  title: watchMsg.usualForm(),
  examples: ['watch usual'],
  params: {},
  order: [],
  async gather(_args, ask, reads) {
    const { team, region, app } = ask.context;
    const place = { team, region, app };
    const at = minuteOf(ask.now);
    const key = placeKey(ask.context);
    const [list, sources, certificates, info, namespace, stored, evaluation] = await Promise.all([
      reads.platform.listComponents(place),
      usualSources(ask, reads),
      readCertificates(reads.platform, oneTurn, place),
      reads.platform.readApp(place),
      reads.platform.readNamespace({ team, region }),
      watchRecords.bodies(reads, { placeKey: key }),
      evaluationRecords.get(reads, key),
    ]);
    if (!list) return refused(watchMsg.noList());
    const readEvents = (service: string) =>
      reads.soon(() => reads.platform.listEvents({ ...place, service, page: 1, pageSize: runEvents }));
    const { since, blocked } = await readMoving(list, readEvents, ask.now);
    const moving = { ...evaluation?.body.moving, ...since };
    const names = queryNames(namespace, info?.k8sApp);
    const ownWatches = stored.filter(({ channel }) => channel === ask.channel);
    const { hosts, kubeState: hasKubeState } = sources;
    const now = usualConditions(sources).map(async (condition) => {
      const from = { platform: reads.platform, turns: oneTurn, names, hasKubeState, hosts };
      const values = isReadByRange(condition.item)
        ? await readValues(from, condition.item, place, withOwnNames(list), { from: at, to: at })
        : undefined;
      const text = usualValueText(condition, list, { values, moving, blocked }, certificates?.certificates, at);
      return {
        condition,
        text,
        isWatched: isWatched(ownWatches, condition),
        names: namesWatched(ownWatches, condition),
      };
    });
    return { hasKubeState, now: await Promise.all(now) };
  },
  answer(_args, { hasKubeState, now }, ask): Answer {
    const left = now.filter(({ isWatched }) => !isWatched);
    const table: Part = {
      part: 'table',
      // A third column would make the table too high for a phone.
      columns: [watchMsg.what(), watchMsg.valueNow()],
      rows: now.map(({ condition, text, isWatched, names }) => {
        const what = lastingText(condition);
        if (isWatched) return [watchMsg.watchedHere({ what }), text];
        return [names.length > 0 ? watchMsg.watchedOnly({ what, names: verbatimList(names) }) : what, text];
      }),
    };
    const button = { label: watchMsg.usualSetUp(), operation: 'watch.setup', given: {}, style: 'primary' } as const;
    return {
      title: watchMsg.usualTitle(),
      share: false,
      parts: [
        { part: 'line', text: watchMsg.usualLine({ context: contextText(ask.context) }) },
        table,
        ...(hasKubeState ? [] : [{ part: 'note', text: watchMsg.usualRestarts() } as const]),
        ...(left.length > 0
          ? [
              { part: 'note', text: leftText(left.length, now.length) } as const,
              { part: 'buttons', buttons: [button] } as const,
            ]
          : []),
      ],
    };
  },
});

function leftText(left: number, all: number): Text {
  return left === all ? watchMsg.usualAllLeft() : watchMsg.usualLeft({ count: left });
}

export const watchSetup = defineSetting({
  ...watchCommand,
  id: 'watch.setup',
  keywords: [['usual', 'add']],
  summary: watchMsg.setupSays(),
  title: watchMsg.setupForm(),
  examples: ['watch usual add'],
  params: notifiedParams,
  order: [],
  async apply(args, ask, settings): Promise<Answer | Problem> {
    const refusal = await refuseSharedPosting(ask, settings, 'watch', watchMsg);
    if (refusal) return refusal;
    const key = placeKey(ask.context);
    const stored = await watchRecords.bodies(settings, { placeKey: key });
    const ownWatches = stored.filter(({ channel }) => channel === ask.channel);
    const wanted = usualConditions(await usualSources(ask, settings)).filter((each) => !isWatched(ownWatches, each));
    if (stored.length + wanted.length > maxWatches) return refused(watchMsg.tooMany({ most: maxWatches }));
    const reader = await channelReader(settings, ask.channel);
    const idOf = (index: number) => `${settings.newId().slice(-5)}${index + 1}`;
    const watches = await withUnread(
      wanted.map((condition, index) => newWatch(args, ask, idOf(index), condition, reader)),
      ask,
      settings,
    );
    if (!(await saveNew(watches, ask, settings))) return refused(watchMsg.tryAgain());
    if (watches.length === 0) return watchAnswer([{ part: 'line', text: watchMsg.usualAlready() }]);
    const beside = ownWatches.filter((each) => watches.some((added) => isOverlapping(each, added)));
    const told = await tellAdded(watches, [], reader, ask, settings, beside);
    // Takes the place of the message with the button, which said that it isn't watched.
    const facts = await watchUsual.gather({}, ask, settings);
    const usual = isProblem(facts) ? undefined : watchUsual.answer({}, facts, ask);
    if (!usual || !('parts' in usual)) return told;
    return { ...usual, parts: [...(told.announced ? [] : told.parts), ...usual.parts] };
  },
});

function isWatched(watches: readonly Watch[], { item }: WatchCondition): boolean {
  return watches.some(({ condition, components }) => condition.item === item && components === undefined);
}

/** Returns the components that alone are watched for an item, such as `memory above 80%` of one component. */
function namesWatched(watches: readonly Watch[], { item }: WatchCondition): readonly string[] {
  const same = watches.filter(({ condition }) => condition.item === item);
  return [...new Set(same.flatMap(({ components = [] }) => components.map(({ name }) => name)))];
}

function usualValueText(
  { item }: WatchCondition,
  list: readonly ComponentSummary[],
  {
    values,
    moving,
    blocked,
  }: Pick<WatchEvaluation, 'moving'> & {
    readonly values: ReadValues | undefined;
    readonly blocked: ReadonlySet<string>;
  },
  certificates: readonly { readonly name: string; readonly expiresAt: number }[],
  at: number,
): Text {
  const names = namesOfComponents(list);
  if (item === 'abnormal') {
    const abnormal = list.filter(
      ({ serviceId, status }) =>
        blocked.has(serviceId) || statusSample(status, moving[serviceId], at).position === 'beyond',
    );
    return abnormal.length === 0
      ? watchMsg.noneNow()
      : verbatimList(abnormal.slice(0, 5).map(({ serviceId }) => names.get(serviceId) ?? serviceId));
  }
  if (item === 'certificates') {
    const [first] = certificates.toSorted((one, other) => one.expiresAt - other.expiresAt);
    return first ? watchMsg.ofName({ name: first.name, value: expiryValue(first.expiresAt, at) }) : watchMsg.noneNow();
  }
  const latest = list.flatMap((each) => {
    const value = values?.get(each.serviceId)?.get(at)?.value;
    return value === undefined ? [] : [{ name: names.get(each.serviceId) ?? '', value }];
  });
  const [highest] = latest.toSorted((one, other) => other.value - one.value);
  if (!highest) return watchMsg.notMeasured();
  if (isMeasured(item)) return watchMsg.ofName({ name: highest.name, value: itemValue(item, highest.value) });
  if (highest.value < 0.5) return watchMsg.noneNow();
  const value = verbatim(String(Math.round(highest.value)));
  return watchMsg.ofName({ name: highest.name, value });
}
