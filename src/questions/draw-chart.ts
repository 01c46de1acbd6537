import * as z from 'zod';
import { ChartProblem } from '../charts/charts.ts';
import type { ChartFault, ChartJob, ChartLimit, ChartResult, ChartSummary, NumbersResult } from '../charts/data/job.ts';
import { unitOf, valueText } from '../charts/data/number-format.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { isDirectMessage } from '../core/command/direct-message.ts';
import { isProblem, type Problem, refused } from '../core/command/problem.ts';
import { type Incident, isOutOfMemory } from '../core/incident/incident.ts';
import { unsentText } from '../core/incident/incident-text.ts';
import { type ChangeRequest, readRequest } from '../core/request/change-request.ts';
import { isUp, statusKind } from '../core/runs/component-status.ts';
import { verbatimList } from '../core/text/joined.ts';
import { isPlausibleInteger } from '../core/text/plausible.ts';
import { inOneText, type Lang, type Text, verbatim } from '../core/text/text.ts';
import { chartLooks } from '../operations/context/channel-settings.ts';
import { isOperable } from '../operations/lifecycle/lifecycle-facts.ts';
import { plain } from '../operations/operation-catalog.ts';
import { isThirdParty, startOf } from '../operations/shared/component/component-format.ts';
import { componentName } from '../operations/shared/find-component.ts';
import type { Services } from '../operations/shared/services.ts';
import type { ComponentSummary } from '../platform/component/component-endpoints.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import { namesOfComponents } from '../platform/monitoring/monitoring-reply.ts';
import { isQueryName, RESOURCE_ITEMS, withOwnNames } from '../platform/monitoring/resource-query.ts';
import type { Platform } from '../platform/platform.ts';
import type { HasRecords } from '../store/kept/record-kind.ts';
import { placeProblem, platformErrorText, platformProblem } from './answer-request.ts';
import { changeMarks, type MarkQuery } from './change-marks.ts';
import { readHistory } from './chart-history.ts';
import { isRefused, readPoints, type SampleReply, type SampleSource, sendQueries } from './chart-points.ts';
import {
  chartedIncident,
  firingInChart,
  incidentMarks,
  knownEnds,
  labelledOf,
  unseenPeakText,
} from './incident-marks.ts';
import { type MonitoringSource, monitoringSource } from './monitoring-source.ts';
import { questionMsg } from './question-messages.ts';
import { asksForGateway, type GatewaySource, gatewaySource } from './read-gateway.ts';

/** Channel and person of a chart. Their settings apply to it. */
interface ChartAudience {
  readonly channel: string;
  /** The person who requested the chart, or the request that it belongs to; absent if nobody did. */
  readonly person?: string;
  /** Whether the chart is posted without a command or a press. */
  readonly isAutomatic: boolean;
}

export interface Viewer extends ChartAudience {
  readonly zone: string;
  readonly lang: Lang;
}

interface ChartQuery extends MarkQuery {
  readonly viewer: Viewer;
  /** Id of the request that the chart is about. */
  readonly change?: string;
}

export interface DrawnChart {
  readonly result: ChartResult;
  readonly nothing?: Problem;
  /** Says what a reader must know first: an assumption, or why other items are drawn. */
  readonly remark?: Text;
}

export async function drawChart(services: Services, query: ChartQuery): Promise<DrawnChart | Problem> {
  let instead: ChartOrder | undefined;
  const drawn = await withJob(services, query, async (job) => {
    const [hues, dark] = await Promise.all([
      readHues(services, query.context),
      isDrawnDark(services.store, query.viewer),
    ]);
    const result = await services.charts.draw({ ...job.job, hues, dark });
    instead = result.summary.empty === null ? undefined : job.instead;
    await keepHues(services, query.context, result);
    const nothing = job.whyEmpty(result.summary);
    const named = { ...result, summary: namingAbsent(result.summary, query.order) };
    // The message of an incident says itself what wasn't sent.
    const unsent = query.viewer.isAutomatic || !job.incident ? undefined : unsentText(job.incident);
    const remark = job.remarkOf(result.summary) ?? unseenPeakText(job.incident, result.summary);
    const firing = query.viewer.isAutomatic ? [] : await firingInChart(services, query);
    return { result: named, nothing, remark: inOneText([...firing, remark, unsent]) };
  });
  if (!instead) return drawn;
  const other = await drawChart(services, { ...query, order: instead });
  return isProblem(other) || other.result.summary.empty !== null ? drawn : other;
}

