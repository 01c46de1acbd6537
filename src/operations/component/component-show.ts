import type { AskButton, Part } from '../../core/command/answer.ts';
import { type Place, placeKey } from '../../core/command/context.ts';
import { flag } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { type ChangeRequest, changerOf, readRequest, readRequests } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import type { MayAnswer } from '../../core/request/may-answer.ts';
import { isMoving, isRunBlocked, isStuck, movingSince } from '../../core/runs/moving-status.ts';
import { durationText, roughDurationText, shortDurationText } from '../../core/text/duration-messages.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { isPlausibleInteger } from '../../core/text/plausible.ts';
import type { Secret } from '../../core/text/secret.ts';
import { type Instant, join, type Text, verbatim } from '../../core/text/text.ts';
import type { Component, ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { ComponentEvent } from '../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../platform/event/understood-event.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { isMayAnswer, mayAnswerParts, readMayAnswer, stillClosed } from '../shared/access/may-answer-list.ts';
import { moreOrLess } from '../shared/answer/paging.ts';
import {
  componentStatus,
  cpuQuota,
  isAbnormal,
  isThirdParty,
  isUnfinished,
  memoryAmount,
  startOf,
  wordsFor,
} from '../shared/component/component-format.ts';
import { componentFormatMsg } from '../shared/component/component-format-messages.ts';
import { isWithoutStatus, type LastStatuses, lastStatuses } from '../shared/component/last-statuses.ts';
import {
  type PortAccess,
  portTable,
  readTemporaryAccess,
  shortPortTable,
  temporaryRows,
} from '../shared/component/port-table.ts';
import { componentNotes, regionSilentSince } from '../shared/component-notes.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { changesAmong, type EventChange, type MarkedComponent } from '../shared/event/event-marks.ts';
import { eventOutcome, hasUsefulLog } from '../shared/event/event-text.ts';
import { isDoneBy, requestBegin, touches } from '../shared/event/request-changes.ts';
import { stuckText, troubleText } from '../shared/event/trouble-text.ts';
import { findComponent } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { type AddressState, addressesByRules, addressesOf, linkedAddress } from '../shared/port-addresses.ts';
import { portNotes } from '../shared/port-notes.ts';
import { component } from '../shared/shared-params.ts';
import { componentMsg } from './component-messages.ts';
import { type ComponentTraffic, readTraffic, trafficText } from './component-traffic.ts';
import { readUsage, type ShownUsage, usageText } from './component-usage.ts';

/** Returns a repository's address without parts that may hold a token, or undefined. Keeps the ssh user `git`. */
export function gitUrlWithoutCredentials(gitUrl: Secret): string | undefined {
  const text = gitUrl.reveal().trim();
  const short = /^(?:[^\s@/]+@)*([A-Za-z0-9.-]+):(?!\/\/)([^\s?#@]+)$/.exec(text);
  if (short && !text.includes('://') && /[.@]/.test(text.slice(0, text.lastIndexOf(':'))))
    return `${text.startsWith('git@') ? 'git@' : ''}${short[1]}:${short[2]}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^(?:https?|ssh|git|git\+ssh|svn|svn\+ssh):$/.test(url.protocol)) return undefined;
  const user = url.protocol.includes('ssh') && url.username === 'git' ? 'git@' : '';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}

type ServiceAt = Place & { readonly service: string };

/** Component as it is shown. For secrets, it only says whether they are set. */
interface ShownComponent {
  readonly name: string;
  readonly component: ComponentSummary & Partial<Omit<Component, 'cmd' | 'dockerCmd' | 'gitUrl' | 'dockerfile'>>;
  readonly gitUrl: string | undefined;
  /** Whether these settings are set. Undefined if only the list of components was readable. */
  readonly set: { readonly cmd: boolean; readonly dockerCmd: boolean; readonly dockerfile: boolean } | undefined;
  readonly ports: readonly Port[];
  /** External addresses; undefined if neither the component nor the rules were readable. */
  readonly addresses: readonly AddressState[] | undefined;
  /** Closed ports that may still have an open node port. */
  readonly mayAnswer: readonly MayAnswer[];
  /** Lines about the component, such as its ongoing incidents. */
  readonly notes: readonly Part[];
  readonly portNotes: readonly Part[];
  readonly temporary: readonly PortAccess[];
  /** Whether the platform supports events, their logs, and restarts. */
  readonly hasEvents: boolean;
  /** The events weren't readable in time, so changes outside Portolan aren't known. */
  readonly isUnread: boolean;
  /** Whether the log of the last operation may say why the component isn't well. One that succeeded says nothing of it. */
  readonly mayExplain: boolean;
  readonly why?: Text;
  /** Set while the status is in transition. `since`: its beginning if the events show it, epoch ms. */
  readonly moving?: { readonly since: number | undefined; readonly isBlocked: boolean };
  readonly usage?: ShownUsage;
  readonly traffic?: ComponentTraffic;
  readonly changes: readonly Text[];
  /** Whether the image is only stored, because its deployment failed. */
  readonly hasUnusedImage?: boolean;
  /** Why the component was unreadable. If set, only data from the list is shown. */
  readonly missing?: Text;
  /** The last known status, if the region doesn't answer. `at`: epoch ms. */
  readonly before?: { readonly status: string; readonly at: number } | undefined;
}

/** `/component show <component>`: one component (docs/platform.md#components) with its ports. */
export const componentShow = defineQuestion({
  id: 'component.show',
  tool: { name: 'read_component' },
  command: 'component',
  keywords: [['show']],
  summary: componentMsg.showSays(),
  searched: componentMsg.showSearched(),
  title: componentMsg.showForm(),
  examples: ['component show web', 'component show 订单服务'],
  params: { component, more: flag(sharedMsg.more(), 'more', { input: 'hidden' }) },
  order: ['component'],

  async gather(args, ask, reads): Promise<ShownComponent | Problem> {
    const named = await findComponent(args.component, ask, reads);
    if (isProblem(named)) return named;
    const at = { ...ask.context, service: named.id };
    const hasEvents = reads.platform.dialect() !== 'document';
    const readRules = reads.platform.listRules(at).catch(() => undefined);
    const [detail, ports, rules, mayAnswer, notes, events, usage, traffic] = await Promise.all([
      readOrError(at, reads),
      reads.platform.listPorts(at),
      readRules,
      readMayAnswer(ask.context, reads),
      componentNotes({ ask, component: named.id }, reads),
      hasEvents ? reads.soon(() => reads.platform.listEvents({ ...at, page: 1, pageSize: eventsRead })) : undefined,
      hasEvents ? reads.soon(() => readUsage(named, ask.context, ask.now, reads)) : undefined,
      reads.soon(async () => readTraffic(named.id, await readRules, ask.context, ask.now, reads)),
    ]);
    const temporary = await readTemporaryAccess(named.id, ports, ask, reads);
    const shared = {
      name: named.name,
      notes,
      temporary,
      ports,
      hasEvents,
      isUnread: hasEvents && !events,
      mayExplain: !events || mayLogExplain(events.events, ask.now),
      usage,
      traffic,
      ...(await lastChanges(named, events?.events ?? [], ask, reads)),
      mayAnswer: stillClosed(mayAnswer, named.id, ports),
      portNotes: await portNotes({ ask, component: named.id, ports, temporary }, reads),
    };
    if (detail instanceof PlatformError) {
      const addresses = rules && addressesByRules(named.id, ports, rules);
      return {
        ...shared,
        ...(await listedComponent(detail, at, ask, reads)),
        gitUrl: undefined,
        set: undefined,
        addresses,
      };
    }
    const { cmd, dockerCmd, gitUrl, dockerfile, ...component } = detail;
    return {
      ...shared,
      ...(events ? troubleOf(component.status, events.events, ask.now) : {}),
      component,
      gitUrl: gitUrlWithoutCredentials(gitUrl),
      set: { cmd: cmd.isSet, dockerCmd: dockerCmd.isSet, dockerfile: dockerfile.isSet },
      addresses: addressesOf(detail, ports, rules),
    };
  },

  answer(args, facts: ShownComponent, ask) {
    const { component: each, missing, name, ports, addresses, usage, traffic, changes } = facts;
    const parts = present<Part>([
      missing && { part: 'line', text: componentMsg.wrong({ what: missing }) },
      {
        part: 'line',
        text: join(
          present([
            stateText(facts, ask.now),
            abnormalText(facts, ask.now),
            usage && usageText(usage, each),
            traffic && trafficText(traffic),
          ]),
          '\n',
        ),
      },
      ...facts.notes,
      ports.length === 0
        ? { part: 'line', text: componentMsg.noPorts() }
        : args.more
          ? portTable(ports, addresses ?? [])
          : shortPortTable(ports),
      addresses?.length === 0 ? undefined : { part: 'line', text: addressLines(facts) },
      ...temporaryRows(facts.temporary, ask.now),
      ...facts.portNotes,
      ...mayAnswerParts(facts.mayAnswer),
      ...(args.more && !missing ? moreFields(facts) : []),
      ...showButtons(facts, args.more),
      ...changes.map((text): Part => ({ part: 'note', text })),
      facts.isUnread && { part: 'note', text: componentMsg.eventsUnread() },
      { part: 'note', text: originText(facts) },
    ]);
    return { title: componentMsg.showTitle({ name }), parts };
  },
});

function mayLogExplain(events: readonly ComponentEvent[], now: number): boolean {
  const last = events.find(hasUsefulLog);
  return last !== undefined && eventOutcome(last, now) !== 'succeeded';
}

/** Returns why a component is abnormal, or since when its status is in transition and what prevents the end. */
function troubleOf(
  status: string | undefined,
  events: readonly ComponentEvent[],
  now: number,
): Pick<ShownComponent, 'why' | 'moving'> {
  if (isAbnormal(status)) return { why: troubleText(events, now) };
  if (!isMoving(status)) return {};
  const understood = events.map(understoodEvent);
  const since = movingSince(understood, now);
  return { moving: { since, isBlocked: isRunBlocked(understood, now) }, why: stuckText(events, now, since) };
}

const maxRequests = 100;

/**
 * Returns texts about the newest change of a component, by Portolan or in the console. If a newer request
 * failed, a text says that, and another names the change before it. Private channels aren't disclosed.
 */
async function lastChanges(
  component: MarkedComponent,
  events: readonly ComponentEvent[],
  ask: Ask,
  reads: Reads,
): Promise<Pick<ShownComponent, 'changes' | 'hasUnusedImage'>> {
  const ids = new Set([component.id]);
  const requests = readRequests(await reads.requests.ran(placeKey(ask.context), maxRequests))
    .filter((request) => mayHaveChanged(request) && touches(request, ids))
    .toSorted((one, other) => requestBegin(other) - requestBegin(one));
  const id = component.id;
  const last = requests.find((request) => !failedFor(request, id));
  const failed = requests.find((request) => failedFor(request, id));
  const others = changesAmong(events, component).filter((each) => !requests.some((request) => isDoneBy(each, request)));
  const other = others.findLast(({ mark }) => mark);
  const changedAt = Math.max(last ? requestBegin(last) : 0, (other?.since ?? 0) * 1_000);
  const isOther = other !== undefined && changedAt > (last ? requestBegin(last) : 0);
  const change = isOther ? consoleChange(other, ask.now) : last && (await requestChange(last, ask, reads));
  const isNewest = failed !== undefined && requestBegin(failed) > changedAt;
  const changes = present([isNewest && (await requestChange(failed, ask, reads)), change]);
  return { changes, hasUnusedImage: isNewest && failed.operation === 'component.image' };
}

/** Checks whether a request didn't reach what it promised for a component. */
function failedFor({ state, run: { steps } }: ChangeRequest, id: string): boolean {
  if (state !== 'failed') return false;
  return steps.some((step) => {
    const events = step.events ?? [];
    if (events.length === 0) return step.state === 'failed' || step.state === 'not-sent';
    return events.some((event) => event.component === id && event.state !== 'succeeded');
  });
}

function consoleChange({ mark, since }: EventChange, now: number): Text | undefined {
  if (!mark) return undefined;
  const change = { what: mark.what(''), when: momentNear(since * 1_000, now) };
  return mark.who === undefined
    ? componentMsg.changed(change)
    : componentMsg.changedInConsole({ ...change, who: mark.who });
}

async function requestChange(request: ChangeRequest, ask: Ask, reads: Reads): Promise<Text> {
  const { plan, follows, state, run } = request;
  const who = changerOf(request)?.name;
  const { link } = request.shown;
  const begun = requestBegin(request);
  const when = momentNear(state === 'failed' ? (run.ended ?? begun) : begun, ask.now);
  const isShown = await channelAccess(ask, reads).mayPost(request.shown.channel);
  const opened = who === undefined && isShown ? readRequest(await reads.requests.get(follows?.card ?? '')) : undefined;
  const what = !isShown || link === undefined ? plan.title : { link, label: plan.title };
  const isKnown = isShown && who !== undefined;
  if (state === 'failed')
    return isKnown ? componentMsg.failedBy({ what, who, when }) : componentMsg.failed({ what, when });
  if (who === undefined) return closedText(request, when, opened);
  return isKnown ? componentMsg.changedBy({ what, who, when }) : componentMsg.changed({ what, when });
}

/** Says that access closed automatically, and who opened it for how long. */
function closedText({ plan }: ChangeRequest, when: Instant, opened: ChangeRequest | undefined): Text {
  const what = plan.title;
  const openFor = opened?.plan.timedFor;
  if (!opened || openFor === undefined) return componentMsg.changedAlone({ what, when });
  const length = shortDurationText(openFor);
  return componentMsg.closedAlone({ what, when, who: opened.asker.name, length });
}

const eventsRead = 30;

async function readOrError(at: ServiceAt, reads: Reads): Promise<Component | PlatformError> {
  try {
    return await reads.platform.readComponent(at);
  } catch (error) {
    if (error instanceof PlatformError && error.kind !== 'not-found') return error;
    throw error;
  }
}

/** Returns an unreadable component as listed (docs/platform.md#components). @throws PlatformError if it isn't listed */
async function listedComponent(error: PlatformError, at: ServiceAt, ask: Ask, reads: Reads) {
  const listed = await reads.platform.listComponents(at).catch(() => undefined);
  const component = listed?.find(({ serviceId }) => serviceId === at.service);
  if (!listed || !component) throw error;
  if (isWithoutStatus(listed) && !isUnfinished(component)) {
    const why = (await regionSilentSince(ask, reads)) ?? componentMsg.regionSilent();
    const last = await lastStatuses(at, reads);
    return { component, missing: componentMsg.regionSilentOf({ why }), before: statusIn(last, at.service) };
  }
  const { en, zh } = error.sentence;
  return {
    component,
    missing: isUnfinished(component) ? componentMsg.unfinishedNote() : componentMsg.partlyRead({ en, zh }),
  };
}

function statusIn(last: LastStatuses | undefined, component: string): ShownComponent['before'] {
  const status = last?.statuses[component];
  return last && status !== undefined ? { status, at: last.at } : undefined;
}

/** Returns the state in one line: status, number of instances, and the size of each. */
function stateText({ component: each, moving, before }: ShownComponent, now: number): Text {
  const { minNode: count = 0, minCpu, minMemory, containerGpu: gpu } = each;
  const size = present([
    minCpu !== undefined && (minCpu === 0 ? componentMsg.noCpuLimit() : cpuQuota(minCpu)),
    minMemory !== undefined && (minMemory === 0 ? componentMsg.noMemoryLimit() : memoryAmount(minMemory)),
    gpu !== undefined && gpu !== 0 && componentMsg.gpu({ memory: memoryAmount(gpu) }),
  ]);
  const isPlausible = isPlausibleInteger(count);
  const instances = isPlausible
    ? componentMsg.instanceCount({ count })
    : sharedMsg.notPlausible({ value: String(count) });
  const known = isUnfinished(each) ? componentMsg.unfinished() : componentStatus({ ...each, ...before });
  const status = before ? componentMsg.statusBefore({ status: known, at: momentNear(before.at, now) }) : known;
  const since = moving?.since;
  return join(
    [
      since === undefined ? status : componentMsg.statusSince({ status, at: momentNear(since, now) }),
      ...(isThirdParty(each)
        ? []
        : [
            ...(count === 0 ? [] : [instances]),
            ...(count > 1 && size.length > 0 ? [componentMsg.each({ size: join(size, ', ') })] : size),
          ]),
    ],
    ' · ',
  );
}

const kinds = wordsFor({
  stateless: componentFormatMsg.stateless,
  stateless_singleton: componentFormatMsg.statelessOne,
  stateless_multiple: componentFormatMsg.statelessMany,
  state: componentFormatMsg.stateful,
  state_singleton: componentFormatMsg.statefulOne,
  state_multiple: componentFormatMsg.statefulMany,
  job: componentFormatMsg.job,
  cronjob: componentFormatMsg.cronJob,
  daemonset: componentFormatMsg.daemonSet,
  vm: componentFormatMsg.virtualMachine,
  kubeblocks_component: componentFormatMsg.kubeBlocks,
});

/** Returns how a component is deployed, in words (docs/platform.md#components). Unknown values stay unchanged. */
function componentKind(kind: string | undefined): Text {
  return kinds.get(kind ?? '')?.() ?? verbatim(kind || '–');
}

const sources = wordsFor({
  source_code: componentFormatMsg.sourceCode,
  docker_run: componentFormatMsg.sourceImage,
  docker_image: componentFormatMsg.sourceImage,
  docker_compose: componentFormatMsg.sourceCompose,
  market: componentFormatMsg.sourceMarket,
  third_party: componentFormatMsg.sourceThirdParty,
  package_build: componentFormatMsg.sourcePackage,
  vm_run: componentFormatMsg.virtualMachine,
  kubeblocks: componentFormatMsg.kubeBlocks,
});

/** Returns a component's source, in words (docs/platform.md#components). Unknown values stay unchanged. */
function componentSource(source: string): Text {
  return sources.get(source)?.() ?? verbatim(source);
}

/** Returns the data that people rarely need. Omits a version that the image already contains. */
function originText({ component: each, gitUrl, hasUnusedImage = false }: ShownComponent): Text {
  const { image = '', version = '', serviceSource = '', extendMethod = '' } = each;
  const source = gitUrl === undefined ? serviceSource !== '' && componentSource(serviceSource) : verbatim(gitUrl);
  const labeled = (label: Text, value: Text) => join([label, value], ': ');
  return join(
    present([
      labeled(componentMsg.alias(), verbatim(each.serviceAlias)),
      extendMethod !== '' && componentKind(extendMethod),
      image !== '' &&
        labeled(componentMsg.image(), hasUnusedImage ? componentMsg.unusedImage({ image }) : verbatim(image)),
      version !== '' && !image.endsWith(`:${version}`) && labeled(componentMsg.version(), verbatim(version)),
      source && labeled(componentMsg.source(), source),
    ]),
    ' · ',
  );
}

function addressLines({ addresses, component: { serviceId }, mayAnswer }: ShownComponent): Text {
  if (!addresses) return componentMsg.addressesUnknown();
  const lines = addresses.map(({ address, open, port }) => {
    if (open !== false) return componentMsg.address({ address: linkedAddress(address) });
    const isTcp = !/^https?:/.test(address);
    return isTcp && isMayAnswer(mayAnswer, serviceId, port)
      ? componentMsg.addressMayAnswer({ address })
      : componentMsg.addressClosed({ address });
  });
  return join(lines, '\n');
}

/** Returns the details that people rarely need, without empty ones. For secrets, says only that they are set. */
function moreFields({ component: each, set }: ShownComponent): readonly Part[] {
  const text = (value: string | undefined) => value !== undefined && value !== '' && verbatim(value);
  const yes = (is: boolean | undefined) => is !== undefined && (is ? sharedMsg.yes() : sharedMsg.no());
  const secret = (is: boolean | undefined) => is === true && sharedMsg.set();
  const rows: readonly (readonly [Text, Text | false])[] = [
    [componentMsg.description(), text(each.desc)],
    [componentMsg.inCluster(), text(each.k8sComponentName)],
    [componentMsg.componentId(), text(each.serviceId)],
    [componentMsg.architecture(), text(each.arch)],
    [componentMsg.startCommand(), secret(set?.cmd)],
    [componentMsg.dockerCommand(), secret(set?.dockerCmd)],
    [componentMsg.dockerfile(), secret(set?.dockerfile)],
    [componentMsg.language(), text(each.language)],
    [componentMsg.branch(), text(each.codeVersion)],
    [componentMsg.buildStrategy(), text(each.buildStrategy)],
    [componentMsg.upgradesAfterBuild(), yes(each.buildUpgrade)],
    [componentMsg.webhooks(), yes(each.openWebhooks)],
  ];
  const fields = rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
  return [
    { part: 'heading', text: componentMsg.moreTitle() },
    { part: 'fields', fields },
  ];
}

function abnormalText({ component: each, hasEvents, why, moving }: ShownComponent, now: number) {
  if (moving) return stuckLine(moving, why, now);
  if (!isAbnormal(each.status)) return undefined;
  const what = why ?? (hasEvents && !isThirdParty(each) ? componentMsg.seeEvents() : componentMsg.isAbnormal());
  return componentMsg.wrong({ what });
}

/** Returns undefined while nothing is wrong with a transition. A watch calls it abnormal by the same rule. */
function stuckLine(
  { since, isBlocked }: NonNullable<ShownComponent['moving']>,
  why: Text | undefined,
  now: number,
): Text | undefined {
  const lasted = since !== undefined && isStuck(since, now) ? lengthText(now - since) : undefined;
  const reason = why ?? componentMsg.seeEvents();
  if (lasted) return componentMsg.wrong({ what: join([componentMsg.notEnded({ lasted }), reason]) });
  return isBlocked ? componentMsg.wrong({ what: reason }) : undefined;
}

/** Returns a length in minutes up to two hours, because the beginning beside it is as exact. */
function lengthText(ms: number): Text {
  return ms < 2 * hour ? durationText(Math.floor(ms / minute) * minute) : roughDurationText(ms, Math.floor);
}

const minute = 60_000;
const hour = 60 * minute;

function showButtons(facts: ShownComponent, more: boolean): readonly Part[] {
  const { component: each, missing, hasEvents, ports } = facts;
  const areAllOpen = ports.length > 0 && ports.every(({ isOuterService }) => isOuterService);
  const given = { component: [each.serviceId] };
  // After a failed build, offer no start or restart, because it would run the same build again.
  const canStart = hasEvents && !missing && each.status !== 'build_failure' && !isThirdParty(each);
  const [label, operation] = (canStart && startOf(each.status)) || [];
  // During a rolling update, a restart would also end the old instances, which still serve.
  const canRestart = each.status !== 'build_failure' && !isMoving(each.status) && !isThirdParty(each);
  const rows: readonly (readonly AskButton[])[] = [
    label && operation ? [{ label, operation, given }] : [],
    // An ongoing incident needs the same means as an abnormal status.
    (isAbnormal(each.status) || isMoving(each.status) || (facts.notes.length > 0 && !label)) && hasEvents
      ? present<AskButton>([
          facts.mayExplain && { label: componentMsg.log(), operation: 'component.log', given },
          { label: componentMsg.events(), operation: 'component.events', given },
          canRestart && { label: componentMsg.restart(), operation: 'component.restart', given },
        ])
      : [],
    present<AskButton>([
      (!isThirdParty(each) || facts.traffic) && { label: componentMsg.chart(), operation: 'monitor', given },
      { label: componentMsg.ports(), operation: 'port.list', given },
      !areAllOpen && { label: componentMsg.openPort(), operation: 'port.open', given, opens: 'modal' },
      missing
        ? { label: componentMsg.readAgain(), operation: 'component.show', given }
        : moreOrLess('component.show', given, more),
    ]),
  ];
  return rows.flatMap((buttons): Part[] => (buttons.length > 0 ? [{ part: 'buttons', buttons }] : []));
}
