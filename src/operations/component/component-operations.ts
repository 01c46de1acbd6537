import type { AskButton, AskSelect } from '../../core/command/answer.ts';
import { foldText } from '../../core/command/nearest.ts';
import { defined } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { isMoving } from '../../core/runs/moving-status.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { isSilent, PlatformError } from '../../platform/errors/platform-error.ts';
import { isFoundBy, listedPage, pageFrom, searched, selectOne } from '../shared/answer/paging.ts';
import {
  componentStatus,
  isAbnormal,
  isUnfinished,
  memorySize,
  shortImage,
  textOrNone,
  wholeNumber,
} from '../shared/component/component-format.ts';
import { isWithoutStatus, keepStatuses, type LastStatuses, lastStatuses } from '../shared/component/last-statuses.ts';
import { readStuck, runEvents } from '../shared/component/read-moving.ts';
import { knownAbnormal, regionSilentSince, troubledComponents } from '../shared/component-notes.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import {
  appOf,
  type KnownComponents,
  knownComponents,
  type Named,
  namedOf,
  rememberComponents,
  seenComponents,
  tellApart,
} from '../shared/find-component.ts';
import { page, search } from '../shared/shared-params.ts';
import { componentMsg } from './component-messages.ts';
import { componentShow } from './component-show.ts';

/** Number of components per page. Names and images of any length fit into a table (docs/slack.md#blocks). */
const pageSize = 30;

interface ListedComponent extends Named {
  readonly summary?: ComponentSummary;
  /** Whether a watched condition of it fires. */
  readonly firing?: boolean;
  /** Whether its change takes too long or its new pods can't run. The platform shows neither in the status. */
  readonly isStuck?: boolean;
  readonly isUnfinished?: boolean;
}

/** `complete`: `components` has all components of the app. */
interface ComponentListFacts extends KnownComponents {
  readonly components: readonly ListedComponent[];
  /** Says why the statuses are those before. */
  readonly before?: Text | undefined;
  /** Whether the platform didn't answer at all. */
  readonly isRecorded?: true;
}

export const componentList = defineQuestion({
  id: 'component.list',
  tool: { name: 'find_components' },
  command: 'component',
  keywords: [['list'], []],
  summary: componentMsg.listSays(),
  title: componentMsg.listForm(),
  examples: ['component list', 'component list web'],
  first: { position: 1 },
  params: { search, page },
  order: ['search'],

  async gather(_args, ask, reads): Promise<ComponentListFacts> {
    const [listed, firing] = await Promise.all([listOrError(ask, reads), troubledComponents(ask, reads)]);
    if (listed instanceof PlatformError) return listedBefore(listed, firing, ask, reads);
    if (!listed) return knownComponents(ask.context, reads, ask.now);
    await rememberComponents(ask.context, listed.map(namedOf), reads, ask.now, 'whole');
    const stuck = await stuckComponents(listed, ask, reads);
    await keepStatuses(ask.context, listed, ask.now, reads, stuck);
    const last = isWithoutStatus(listed) ? await lastStatuses(ask.context, reads) : undefined;
    const stuckIds = last ? new Set(last.stuck) : stuck;
    const components = listed.map((each) => {
      const summary = last ? { ...each, status: last.statuses[each.serviceId] } : each;
      const named = namedOf(summary);
      const state = { firing: firing.has(named.id), isStuck: stuckIds.has(named.id), isUnfinished: isUnfinished(each) };
      return { ...named, summary, ...state };
    });
    const before = last && (await beforeText(last, componentMsg.regionSilent(), ask, reads));
    return { complete: true, components: tellApart(components), before };
  },

  answer({ search: typed, page: number }, facts, ask) {
    const matches = searchedFor(facts.components, typed);
    const paging = { page: number, size: pageSize, total: matches.length };
    const shown = pageFrom(matches, paging);
    const isSearched = typed !== undefined && facts.components.length > 0;
    const none = facts.complete ? componentMsg.listNone() : componentMsg.listNoneKnown();
    const urgent = shown.filter((each) => each.summary && isUrgent(each));
    const { before, isRecorded } = facts;
    const again = { label: componentMsg.readAgain(), operation: 'component.list', given: searched(typed) };
    const answer = listedPage({
      title: componentMsg.listTitle({ app: appOf(ask.context) }),
      first: before ? [{ part: 'line', text: before }] : [],
      operation: 'component.list',
      given: searched(typed),
      paging,
      shown,
      none: isSearched ? componentMsg.listNoneFound({ typed }) : none,
      ...(isRecorded
        ? { columns: recordedColumns, rowOf: recordedRow }
        : facts.complete
          ? { columns: fullColumns, rowOf: fullRow }
          : { columns: bareColumns, rowOf: bareRow }),
      count: matches.length > pageSize ? undefined : countText(matches),
      notes: notesOn(facts),
      // With the select, each component of the page can be shown, not only the first ones.
      select: shown.length > 1 && !isRecorded ? showSelect(shown) : undefined,
      buttons: isRecorded
        ? [again]
        : [...(shown.length > 1 ? [] : shown.map(showButton)), ...urgent.slice(0, 2).map(eventsButton)],
    });
    return isRecorded ? { ...answer, isRecorded } : answer;
  },
});

async function listOrError({ context }: Ask, reads: Reads) {
  try {
    return await reads.platform.listComponents(context);
  } catch (error) {
    if (error instanceof PlatformError && isSilent(error)) return error;
    throw error;
  }
}