/** Returns whether to draw a dark chart. A requested chart follows its person, an automatic one its channel. */
export async function isDrawnDark(store: HasRecords, audience: ChartAudience): Promise<boolean> {
  const { channel, person, isAutomatic } = audience;
  const look = await chartLooks.get(store, isAutomatic && !isDirectMessage(channel) ? channel : person);
  return look?.body.dark ?? false;
}

const Hues = z.record(z.string(), z.int().min(0));

/** How long hues are stored, in ms: ten years, because people recognize a component by its hue. */
const keptMs = 10 * 366 * 86_400_000;
/** Maximum number of stored hues. An app has fewer components. */
const maxKept = 500;

/** Returns the stored hues of the components. Returns {} if they are unreadable; new hues are then chosen. */
async function readHues({ store, world }: Services, context: Context): Promise<NonNullable<ChartJob['hues']>> {
  try {
    const parsed = Hues.safeParse(await store.notes.read(noteOf(context), world.now()));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    world.log.warn('the hues of a chart could not be read', { error });
    return {};
  }
}

/** Stores newly assigned hues. If another chart has stored a component's hue in the meantime, that hue is kept. */
async function keepHues(services: Services, context: Context, { hues }: ChartResult): Promise<void> {
  if (Object.keys(hues).length === 0) return;
  const { store, world } = services;
  try {
    const stored = await readHues(services, context);
    const all = { ...hues, ...stored };
    const kept = Object.keys(all).length > maxKept ? hues : all;
    await store.notes.keep(noteOf(context), kept, world.now() + keptMs);
  } catch (error) {
    world.log.warn('the hues of a chart could not be kept', { error });
  }
}

function noteOf(context: Context): string {
  return `hues:${placeKey(context)}`;
}

export async function readNumbers(
  services: Services,
  query: ChartQuery,
): Promise<(NumbersResult & Pick<DrawnChart, 'remark'>) | Problem> {
  return withJob(services, query, async (job) => {
    const numbers = await services.charts.numbers(job.job);
    const why = job.whyEmpty(numbers.summary);
    return why?.problem === 'platform' ? why : { ...numbers, remark: job.remarkOf(numbers.summary) };
  });
}

interface ReadJob {
  readonly job: ChartJob;
  /** Order of CPU and memory, if only the gateway was asked, which may have no values. */
  readonly instead: ChartOrder | undefined;
  readonly incident: Incident | undefined;
  remarkOf(summary: ChartSummary): DrawnChart['remark'];
  whyEmpty(summary: ChartSummary): Problem | undefined;
}

async function readJob(services: Services, asked: ChartQuery): Promise<ReadJob | Problem> {
  const { viewer } = asked;
  const incident = await chartedIncident(services, asked);
  const changes = knownEnds(services, asked).then((ends) =>
    changeMarks(services, { ...asked, ends, ...incidentMarks(incident) }),
  );
  // If the sources can't be read, nothing awaits `changes`, so handle its rejection here.
  changes.catch(() => undefined);
  const located = await findSources(services, asked);
  if (isProblem(located)) return located;
  const { order, monitoring, gateway, resources, sources } = located;
  const { log } = services.world;
  const [points, marked, history, changed] = await Promise.all([
    readPoints(sources, order, log),
    changes,
    changes.then((marks) => readHistory(sources, order, marks, log)),
    asked.change === undefined ? undefined : services.store.requests.get(asked.change),
  ]);
  if (!points) return refused(questionMsg.noResources());
  const { earlier, body, ...samples } = points;
  const { comparison } = order;
  const shares = thresholdsIn(order, resources?.limits ?? []);
  const saying = (replies: readonly SampleReply[]) => replies.map((each) => withWords(each, viewer.lang));
  const job: ChartJob = {
    ...jobOf({ ...asked, order }),
    ...samples,
    body: saying(body),
    limits: resources?.limits,
    thresholds: shares.thresholds,
    history,
    change: asked.change,
    first: firstItems(readRequest(changed), incident),
    // All charts of an incident have the same axes, so that they are compared easily.
    isFromZero: incident ? true : undefined,
    ...labelledOf(incident),
    ...(marked.marks.length > 0 ? { marks: marked.marks } : {}),
    ...(comparison && earlier
      ? { comparison: { ...comparison, body: saying(earlier), label: plain(comparison.label, viewer.lang) } }
      : {}),
  };
  const unanswered = body.find(isRefused);
  const isOfGateway = gateway && !resources && !monitoring && !order.isUsual;
  return {
    job,
    instead: isOfGateway ? ofResources(order, gateway.whyEmpty) : undefined,
    incident,
    // "Shown instead" would be wrong about an item of the gateway that isn't shown.
    remarkOf: (summary) =>
      inOneText([
        (lacksGateway(summary) ? gateway?.whyEmpty : undefined) ??
          order.remark ??
          (incident ? undefined : shares.remark),
        resources?.remark,
      ]),
    whyEmpty({ empty }) {
      if (empty === null) return undefined;
      if (unanswered) return platformProblem(unanswered.error);
      const why = resources?.whyEmpty ?? monitoring?.whyEmpty(body);
      return why ?? (gateway && !resources ? refused(gateway.whyEmpty) : undefined);
    },
  };
}

