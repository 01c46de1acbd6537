import { severityRank } from '../../core/alerts/alert-group.ts';
import type { Answer, AskButton, AskMenu, Part } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import { isAskedAlone } from '../../core/command/direct-message.ts';
import { flag, ok, type RawArgs, required } from '../../core/command/params.ts';
import { type Problem, type Proposal, refused } from '../../core/command/problem.ts';
import { isGroupId } from '../../core/command/read-person.ts';
import { present } from '../../core/defined.ts';
import { type Incident, isOngoing, presentFiring, reasonOf, silenceAt } from '../../core/incident/incident.ts';
import { incidentMsg } from '../../core/incident/incident-messages.ts';
import { mentionsText } from '../../core/incident/incident-note-text.ts';
import { incidentMark } from '../../core/incident/incident-state-text.ts';
import { incidentSince, limitThenText, silentText } from '../../core/incident/incident-text.ts';
import { killText } from '../../core/incident/incident-times.ts';
import { incidentTitle } from '../../core/incident/incident-title.ts';
import { valueTexts } from '../../core/incident/incident-values.ts';
import { stateMarks } from '../../core/incident/state-marks.ts';
import type { Ask } from '../../core/operation.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { inOneText, join, type Text } from '../../core/text/text.ts';
import { otherPages, pageFrom } from '../shared/answer/paging.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { seenComponents } from '../shared/find-component.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { incidentLink } from '../shared/incident/incident-notes.ts';
import { incidentRecords } from '../shared/incident/incident-rows.ts';
import { regionTroubles, unreadOf } from '../shared/incident/region-trouble.ts';
import { silenceOptions } from '../shared/incident/silence-length.ts';
import { personNames } from '../shared/person-names.ts';
import { channelAccess, mayShare, sharing } from '../shared/place/channel-access.ts';
import { page } from '../shared/shared-params.ts';
import { evaluationRecords, type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { ownWatchesFirst, watchesOf, watchNotFound } from './find-watch.ts';
import {
  firingTracks,
  handledTexts,
  incidentToAcknowledge,
  mayBeSilent,
  type StateOfWatch,
  silencedPart,
  type WatchStates,
  watchStateOf,
} from './watch-list-state.ts';
import { watchMsg } from './watch-messages.ts';
import { absentFrom, absentNote, watchCommand, watchText } from './watch-text.ts';
import { typedCondition } from './watch-threshold.ts';

export interface ListedWatches extends WatchStates {
  readonly watches: readonly Watch[];
  /** Names of those who are notified, by their Slack ids. A list must not mention anybody. */
  readonly people?: ReadonlyMap<string, string>;
  readonly shares: boolean;
  /** Ongoing incidents that an Alertmanager reports, newest first. */
  readonly alerts?: readonly ListedAlert[];
}

interface ListedAlert {
  readonly incident: Incident;
  readonly link?: string;
}

interface ListedPart {
  readonly all: boolean;
  readonly page: number;
}

export const watchList = defineQuestion({
  ...watchCommand,
  id: 'watch.list',
  keywords: [['list']],
  summary: watchMsg.listSays(),
  title: watchMsg.listForm(),
  words: ['incident', 'alert', 'problem', 'firing', 'watches'],
  examples: ['watch list', 'watch list all'],
  first: { position: 6 },
  params: { all: flag(watchMsg.all(), 'all'), page },
  order: [],
  gather: (_args, ask, reads) => gatherList(ask, reads),
  answer: (args, listed: ListedWatches, ask) => watchesAnswer([], listed, ask, args),
});

export const watchId = required<string>(watchMsg.id(), watchMsg.idMissing(), (typed) => ok(typed.toLowerCase()), {
  input: 'external',
  source: 'watches',
});

/** Refuses forms that choose a watch if the app has none, because their menu would be empty. */
export async function refuseWithoutWatches(
  _given: RawArgs,
  { context }: Pick<Ask, 'context'>,
  reads: Pick<Reads, 'records'>,
): Promise<Problem | undefined> {
  const watches = await watchRecords.bodies(reads, { placeKey: placeKey(context) });
  if (watches.length > 0) return undefined;
  return refused(watchMsg.noneYet(), [
    { label: watchMsg.showUsual(), operation: 'watch.usual', given: {} },
    { label: watchMsg.addOne(), operation: 'watch.add', given: {} },
  ]);
}

const show = {
  ...watchCommand,
  title: watchMsg.form(),
  params: { id: watchId },
  order: ['id'],
  refuses: refuseWithoutWatches,
} as const;

export const watchShow = defineQuestion({
  ...show,
  id: 'watch.show',
  keywords: [['show']],
  summary: watchMsg.showSays(),
  examples: ['watch show a1b2c3'],
  gather: ({ id }, ask, reads) => gatherWatch(id, ask, reads),
  answer: (_args, shown: ShownWatch, ask) => watchCard([], shown, ask),
});

/** Opens the form of a watch. Without a trigger for a form, shows the watch with the button that opens it. */
export const watchEdit = defineQuestion({
  ...show,
  id: 'watch.edit',
  keywords: [['edit']],
  summary: watchMsg.editSays(),
  examples: ['watch edit a1b2c3'],
  async opens({ id }, ask, reads) {
    const { watches, names } = await gatherWatches(ask, reads);
    const [watch, ...others] = watchesNamed(id, watches, names, ask);
    return !watch || others.length > 0 ? undefined : formToEdit(watch);
  },
  gather: ({ id }, ask, reads) => gatherWatch(id, ask, reads, formToEdit),
  answer: (_args, shown: ShownWatch, ask) => watchCard([], shown, ask),
});

function watchesNamed(
  typed: string,
  watches: readonly Watch[],
  names: ListedWatches['names'],
  { channel }: Pick<Ask, 'channel'>,
): readonly Watch[] {
  const found = watches.find(({ id }) => id === typed);
  return found ? [found] : watchesOf(typed, ownWatchesFirst(watches, channel), names.values());
}

interface ShownWatch extends ListedWatches {
  readonly watch: Watch;
  /** People to notify who aren't in the channel. */
  readonly absent: readonly string[];
}

export async function gatherWatch(
  id: string,
  ask: Ask,
  reads: Reads,
  formOf?: typeof formToEdit,
): Promise<ShownWatch | Problem> {
  const listed = await gatherList(ask, reads);
  const named = watchesNamed(id, listed.watches, listed.names, ask);
  const [watch, ...others] = named;
  if (!watch || others.length > 0) return watchNotFound(id, named, formOf);
  return { ...listed, watches: [watch], watch, absent: await absentFrom(watch, reads) };
}

export function watchCard(first: readonly Part[], { watch, absent, ...listed }: ShownWatch, ask: Ask): Answer {
  const fields = [
    { label: watchMsg.what(), value: watchText(watch) },
    { label: watchMsg.state(), value: watchStateOf(watch, listed, ask.now).state },
    { label: watchMsg.where(), value: watchMsg.channelIs({ channel: { channel: watch.channel } }) },
    { label: watchMsg.by(), value: watchMsg.byAt({ who: watch.by.name, at: { at: watch.at } }) },
    ...(watch.notify.length > 0 ? [{ label: watchMsg.notify(), value: mentionsText(watch.notify) }] : []),
  ];
  return {
    title: watchMsg.title(),
    // Don't share this answer, because mentions in shared answers notify nobody.
    share: false,
    parts: [
      ...first,
      ...statesBefore(listed, ask),
      { part: 'fields', fields },
      ...absentNote(absent),
      ...(watch.configured ? [{ part: 'note', text: watchMsg.inFileNote() } as const] : []),
      { part: 'buttons', buttons: watchButtons(watch, silencedPart(watch, listed, ask.now) !== 'none') },
    ],
  };
}

export async function gatherWatches(ask: Ask, reads: Reads): Promise<ListedWatches> {
  const access = channelAccess(ask, reads);
  const key = placeKey(ask.context);
  const watches: Watch[] = [];
  for (const watch of await watchRecords.bodies(reads, { placeKey: key }))
    if (await access.mayKnow(watch.channel)) watches.push(watch);
  const evaluation = (await evaluationRecords.get(reads, key))?.body;
  const components = await seenComponents(ask.context, reads);
  const shares = await mayShare(
    access,
    watches.map(({ channel }) => channel),
  );
  return {
    watches,
    names: new Map(components.map(({ id, name }) => [id, name])),
    shares,
    troubles: await regionTroubles(reads, ask.context.region),
    ...(evaluation ? { evaluation } : {}),
  };
}

/** Also reads the names of those who are notified, the ongoing incidents with their links, and alerts from elsewhere. */
export async function gatherList(ask: Ask, reads: Reads): Promise<ListedWatches> {
  const listed = await gatherWatches(ask, reads);
  const notified = listed.watches.flatMap(({ notify }) => notify);
  const channels = listed.watches.map(({ channel }) => channel);
  const alerts = await alertsOf(ask, reads);
  const isSilent = mayBeSilent(listed, ask.now) && !(await answers(ask.context, reads));
  return {
    ...listed,
    isSilent,
    people: await personNames(notified, reads),
    incidents: await incidentsOf(placeKey(ask.context), channels, ask.now, reads),
    alerts,
    shares:
      listed.shares &&
      (await mayShare(
        channelAccess(ask, reads),
        alerts.map(({ incident }) => incident.channel),
      )),
  };
}

/** Checks whether the platform answers within a second. Evaluations find that only after their repeated reads. */
async function answers(context: Context, { soon, platform }: Reads): Promise<boolean> {
  return (await soon(() => platform.readApp(context).then(() => true))) ?? false;
}

/** Returns the ongoing alerts about this app, and those of this channel that aren't about a known component. */
async function alertsOf(ask: Ask, reads: Reads): Promise<readonly ListedAlert[]> {
  const access = channelAccess(ask, reads);
  const key = placeKey(ask.context);
  const alerts: ListedAlert[] = [];
  for (const incident of (await incidentRecords.bodies(reads, { placeKey: '', isOpen: true })).toReversed()) {
    const { source, ended, context, channel } = incident;
    const isHere = context ? placeKey(context) === key : channel === ask.channel;
    if (source.kind !== 'alerts' || ended !== undefined || !isHere || !(await access.mayKnow(channel))) continue;
    alerts.push({ incident, link: alerts.length < maxAlerts.all ? await incidentLink(incident, reads) : undefined });
  }
  return alerts;
}

/** Maximum number of alerts that are rows of the list. */
const maxAlerts = { usual: 5, all: 20 } as const;

/** Maximum number of messages to link, because each link is a request to Slack. */
const maxLinked = 20;

/** Returns the ongoing incidents by the keys of their conditions. */
async function incidentsOf(
  key: string,
  channels: readonly string[],
  now: number,
  reads: Reads,
): Promise<NonNullable<WatchStates['incidents']>> {
  const open = (await incidentRecords.bodies(reads, { placeKey: key, isOpen: true })).filter(
    ({ ended, channel }) => ended === undefined && channels.includes(channel),
  );
  const listed = open.map(async (incident, index) => {
    const link = index < open.length - maxLinked ? undefined : await incidentLink(incident, reads);
    const { id, acknowledged } = incident;
    const silence = silenceAt(incident.silenced, now);
    return incident.lines.filter(isOngoing).map((line) => {
      // An incident's reason may be that of only some of its conditions.
      const why = reasonOf({ ...incident, lines: [line] });
      const { from: since, died } = presentFiring({ ...incident, lines: [line] }, now);
      const killed = died && killText(died, now);
      const { watchedSince } = line;
      const values = valueTexts(line, now);
      const begun = { since, watchedSince, limitThen: limitThenText(line) };
      return [line.key, { id, link, silence, acknowledged, why, killed, values, ...begun }] as const;
    });
  });
  return new Map((await Promise.all(listed)).flat());
}

/** Number of watches per page. If there are at most `maxUnfolded` watches, all are shown as rows. */
const watchesPerPage = 10;
const maxUnfolded = 5;

export function watchesAnswer(
  first: readonly Part[],
  listed: ListedWatches,
  ask: Ask,
  which: ListedPart = { all: false, page: 1 },
): Answer {
  const { watches, shares, alerts = [] } = listed;
  const firing = (watch: Watch) => Math.sign(firingTracks(watch, listed.evaluation).length);
  const states = watches
    .map((watch) => ({ watch, ...watchStateOf(watch, listed, ask.now) }))
    .toSorted(
      (one, other) =>
        Number(one.fineAt !== undefined) - Number(other.fineAt !== undefined) ||
        severity(one) - severity(other) ||
        // Also without new values, what fired comes first.
        firing(other.watch) - firing(one.watch) ||
        Number(one.watch.channel !== ask.channel) - Number(other.watch.channel !== ask.channel),
    );
  const isWhole = which.all || watches.length <= maxUnfolded;
  const shown = isWhole ? states : states.filter(({ fineAt }) => fineAt === undefined);
  const fine = states.flatMap(({ fineAt }) => (isWhole ? [] : (fineAt ?? [])));
  const paging = { page: which.page, size: watchesPerPage, total: shown.length };
  const onPage = pageFrom(shown, paging);
  const rows = onPage.map(
    ({ watch, mark, state }): Part => ({
      part: 'row',
      text: watchMsg.row({
        mark: stateMarks[mark],
        what: watchMsg.named({ what: watchText(watch) }),
        says: join(present([state, inOneText(rowFacts(watch, listed, ask), ' · ')]), '\n'),
      }),
      menu: watchMenu(watch, listed, ask.now),
    }),
  );
  const { notes, ...share } = sharing(shares);
  const folding = (label: Text, given: AskButton['given']): AskButton => ({ label, operation: 'watch.list', given });
  const buttons = present([
    (fine.length > 0 || (!which.all && alerts.length > maxAlerts.usual)) &&
      folding(watchMsg.showAll(), { all: ['yes'] }),
    which.all && Math.max(watches.length, alerts.length) > maxUnfolded && folding(watchMsg.showTroubled(), {}),
    // Incidents are posted in a channel, so a watch can't be added where only one person reads.
    watches.length === 0 && !isAskedAlone(ask) && { label: watchMsg.showUsual(), operation: 'watch.usual', given: {} },
    !isAskedAlone(ask) && { label: watchMsg.addOne(), operation: 'watch.add', given: {}, opens: 'modal' as const },
  ]);
  const none = isAskedAlone(ask)
    ? watchMsg.listNoneAlone({ example: `/${ask.prefix}watch abnormal` })
    : watchMsg.noneYet();
  return {
    title: watchMsg.listTitle(),
    ...share,
    parts: [
      ...first,
      ...(watches.length > 0 ? statesBefore(listed, ask) : []),
      ...(which.page === 1 ? alertParts(alerts, ask, which.all) : []),
      ...rows,
      ...(watches.length === 0 ? [{ part: 'line', text: none } as const] : []),
      ...fineParts(fine, shown.length + alerts.length, ask.now),
      ...otherPages('watch.list', paging, onPage.length, which.all ? { all: ['yes'] } : {}),
      ...(buttons.length > 0 ? [{ part: 'buttons', buttons } as const] : []),
      ...notes,
    ],
  };
}

/** Says that the states are those before, if the region can't be read. */
function statesBefore(listed: WatchStates, ask: Ask): readonly Part[] {
  const unread = unreadOf(listed.troubles ?? {});
  if (!unread && !listed.isSilent) return [];
  const text =
    unread && !listed.isSilent
      ? watchMsg.statesBefore({ why: silentText(unread, ask.context.region, ask.now) })
      : watchMsg.statesBeforeNow();
  return [{ part: 'line', text }];
}

/** @param fine times at which those that aren't listed were found fine, epoch ms */
function fineParts(fine: readonly number[], others: number, now: number): readonly Part[] {
  if (fine.length === 0) return [];
  const at = momentNear(Math.min(...fine), now);
  return [{ part: 'line', text: watchMsg.areFine({ count: fine.length, others, at }) }];
}

function severity({ mark }: StateOfWatch): number {
  return Object.keys(stateMarks).indexOf(mark);
}

/** Returns where a watch reports if not in this channel, who set it if not the reader, and who is notified. */
function rowFacts({ channel, by, notify }: Watch, { people }: ListedWatches, ask: Ask): readonly Text[] {
  const names = notify.map((id) => people?.get(id) ?? id);
  return present([
    channel !== ask.channel && watchMsg.channelIs({ channel: { channel } }),
    by.id !== ask.person.id && watchMsg.setBy({ who: by.name }),
    names.length > 0 && watchMsg.notifies({ who: verbatimList(names) }),
  ]);
}

function alertParts(alerts: readonly ListedAlert[], ask: Ask, all: boolean): readonly Part[] {
  const { now, channel: here } = ask;
  // The worst first, because only some are rows.
  const worst = alerts.toSorted(
    (one, other) => severityRank(one.incident.severity) - severityRank(other.incident.severity),
  );
  const rows = worst.slice(0, all ? maxAlerts.all : maxAlerts.usual).map(({ incident, link }): Part => {
    const { acknowledged, silenced, channel } = incident;
    const title = incidentTitle(incident);
    const handled = handledTexts({ acknowledged, silence: silenceAt(silenced, now) }, now);
    return {
      part: 'row',
      text: watchMsg.row({
        mark: incidentMark(incident),
        what: watchMsg.named({
          what: watchMsg.fromAlertmanager({ title: link === undefined ? title : { link, label: title } }),
        }),
        says: join(
          present([
            incidentSince(incident, now),
            ...handled,
            channel !== here && watchMsg.channelIs({ channel: { channel } }),
          ]),
          ' · ',
        ),
      }),
      menu: alertMenu(incident, ask),
    };
  });
  const count = alerts.length - rows.length;
  return count > 0 ? [...rows, { part: 'line', text: watchMsg.moreAlerts({ count }) }] : rows;
}

function alertMenu({ id, acknowledged, silenced }: Incident, { now, person }: Pick<Ask, 'now' | 'person'>): AskMenu {
  const undo = { label: incidentMsg.unacknowledge(), operation: 'incident.unacknowledge', given: {} };
  const entries = present<Proposal>([
    !acknowledged && { label: incidentMsg.acknowledge(), operation: 'incident.acknowledge', given: {} },
    acknowledged?.id === person.id && undo,
    ...(silenceAt(silenced, now)
      ? [{ label: watchMsg.endSilence(), operation: 'incident.unsilence', given: {} }]
      : silenceEntries('incident.silence', silenceOptions)),
  ]);
  return { given: { incident: [id], list: ['yes'] }, entries };
}

function silenceEntries(operation: string, lengths: typeof silenceOptions): readonly Proposal[] {
  return lengths.map(({ value, label }) => ({
    label: watchMsg.silenceForLength({ length: label }),
    operation,
    given: { for: [value] },
  }));
}

/** Returns the menu of a watch, with at most five entries, because Slack takes no more. */
function watchMenu(watch: Watch, listed: ListedWatches, now: number): AskMenu {
  const { id, paused, configured } = watch;
  const incident = incidentToAcknowledge(watch, listed);
  const given = { id: [id], ...(incident === undefined ? {} : { incident: [incident], list: ['yes'] }) };
  const entry = (label: Text, operation: string): Proposal => ({ label, operation, given: {} });
  const form = { opens: 'modal' } as const;
  const own = configured ? [] : [editEntry(watch), entry(watchMsg.deleteIt(), 'watch.delete')];
  if (paused !== undefined) {
    return { given, entries: [entry(watchMsg.resume(), 'watch.resume'), ...own] };
  }
  const part = silencedPart(watch, listed, now);
  const isAcknowledged = incident === undefined;
  const handling = present([
    !isAcknowledged && entry(incidentMsg.acknowledge(), 'incident.acknowledge'),
    part !== 'none' && entry(watchMsg.endSilence(), 'watch.resume'),
    // An acknowledgment is worth more than a longer silence.
    (part === 'none' || (part === 'some' && isAcknowledged)) && {
      ...entry(watchMsg.silenceIt(), 'watch.silence'),
      ...form,
    },
    !configured && entry(watchMsg.pause(), 'watch.pause'),
  ]);
  return { given, entries: [...handling, ...own] };
}

/** Returns the form that changes a watch; undefined for a watch of the policy file, which only that changes. */
function formToEdit(watch: Watch): Proposal | undefined {
  return watch.configured ? undefined : editEntry(watch);
}

/** Opens the form, which reads the watch's values. */
function editEntry({ id }: Pick<Watch, 'id'>): AskMenu['entries'][number] {
  return { label: watchMsg.editIt(), operation: 'watch.add', given: { edits: [id] }, opens: 'modal' };
}

/** Returns a watch's values as its form has them. */
export function typedWatch({ id, condition, components = [], notify }: Watch): RawArgs {
  const given = {
    edits: [id],
    component: components.map((each) => each.id),
    ...typedCondition(condition),
    notify: notify.filter((each) => !isGroupId(each)),
    groups: notify.filter(isGroupId),
  };
  return Object.fromEntries(Object.entries(given).filter(([, values]) => values.length > 0));
}

function watchButtons(watch: Watch, isSilenced: boolean): readonly AskButton[] {
  const { id, paused, configured } = watch;
  const given = { id: [id] };
  // The answer is the same card, not the list.
  const onCard = { ...given, card: ['yes'] };
  const again = { operation: 'watch.resume', given: onCard };
  return present([
    paused !== undefined && { ...again, label: watchMsg.resume() },
    paused === undefined && isSilenced && { ...again, label: watchMsg.endSilence() },
    !configured && { ...editEntry(watch), label: watchMsg.edit() },
    paused === undefined && !configured && { label: watchMsg.pause(), operation: 'watch.pause', given: onCard },
    { label: incidentActionMsg.silenceForm(), operation: 'watch.silence', given, opens: 'modal' },
    !configured && {
      label: watchMsg.delete(),
      operation: 'watch.delete',
      given: { ...given, sure: ['yes'] },
      style: 'danger',
      confirm: watchMsg.deleteAsks({ what: watchText(watch) }),
    },
  ]);
}
