import type { Answer } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { foldText } from '../../core/command/nearest.ts';
import { flag, ok, required } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import {
  type Incident,
  isIncidentOver,
  isPartlySilenced,
  silenceAt,
  silenceOf,
  silencingWatches,
  withHistory,
} from '../../core/incident/incident.ts';
import { incidentMsg } from '../../core/incident/incident-messages.ts';
import { incidentTitle, titleBeside } from '../../core/incident/incident-title.ts';
import type { IncidentNote } from '../../core/incident/observe-lines.ts';
import type { Ask } from '../../core/operation.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { ReadRecord } from '../../store/kept/record-kind.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { inBothLanguages } from '../operation-catalog.ts';
import { defineSetting, type Operation, type SettingServices, settingEntry } from '../shared/define.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { isBeside } from '../shared/incident/incident-changes.ts';
import { incidentRecords, incidentRow, noteRow } from '../shared/incident/incident-rows.ts';
import { refuseShorter, silenceBy, silenceDetails, silenceLength } from '../shared/incident/silence-length.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { refuseChangeOf } from '../shared/place/refuse-posting.ts';
import { silenceOfWatch, type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { endingSilence, unsilenced } from './life/end-watch.ts';
import { gatherList, watchesAnswer } from './watch-list.ts';
import { watchMsg } from './watch-messages.ts';
import { endedSilences, silencedNowText, watchAnswer, watchEntry, watchRecord, watchText } from './watch-text.ts';

const incidentParam = required<string>(incidentActionMsg.incident(), incidentActionMsg.incidentMissing(), ok, {
  input: 'external',
  source: 'incidents',
});

const showList = { label: watchMsg.showList(), operation: 'watch.list', given: {} };

/** Set by the rows of `/watch list`: the answer is the list as it is now. */
const list = flag(watchMsg.listForm(), 'list', { input: 'hidden', keyword: () => undefined });

const shared = {
  tool: { none: 'incidents are for people' },
  command: 'watch',
  order: ['incident'],
  needs: 'nothing',
} as const;

/** Returns why the person can't change an incident, or undefined. Any full member of its channel is allowed to. */
async function refuseIncident(
  incident: Incident,
  ask: Ask,
  settings: SettingServices,
  isOver = incident.ended !== undefined,
): Promise<Problem | undefined> {
  const { person, inChannel } = await settings.actor(ask.person, incident.channel);
  if (inChannel === 'unreadable') return { problem: 'refused', why: incidentActionMsg.membersUnread(), canRetry: true };
  if (!inChannel || person.standing !== 'member') return refused(incidentActionMsg.membersOnly());
  return isOver ? refused(incidentActionMsg.incidentOver({ what: incidentTitle(incident) })) : undefined;
}

/** Checks which incidents of a component a command is about. @param one an incident that the command changes */
interface MeantIncidents {
  isMeant(incident: Incident, now: number): boolean;
  takesAlso?(other: Incident, one: Incident): boolean;
}

/** Returns the id of the incident that was typed, or that of the ongoing incident of a component with this name. */
async function incidentTyped(
  typed: string,
  ask: Ask,
  settings: SettingServices,
  { isMeant, takesAlso = () => false }: MeantIncidents,
): Promise<string | Problem> {
  if (await incidentRecords.get(settings, typed)) return typed;
  const access = channelAccess(ask, settings);
  const ongoing: Incident[] = [];
  for (const each of await incidentRecords.bodies(settings.store, { isOpen: true })) {
    const { context, ended, component, lines, channel } = each;
    const named = component ? [component] : lines.flatMap((line) => line.component ?? []);
    const isNamed = named.some(({ name }) => foldText(name) === foldText(typed));
    const isHere = context && placeKey(context) === placeKey(ask.context) && ended === undefined;
    if (isNamed && isHere && (await access.mayKnow(channel))) ongoing.push(each);
  }
  // If several channels watch the component, the command is about the incident that people see where they type it.
  const own = ongoing.filter(({ channel }) => channel === ask.channel);
  const seen = own.length > 0 ? own : ongoing;
  const meant = seen.filter((each) => isMeant(each, ask.now));
  const found = meant.length > 0 ? meant : seen;
  const [first, ...others] = found;
  if (!first) return refused(incidentActionMsg.incidentUnknown({ typed }), [showList]);
  if (others.every((each) => isBeside(each, first) && takesAlso(each, first))) return first.id;
  const choices = found.map((each) => ({ value: each.id, label: each.id, described: titleBeside(each, found) }));
  return { problem: 'ambiguous', param: 'incident', typed, why: incidentActionMsg.chooseOf({ typed }), choices };
}

interface IncidentStep extends MeantIncidents {
  readonly operation: string;
  readonly what: 'acknowledged' | 'unacknowledged' | 'silenced';
  next(incident: Incident): Pick<Incident, 'acknowledged' | 'silenced'> | Problem;
  /** @param others titles of other ongoing incidents of the component that aren't silenced */
  says(title: Text, others: readonly Text[]): Text;
}

/** Changes the stored incident, and updates its message. */
async function changeIncident(
  { incident: typed, list }: { readonly incident: string; readonly list: boolean },
  ask: Ask,
  settings: SettingServices,
  step: IncidentStep,
): Promise<Answer | Problem> {
  const { operation, what, next, says, takesAlso = () => false } = step;
  const id = await incidentTyped(typed, ask, settings, step);
  if (isProblem(id)) return id;
  let titles: readonly Text[] = [];
  let loud: readonly Text[] = [];
  const changed = await incidentRecords.change<Problem>(settings.store, id, ask.now, async (stored) => {
    if (!stored) return undefined;
    const { body: incident, version } = stored;
    const change = (await refuseIncident(incident, ask, settings)) ?? next(incident);
    if (isProblem(change)) return change;
    const by = { id: ask.person.id, name: ask.person.name };
    const after = (each: Incident): Incident => {
      const { acknowledged, ...rest } = each;
      const kept = what === 'unacknowledged' || !acknowledged ? {} : { acknowledged };
      return { ...rest, ...kept, ...change, history: withHistory(each.history, { at: ask.now, what, by }) };
    };
    const open = await incidentRecords.list(settings.store, { isOpen: true });
    const beside = open.filter((each) => isBeside(each.body, incident));
    const others = beside.filter((each) => takesAlso(each.body, incident));
    const all = [incident, ...others.map((each) => each.body)];
    loud = beside.flatMap(({ body }) => (silenceOf(body, ask.now) ? [] : [titleBeside(body, [incident])]));
    titles = all.map((each) => titleBeside(each, all));
    const { acknowledged } = change;
    const besides = (each: Incident, at: number): Incident =>
      acknowledged && others.length > 0
        ? { ...after(each), acknowledged: { ...acknowledged, with: listText(titles.toSpliced(at, 1)) } }
        : after(each);
    return {
      body: besides(incident, 0),
      records: others.map((each, index) => incidentRecords.save(besides(each.body, index + 1), each, each.version)),
      outbox: [{ id, version }, ...others].map((each) => incidentRow(each.id, each.version + 1, ask.now)),
      audit: all.map((each) => incidentEntry(after(each), ask, operation)),
    };
  });
  if (!changed) return refused(incidentActionMsg.incidentUnknown({ typed }), [showList]);
  return isProblem(changed) ? changed : incidentAnswer(says(listText(titles), loud), list, ask, settings);
}

async function incidentAnswer(text: Text, list: boolean, ask: Ask, settings: SettingServices): Promise<Answer> {
  const line = { part: 'line', text } as const;
  if (list) return watchesAnswer([line], await gatherList(ask, settings), ask);
  return { title: incidentActionMsg.incident(), share: false, shownThere: true, parts: [line] };
}

function incidentEntry(incident: Incident, ask: Ask, operation: string): AuditEntry {
  const { id, channel, context, silenced } = incident;
  const until = operation === 'incident.silence' && silenced ? silenceDetails(silenced) : {};
  const details = { incident: id, channel, ...inBothLanguages('what', incidentTitle(incident)), ...until };
  return settingEntry(operation, ask, context, details);
}

const incidentAcknowledge = defineSetting({
  ...shared,
  id: 'incident.acknowledge',
  keywords: [['incident', 'acknowledge']],
  summary: incidentActionMsg.acknowledgeSays(),
  examples: ['watch incident acknowledge web'],
  params: { incident: incidentParam, list },
  apply(args, ask, settings) {
    const { id, name } = ask.person;
    return changeIncident(args, ask, settings, {
      operation: 'incident.acknowledge',
      what: 'acknowledged',
      isMeant: ({ acknowledged }) => !acknowledged,
      next: (incident) =>
        incident.acknowledged
          ? refused(
              incidentActionMsg.acknowledgedAlready({
                what: incidentTitle(incident),
                who: incident.acknowledged.name,
              }),
            )
          : { acknowledged: { id, name, at: ask.now } },
      says: (title) => incidentActionMsg.acknowledgedNow({ title }),
      // One outage may fire several watches and alerts. An open address isn't part of it.
      takesAlso: (...both) => both.every(({ acknowledged, source }) => !acknowledged && source.kind !== 'exposure'),
    });
  },
});

/** Takes back an acknowledgment, and with it those that the same press made for other incidents of the component. */
const incidentUnacknowledge = defineSetting({
  ...shared,
  id: 'incident.unacknowledge',
  keywords: [['incident', 'unacknowledge']],
  summary: incidentActionMsg.unacknowledgeSays(),
  title: incidentMsg.unacknowledge(),
  examples: ['watch incident unacknowledge web'],
  params: { incident: incidentParam, list },
  apply(args, ask, settings) {
    return changeIncident(args, ask, settings, {
      operation: 'incident.unacknowledge',
      what: 'unacknowledged',
      isMeant: ({ acknowledged }) => acknowledged?.id === ask.person.id,
      next: (incident) => {
        const what = incidentTitle(incident);
        const { acknowledged } = incident;
        if (!acknowledged) return refused(incidentActionMsg.notAcknowledged({ what }));
        if (acknowledged.id === ask.person.id) return {};
        return refused(incidentActionMsg.acknowledgedByOther({ what, who: acknowledged.name }));
      },
      says: (title) => incidentActionMsg.unacknowledgedNow({ title }),
      takesAlso: (...both) =>
        both.every(({ acknowledged }) => acknowledged?.with !== undefined) &&
        new Set(both.map(({ acknowledged }) => `${acknowledged?.id} ${acknowledged?.at}`)).size === 1,
    });
  },
});

const incidentSilence = defineSetting({
  ...shared,
  id: 'incident.silence',
  keywords: [['incident', 'silence']],
  summary: incidentActionMsg.incidentSilenceSays(),
  title: incidentActionMsg.silenceForm(),
  examples: ['watch incident silence web 4h'],
  params: { incident: incidentParam, for: silenceLength, list },
  order: ['incident', 'for'],
  apply(args, ask, settings) {
    const silence = silenceBy(ask, args.for);
    return changeIncident(args, ask, settings, {
      operation: 'incident.silence',
      what: 'silenced',
      isMeant: (incident, now) => !silenceOf(incident, now),
      next: (incident) =>
        refuseShorter(incidentTitle(incident), silenceAt(incident.silenced, ask.now), silence) ?? { silenced: silence },
      says: (title, others) => {
        const silenced = silencedNowText(watchMsg.ofIncident({ title }), silence, ask.now);
        return others.length === 0
          ? silenced
          : join([
              silenced,
              incidentActionMsg.notSilenced({
                what: listText(others.map((each) => incidentActionMsg.quoted({ title: each }))),
              }),
            ]);
      },
    });
  },
});

/** Ends the incident's own silence, and the silences of watches that the person may end. */
const incidentUnsilence = defineSetting({
  ...shared,
  id: 'incident.unsilence',
  keywords: [['incident', 'unsilence']],
  summary: incidentActionMsg.unsilenceSays(),
  title: incidentActionMsg.unsilenceForm(),
  examples: ['watch incident unsilence web'],
  params: { incident: incidentParam, list },
  async apply({ incident: typed, list }, ask, settings) {
    const id = await incidentTyped(typed, ask, settings, { isMeant: isPartlySilenced });
    if (isProblem(id)) return id;
    const done = await endSilences(`incident ${id}`, () => silencesOf(id, ask, settings), ask, settings);
    if (isProblem(done)) return done;
    // A silence that the person isn't allowed to end goes on, so say why.
    return done.refusal ?? incidentAnswer(done.text, list, ask, settings);
  },
});

interface FoundSilences {
  /** `placeKey` of the incidents. */
  readonly place: string;
  readonly watches: readonly Pick<ReadRecord<Watch>, 'body' | 'version'>[];
  endsOwn(incident: Incident): boolean;
  readonly refusal?: Problem;
}

async function silencesOf(id: string, ask: Ask, settings: SettingServices): Promise<FoundSilences | Problem> {
  const stored = await incidentRecords.get(settings, id);
  if (!stored) return refused(incidentActionMsg.incidentUnknown({ typed: id }), [showList]);
  const { body: incident, placeKey: place } = stored;
  // While an ended incident may fire again, its silence matters.
  const problem = await refuseIncident(incident, ask, settings, isIncidentOver(incident, ask.now));
  if (problem) return problem;
  const silencing = await Promise.all(
    silencingWatches(incident, ask.now).map((each) => watchRecords.get(settings, each)),
  );
  const watches: ReadRecord<Watch>[] = [];
  let refusal: Problem | undefined;
  for (const watch of present(silencing)) {
    const refused = await refuseChangeOf(watch.body.by.id, watch.body.channel, ask, settings, 'watch');
    if (refused) refusal = refused;
    else watches.push(watch);
  }
  return { place, watches, endsOwn: (each) => each.id === id, refusal };
}

/** Ends silences of watches and of incidents, and tells the channels of the watches. @returns which ones ended */
export async function endSilences(
  what: string,
  find: () => Promise<FoundSilences | Problem>,
  ask: Ask,
  settings: SettingServices,
): Promise<{ readonly text: Text; readonly refusal?: Problem } | Problem> {
  const by = { id: ask.person.id, name: ask.person.name, at: ask.now };
  const done = await retryRaces(what, async () => {
    const found = await find();
    if (isProblem(found)) return found;
    const { place, watches, endsOwn, refusal } = found;
    const which = { place, watches: watches.map(({ body }) => body.id), endsOwn };
    const { own, records, outbox, before } = await endingSilence(settings, which, by);
    const ended = { watches: watches.map(({ body }) => body), own, refusal };
    const notes = silencersTold(own, ask).map((note) => noteRow(note, ask.now));
    if (watches.length + own.length === 0) return ended;
    const saved = await settings.store.commit({
      at: ask.now,
      records: [...records, ...watches.map(({ body, version }) => watchRecord(unsilenced(body), ask.now, version))],
      outbox: [...outbox, ...notes],
      audit: [
        ...own.map((each) => incidentEntry(each, ask, 'incident.unsilence')),
        ...watches.map(({ body }) => watchEntry(body, ask, 'watch.resume', { incidents: before })),
      ],
    });
    return saved === 'saved' ? ended : undefined;
  });
  if (isProblem(done)) return done;
  // The messages of incidents show the end of their own silence.
  const told = new Set([ask.person.id, ...silencersTold(done.own, ask).flatMap(({ mention }) => mention)]);
  for (const watch of done.watches) {
    const silencer = silenceOfWatch(watch, ask.now)?.id;
    const ended = watchMsg.silenceEndTold({ who: ask.person.name, what: watchMsg.named({ what: watchText(watch) }) });
    const isNews = silencer !== undefined && !told.has(silencer);
    const text = isNews ? incidentMsg.overFor({ who: { user: silencer }, text: ended }) : ended;
    if (isNews) told.add(silencer);
    await settings.announce(watchAnswer([{ part: 'line', text }]), watch.channel);
  }
  return { text: endedSilences(done.watches, done.own), refusal: done.refusal };
}

/** Returns the lines that tell each other person once that their silence of an incident was ended. */
function silencersTold(own: readonly Incident[], { person, now }: Pick<Ask, 'person' | 'now'>): IncidentNote[] {
  const told = new Set([person.id]);
  return own.flatMap(({ id, silenced }) => {
    if (!silenced || told.has(silenced.id)) return [];
    told.add(silenced.id);
    return [{ incident: id, what: 'unsilenced', at: now, keys: [], mention: [silenced.id] }];
  });
}

export const incidentOperations: readonly Operation[] = [
  incidentAcknowledge,
  incidentUnacknowledge,
  incidentSilence,
  incidentUnsilence,
];