/** Checks whether the gateway answered, but nothing that it measures is drawn. */
function lacksGateway({ empty, panels, leftOut: { unanswered = [] } }: ChartSummary): boolean {
  return empty === null && ![...panels, ...unanswered].some(({ item }) => asksForGateway({ items: [item] }));
}

/** Returns the items that a chart after a change shows first: those with a limit that it sets, and what its incident is about. */
export function firstItems(
  changed: Pick<ChangeRequest, 'given'> | undefined,
  incident: Incident | undefined,
): readonly string[] {
  if (!changed) return [];
  // After memory ran out, people look for memory first.
  const ofIncident = incident && isOutOfMemory(incident) ? ['memory'] : [];
  return [...new Set([...RESOURCE_ITEMS.filter((item) => changed.given[item] !== undefined), ...ofIncident])];
}

/** Turns shares of the limit into values, if all components have the same limit. Otherwise a share means nothing. */
export function thresholdsIn({ thresholds = [] }: Pick<ChartOrder, 'thresholds'>, limits: readonly ChartLimit[]) {
  const remarks: Text[] = [];
  const values = thresholds.flatMap(({ isOfLimit, ...threshold }) => {
    if (!isOfLimit) return [threshold];
    const share = `${Number((threshold.value * 100).toPrecision(12))}%`;
    const own = new Set(limits.flatMap(({ item, value }) => (item === threshold.item ? [value] : [])));
    const [limit] = own;
    if (!limit || own.size > 1) {
      remarks.push(questionMsg.noCommonLimit({ share }));
      return [];
    }
    const value = limit * threshold.value;
    const text = (number: number) => verbatim(valueText(number, unitOf(threshold.item), 'en'));
    remarks.push(questionMsg.shareOfLimit({ share, limit: text(limit), value: text(value) }));
    return [{ ...threshold, value, share }];
  });
  return { thresholds: values.length > 0 ? values : undefined, remark: inOneText(remarks) };
}

function withWords(reply: SampleReply, lang: Lang) {
  if (!isRefused(reply)) return reply;
  const { error, ...of } = reply;
  return { ...of, why: plain(platformErrorText(error), lang) };
}

interface FoundSources {
  readonly order: ChartOrder;
  readonly monitoring: MonitoringSource | undefined;
  readonly gateway: GatewaySource | undefined;
  readonly resources: ResourceSource | undefined;
  readonly sources: readonly SampleSource[];
}

const maxComponents = 8;

export function asksForResources({ items = [] }: Pick<ChartOrder, 'items'>): boolean {
  return RESOURCE_ITEMS.some((item) => items.includes(item));
}

interface ResourceSource extends SampleSource {
  readonly limits: NonNullable<ChartJob['limits']>;
  /** Set if all of the components are stopped. */
  readonly whyEmpty: Problem | undefined;
  /** Names the components without lines, because others have the same in-cluster name. */
  readonly remark: Text | undefined;
}