/** Returns the components with a change that is stuck, if their events can be read. */
async function stuckComponents(
  listed: readonly ComponentSummary[],
  { context: { team, region, app }, now }: Ask,
  reads: Reads,
): Promise<ReadonlySet<string>> {
  const page = { team, region, app, page: 1, pageSize: runEvents };
  return readStuck(listed, (service) => reads.soon(() => reads.platform.listEvents({ ...page, service })), now);
}

/** Returns the components and statuses of the last list. @throws PlatformError if none is known */
async function listedBefore(
  error: PlatformError,
  firing: ReadonlySet<string>,
  ask: Ask,
  reads: Reads,
): Promise<ComponentListFacts> {
  const last = await lastStatuses(ask.context, reads);
  if (!last) throw error;
  const abnormal = await knownAbnormal(ask, reads);
  const isStuck = (id: string) => last.stuck?.includes(id) === true || abnormal.has(id);
  const components = (await seenComponents(ask.context, reads)).map((each) => ({
    ...each,
    ...defined({ status: last.statuses[each.id] }),
    firing: firing.has(each.id),
    isStuck: isMoving(last.statuses[each.id]) && isStuck(each.id),
    isUnfinished: last.unfinished?.includes(each.id) ?? false,
  }));
  const before = await beforeText(last, componentMsg.platformSilent(), ask, reads);
  return { complete: true, components, before, isRecorded: true };
}

/** @param why says why nothing newer is known, if it isn't known since when */
async function beforeText({ at }: LastStatuses, why: Text, ask: Ask, reads: Reads): Promise<Text> {
  const since = await regionSilentSince(ask, reads);
  return componentMsg.statusesBefore({ why: since ?? why, at: momentNear(at, ask.now) });
}

/** Matches names first, then ids. */
function searchedFor(components: readonly ListedComponent[], typed: string | undefined): readonly ListedComponent[] {
  const isNamed = ({ alias, name, inCluster, summary }: ListedComponent) =>
    isFoundBy(typed, [alias, name, inCluster, summary?.image]);
  const named = components.filter(isNamed);
  const others = components.filter((each) => !named.includes(each) && beginsId(typed, each.id));
  return [...urgentFirst(named), ...urgentFirst(others)];
}

/** Minimum length of a text that is searched in ids. Two letters would match every tenth id. */
const minOfId = 6;

function beginsId(search: string | undefined, id: string): boolean {
  const wanted = foldText(search ?? '');
  return wanted.length >= minOfId && id.startsWith(wanted);
}

function isUrgent({ status, firing, isStuck }: ListedComponent): boolean {
  return isAbnormal(status) || firing === true || isStuck === true;
}

function urgentFirst(components: readonly ListedComponent[]): readonly ListedComponent[] {
  const urgency = (each: ListedComponent) => (isAbnormal(each.status) ? 0 : isUrgent(each) ? 1 : 2);
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return components.toSorted((a, b) => urgency(a) - urgency(b) || order(a.name, b.name) || order(a.alias, b.alias));
}

/** On a phone, only the first of these columns are visible without scrolling. */
const fullColumns = [
  componentMsg.name(),
  componentMsg.status(),
  componentMsg.instances(),
  componentMsg.image(),
  componentMsg.memory(),
  componentMsg.alias(),
];

function fullRow({ name, alias, summary, ...state }: ListedComponent): readonly Text[] {
  return [
    verbatim(name),
    shownStatus(componentStatus(summary), state),
    wholeNumber(summary?.minNode),
    textOrNone(summary?.image && shortImage(summary.image)),
    memorySize(summary?.minMemory),
    verbatim(alias),
  ];
}

function shownStatus(
  known: Text,
  state: Pick<ListedComponent, 'status' | 'firing' | 'isStuck' | 'isUnfinished'>,
): Text {
  const status = state.isUnfinished ? componentMsg.unfinished() : known;
  if (isAbnormal(state.status)) return status;
  if (state.firing) return componentMsg.statusFiring({ status });
  return state.isStuck ? componentMsg.statusStuck({ status }) : status;
}

const bareColumns = [componentMsg.name(), componentMsg.alias(), componentMsg.inCluster()];

function bareRow({ name, alias, inCluster }: ListedComponent): readonly Text[] {
  return [verbatim(name), verbatim(alias), textOrNone(inCluster)];
}

function countText(matches: readonly ListedComponent[]): Text {
  const total = matches.length;
  const urgent = matches.filter(isUrgent).length;
  return urgent === 0 ? componentMsg.listCount({ total }) : componentMsg.listCountUrgent({ total, urgent });
}

const recordedColumns = [componentMsg.name(), componentMsg.status(), componentMsg.alias()];

function recordedRow({ name, alias, ...state }: ListedComponent): readonly Text[] {
  return [verbatim(name), shownStatus(componentStatus(state), state), verbatim(alias)];
}

function notesOn({ complete, components, before }: ComponentListFacts): readonly Text[] {
  if (!complete) return [componentMsg.listSeen()];
  const isUnknown = !before && isWithoutStatus(components.flatMap(({ summary }) => summary ?? []));
  return isUnknown ? [componentMsg.statusesUnknown()] : [];
}

function showButton({ id, name }: Named): AskButton {
  return { label: componentMsg.showButton({ name }), operation: 'component.show', given: { component: [id] } };
}

function showSelect(all: readonly Named[]): AskSelect {
  const choices = all.map(({ id, name }) => [id, verbatim(name)] as const);
  return selectOne(componentMsg.showSelect(), { operation: 'component.show', param: 'component' }, choices);
}

/** Returns a button for a component's events, because they mostly show why the component is abnormal. */
function eventsButton({ id, name }: Named): AskButton {
  return { label: componentMsg.eventsButton({ name }), operation: 'component.events', given: { component: [id] } };
}

export const componentOperations: readonly Operation[] = [componentList, componentShow];
