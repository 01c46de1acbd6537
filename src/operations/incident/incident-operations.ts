import type { Answer } from '../../core/command/answer.ts';
import { ok, required } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { type Incident, withHistory } from '../../core/incident/incident.ts';
import { incidentTitle } from '../../core/incident/incident-text.ts';
import type { Ask } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import { inBothLanguages } from '../operation-catalog.ts';
import { defineSetting, type Operation, type SettingServices, settingEntry } from '../shared/define.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { incidentRecords, incidentRow } from '../shared/incident/incident-rows.ts';
import { longestSilence, silenceDetails, silenceLength } from '../shared/incident/silence-length.ts';

const incidentParam = required<string>(incidentActionMsg.incident(), incidentActionMsg.incidentMissing(), ok, {
  input: 'external',
  source: 'incidents',
});

const shared = {
  tool: { none: 'incidents are for people' },
  command: 'watch',
  order: ['incident'],
  needs: 'nothing',
} as const;

/** Changes the stored incident, and updates its message. Any full member of the channel is allowed to do this. */
async function changeIncident(
  id: string,
  ask: Ask,
  settings: SettingServices,
  operation: string,
  next: (incident: Incident) => Incident | Problem,
  says: (changed: Incident) => Text,
): Promise<Answer | Problem> {
  const changed = await incidentRecords.change<Problem>(settings.store, id, ask.now, async (stored) => {
    if (!stored) return undefined;
    const { body: incident, version } = stored;
    const { person, inChannel } = await settings.actor(ask.person, incident.channel);
    if (inChannel === 'unreadable')
      return { problem: 'refused', why: incidentActionMsg.membersUnread(), canRetry: true };
    if (!inChannel || person.standing !== 'member') return refused(incidentActionMsg.membersOnly());
    if (incident.ended !== undefined) return refused(incidentActionMsg.incidentOver());
    const changed = next(incident);
    if (isProblem(changed)) return changed;
    const outbox = [incidentRow(id, version + 1, ask.now)];
    return { body: changed, outbox, audit: [incidentEntry(changed, ask, operation)] };
  });
  if (!changed) return refused(incidentActionMsg.incidentUnknown());
  if (isProblem(changed)) return changed;
  return {
    title: incidentActionMsg.incident(),
    share: false,
    shownThere: true,
    parts: [{ part: 'line', text: says(changed) }],
  };
}

function incidentEntry(incident: Incident, ask: Ask, operation: string): AuditEntry {
  const { id, channel, context, silenced } = incident;
  const until = operation === 'incident.silence' && silenced ? silenceDetails(silenced) : {};
  const details = { incident: id, channel, ...inBothLanguages('what', incidentTitle(incident)), ...until };
  return settingEntry(operation, ask, context, details);
}

function withAction(
  incident: Pick<Incident, 'history'>,
  what: Incident['history'][number]['what'],
  ask: Ask,
): Incident['history'] {
  const { id, name } = ask.person;
  return withHistory(incident.history, { at: ask.now, what, by: { id, name } });
}

const incidentAcknowledge = defineSetting({
  ...shared,
  id: 'incident.acknowledge',
  keywords: [['incident', 'acknowledge']],
  summary: incidentActionMsg.acknowledgeSays(),
  examples: ['watch incident acknowledge a1b2c3'],
  params: { incident: incidentParam },
  apply({ incident: id }, ask, settings) {
    const { id: user, name } = ask.person;
    const next = (incident: Incident) =>
      incident.acknowledged
        ? refused(incidentActionMsg.acknowledgedAlready({ who: incident.acknowledged.name }))
        : {
            ...incident,
            acknowledged: { id: user, name, at: ask.now },
            history: withAction(incident, 'acknowledged', ask),
          };
    const says = (done: Incident) => incidentActionMsg.acknowledgedNow({ title: incidentTitle(done) });
    return changeIncident(id, ask, settings, 'incident.acknowledge', next, says);
  },
});

const incidentSilence = defineSetting({
  ...shared,
  id: 'incident.silence',
  keywords: [['incident', 'silence']],
  summary: incidentActionMsg.incidentSilenceSays(),
  title: incidentActionMsg.silenceForm(),
  examples: ['watch incident silence a1b2c3 4h'],
  params: { incident: incidentParam, for: silenceLength },
  order: ['incident', 'for'],
  apply(args, ask, settings) {
    const { id, name } = ask.person;
    const isUntilOver = args.for === 'recovered';
    const until = ask.now + (args.for === 'recovered' ? longestSilence : args.for);
    const silenced = { id, name, at: ask.now, until, ...(isUntilOver ? { recovered: true as const } : {}) };
    const next = (incident: Incident) => ({ ...incident, silenced, history: withAction(incident, 'silenced', ask) });
    const says = () =>
      isUntilOver
        ? incidentActionMsg.incidentSilencedUntilOver()
        : incidentActionMsg.incidentSilenced({ until: { at: until } });
    return changeIncident(args.incident, ask, settings, 'incident.silence', next, says);
  },
});

const incidentUnsilence = defineSetting({
  ...shared,
  id: 'incident.unsilence',
  keywords: [['incident', 'unsilence']],
  summary: incidentActionMsg.unsilenceSays(),
  title: incidentActionMsg.unsilenceForm(),
  examples: ['watch incident unsilence a1b2c3'],
  params: { incident: incidentParam },
  apply({ incident: id }, ask, settings) {
    const next = ({ silenced: _silenced, ...incident }: Incident) => {
      return { ...incident, history: withAction(incident, 'unsilenced', ask) };
    };
    return changeIncident(id, ask, settings, 'incident.unsilence', next, () => incidentActionMsg.unsilencedNow());
  },
});

export const incidentOperations: readonly Operation[] = [incidentAcknowledge, incidentSilence, incidentUnsilence];