/** Uses only names from the platform's replies, never from users, because the raw query doesn't check the team. */
export async function resourceSource(
  platform: Pick<Platform, 'readApp' | 'listComponents' | 'readNamespace' | 'queryResource'>,
  order: ChartOrder,
  { team, region, app }: Context,
): Promise<ResourceSource | Problem> {
  const place = { team, region, app };
  const [info, listed, namespace] = await Promise.all([
    platform.readApp(place),
    platform.listComponents(place),
    platform.readNamespace({ team, region }),
  ]);
  if (!info || !listed || !isQueryName(namespace) || !isQueryName(info.k8sApp))
    return refused(questionMsg.noResources());
  const { k8sApp } = info;
  const wanted = order.components?.map(({ id }) => id);
  const all = withOwnNames(listed);
  const considered = all.filter((each) => (wanted ? wanted.includes(each.serviceId) : !isThirdParty(each)));
  // If no component was named, include only running ones: always by default, otherwise if there are too many.
  const isOnlyRunning = !wanted && (order.isUsual || considered.length > maxComponents);
  const components = isOnlyRunning ? considered.filter(({ status }) => isUp(statusKind(status))) : considered;
  if (components.length > maxComponents) return refused(questionMsg.resourcesOfMany({ most: maxComponents }));
  const items = RESOURCE_ITEMS.filter((item) => order.items?.includes(item));
  const names = namesOfComponents(all);
  const shared = components.filter((each) => !listed.includes(each));
  const called = shared.map(({ serviceId, serviceAlias }) => names.get(serviceId) ?? serviceAlias);
  const remark = called.length > 0 ? questionMsg.sharedName({ names: verbatimList(called) }) : undefined;
  if (remark && shared.length === components.length) return refused(remark);
  return {
    remark,
    whyEmpty: stoppedProblem(components),
    linesOf(only) {
      const some = components.filter(({ serviceId }) => only?.includes(serviceId) ?? true);
      return items.length * some.reduce((sum, { minNode }) => sum + Math.max(1, minNode ?? 1), 0);
    },
    limits: components.flatMap(limitsOf),
    async read(range, overStep, only) {
      const queries = components.flatMap((component) => {
        const { serviceId: id, k8sComponentName } = component;
        if (!isQueryName(k8sComponentName) || (only && !only.includes(id))) return [];
        const instances = { namespace, app: k8sApp, component: k8sComponentName };
        return items.map((item) => ({
          components: [{ id, name: names.get(id) ?? component.serviceAlias }],
          item,
          send: () => platform.queryResource({ region, instances, item, ...range, overStep }),
        }));
      });
      return sendQueries(queries);
    },
  };
}

function stoppedProblem(components: readonly ComponentSummary[]): Problem | undefined {
  const starts = components.map(({ status }) => startOf(status));
  const [[label, operation] = []] = starts;
  if (!label || !operation || starts.includes(undefined)) return undefined;
  const names = verbatimList(components.map(componentName));
  const given = { component: components.map(({ serviceId }) => serviceId) };
  // After a failed build, a deploy would run the same build again.
  const isOffered =
    starts.every((start) => start?.[1] === operation) &&
    components.every((each) => isOperable(each) && each.status !== 'build_failure');
  return refused(
    questionMsg.stopped({ names, count: components.length }),
    isOffered ? [{ label, operation, given }] : [],
  );
}

export function asksForMonitoring({ items }: Pick<ChartOrder, 'items'>): boolean {
  const others: readonly string[] = [...RESOURCE_ITEMS, ...GATEWAY_ITEMS];
  return items?.some((item) => !others.includes(item)) ?? true;
}

/** Returns 0 if there is no limit, as the platform does. */
function limitsOf({ serviceId: component, minCpu = 0, minMemory = 0 }: ComponentSummary): readonly ChartLimit[] {
  const known = (value: number) => (isPlausibleInteger(value) ? value : 0);
  return [
    { item: 'cpu', value: known(minCpu) / 1_000, component },
    { item: 'memory', value: known(minMemory), component },
  ];
}

/**
 * Returns a problem if a requested item is unreadable, or if all of the usual items are unreadable. Items of the
 * gateway are replaced if possible, and the order's remark says why.
 */
async function findSources(services: Services, query: ChartQuery): Promise<FoundSources | Problem> {
  const { order, context, viewer } = query;
  const { platform, store, world } = services;
  const [monitoring, gateway, resources] = await Promise.all([
    asksForMonitoring(order) ? monitoringSource(services, query) : undefined,
    asksForGateway(order)
      ? gatewaySource({ platform, requests: store.requests }, order, context, world.now())
      : undefined,
    asksForResources(order) ? resourceSource(platform, order, context) : undefined,
  ]);
  const parts = [monitoring, gateway, resources].filter((each) => each !== undefined);
  const sources: readonly SampleSource[] = parts.flatMap((each) => (isProblem(each) ? [] : [each]));
  const problem = parts.find(isProblem);
  if (isProblem(gateway) && gateway === problem && !order.isUsual) return insteadOfGateway(services, query, gateway);
  if (problem && (!order.isUsual || sources.length === 0)) return problem;
  const left: readonly string[] = [
    ...(isProblem(gateway) ? GATEWAY_ITEMS : []),
    ...(isProblem(resources) ? RESOURCE_ITEMS : []),
  ];
  const items = order.items?.filter((item) => !left.includes(item));
  const known = <T extends object>(source: T | Problem | undefined) => (isProblem(source) ? undefined : source);
  // Nobody reads an explanation that each chart of a schedule repeats.
  const unserved = isProblem(gateway) && 'why' in gateway && !viewer.isAutomatic ? gateway.why : undefined;
  const remark = inOneText([order.remark, unserved]);
  return {
    ...{ order: { ...order, items, remark }, monitoring, sources },
    ...{ gateway: known(gateway), resources: known(resources) },
  };
}

/** Draws what else was requested, or CPU and memory. Returns the problem if they can't be read either. */
async function insteadOfGateway(
  services: Services,
  { order, ...query }: ChartQuery,
  problem: Problem,
): Promise<FoundSources | Problem> {
  const instead = await findSources(services, {
    ...query,
    order: ofResources(order, 'why' in problem ? problem.why : undefined),
  });
  return isProblem(instead) ? problem : instead;
}

/** Returns the order without items of the gateway, with CPU and memory if nothing else was requested. */
function ofResources(order: ChartOrder, why: Text | undefined): ChartOrder {
  const others = order.items?.filter((item) => !asksForGateway({ items: [item] })) ?? [];
  const items = others.length > 0 ? others : ['cpu', 'memory'];
  const thresholds = order.thresholds?.filter(({ item }) => items.includes(item));
  return {
    ...order,
    items,
    thresholds,
    remark: why && others.length === 0 ? questionMsg.resourcesInstead({ why }) : why,
  };
}

function namingAbsent(summary: ChartSummary, order: ChartOrder): ChartSummary {
  const names = new Map(order.components?.map(({ id, name }) => [id, name]));
  const absent = summary.leftOut.absent.map((id) => names.get(id) ?? id);
  return { ...summary, leftOut: { ...summary.leftOut, absent } };
}

function jobOf({ order, context, viewer: { zone, lang } }: ChartQuery): Omit<ChartJob, 'body'> {
  const { start, end, step, items, isUsual } = order;
  const components = order.components?.map(({ id }) => id);
  const names = order.components?.map(({ name }) => name);
  const title = names?.join(', ') || context.appName || context.name || context.app;
  return { start, end, step, zone, lang, title, components, items, isUsual, names };
}

/** Faults that another try may fix. */
const retriedFaults: ReadonlySet<ChartFault['fault']> = new Set(['busy', 'failed', 'unreadable']);

async function withJob<T>(
  services: Services,
  query: ChartQuery,
  use: (job: ReadJob) => Promise<T | Problem>,
): Promise<T | Problem> {
  try {
    const job = await readJob(services, query);
    return isProblem(job) ? job : await use(job);
  } catch (error) {
    if (error instanceof PlatformError) return placeProblem(services, query.context, error);
    if (error instanceof ChartProblem) {
      return retriedFaults.has(error.fault.fault)
        ? { problem: 'platform', why: error.text, canRetry: true }
        : refused(error.text);
    }
    throw error;
  }
}
