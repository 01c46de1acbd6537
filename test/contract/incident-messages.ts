import type { Incident, IncidentLine } from '../../src/core/incident/incident.ts';
import { join, verbatim } from '../../src/core/text/text.ts';
import type { WatchCondition } from '../../src/core/watch/watch-condition.ts';
import { watchMsg } from '../../src/operations/watch/watch-messages.ts';
import {
  conditionNote,
  conditionText,
  expiryValue,
  shownValue,
  watchedCertificateText,
} from '../../src/operations/watch/watched-items.ts';

const minute = 60_000;
const opened = 1_800_000_000_000;
/** Current time for these messages, epoch ms: ten minutes after the incidents began. */
export const incidentNow = opened + 10 * minute;

const slow: WatchCondition = { item: 'request_time', side: 'above', threshold: 500, for: 5 * minute };
const full: WatchCondition = { item: 'memory_share', side: 'above', threshold: 0.9, for: 10 * minute };
const abnormal: WatchCondition = { item: 'abnormal', side: 'above', threshold: 0, for: 2 * minute };
const oom: WatchCondition = { item: 'oom', side: 'above', threshold: 0, for: 0 };
const expiring: WatchCondition = { item: 'certificates', side: 'below', threshold: 14 * 24 * 60 * minute, for: 0 };

const web = { id: 'id-web', name: 'web' };

function line(condition: WatchCondition, component: typeof web, more: Partial<IncidentLine> = {}): IncidentLine {
  const note = conditionNote(condition, { isEstimated: false, state: 'firing' });
  return {
    key: `w1 ${component.id} ${condition.item}`,
    what: conditionText(condition),
    component,
    watch: 'w1',
    state: 'firing',
    since: opened - condition.for,
    ...(note ? { note } : {}),
    ...more,
  };
}

const measured = (condition: WatchCondition, value: number, furthest: number): Partial<IncidentLine> => {
  const [now, most] = [shownValue(condition.item, value), shownValue(condition.item, furthest)];
  return { ...(now ? { value: now } : {}), ...(most ? { furthest: most } : {}) };
};

function incident(lines: readonly IncidentLine[], more: Partial<Incident> = {}): Incident {
  const component = lines[0]?.component;
  return {
    id: 'r98jxy',
    source: { kind: 'watches' },
    channel: 'C0SHOP',
    context: { team: 'shop', region: 'east-1', app: '12', name: 'shop' },
    ...(component && lines.every((each) => each.component?.id === component.id) ? { component } : {}),
    lines: [...lines],
    ...{ opened, times: 1, before: [], done: [], history: [], notify: [], mentioned: {} },
    reader: { lang: 'en', zone: 'UTC' },
    ...more,
  };
}

const slowWeb = line(slow, web, measured(slow, 1_240, 1_900));
const recoveringWeb = line(slow, web, {
  state: 'recovering',
  ...measured(slow, 310, 1_900),
  recovering: incidentNow - 2 * minute,
  endsAt: incidentNow + 3 * minute,
});
const scaled = {
  at: opened - 12 * minute,
  what: verbatim('scale web 3 → 2'),
  by: 'maya',
  link: 'https://example.slack.com/archives/C0SHOP/p1',
};
const restarted = {
  at: opened + 4 * minute,
  what: verbatim('restart web'),
  by: 'maya',
  link: 'https://example.slack.com/archives/C0SHOP/p2',
};
const acknowledged = { id: 'U0MAYA', name: 'maya', at: opened + 2 * minute };
const ended = opened + 9 * minute;

/** Incident messages in every state that people see. */
export const incidentMessages: Readonly<Record<string, Incident>> = {
  'firing, with what changed shortly before': incident([slowWeb], {
    before: [scaled],
    notify: ['U0SAM'],
    mentioned: { U0SAM: opened },
  }),
  'firing, abnormal': incident([line(abnormal, { id: 'id-api', name: 'api' })]),
  'firing, changed many times, with all that a message can say': incident(
    [slowWeb, line(full, web, measured(full, 0.934, 0.951))],
    {
      ...{ acknowledged, notify: ['U0SAM'], why: verbatim('killed, out of memory (OOMKilled)'), times: 3 },
      past: { times: 3, count: 3, since: opened - 3_600 * minute },
      also: { id: 'other', title: verbatim('web: errors'), link: 'https://example.slack.com/p1' },
      before: Array.from({ length: 6 }, (_, index) => ({ ...scaled, at: opened - (index + 2) * minute })),
      done: Array.from({ length: 10 }, (_, index) => ({
        ...{
          ...restarted,
          at: incidentNow - index * 20_000,
          what: verbatim('open port 8080 on web (external access)'),
        },
      })),
    },
  ),
  'firing, out of memory': incident([line(oom, { id: 'id-worker', name: 'worker' })]),
  acknowledged: incident([slowWeb], { acknowledged, before: [scaled] }),
  silenced: incident([slowWeb], { silenced: { ...acknowledged, until: incidentNow + 60 * minute } }),
  'one of two watches is silenced': incident([
    { ...slowWeb, silenced: { ...acknowledged, until: incidentNow + 60 * minute } },
    line(full, web, measured(full, 0.934, 0.951)),
  ]),
  recovering: incident([recoveringWeb], {
    acknowledged,
    done: [restarted],
  }),
  'its data is missing': incident([{ ...slowWeb, noData: true, seen: incidentNow - 4 * minute }]),
  'several conditions of one component': incident([slowWeb, line(full, web, measured(full, 0.934, 0.951))]),
  'several components': incident([
    line(abnormal, { id: 'id-api', name: 'api' }),
    line(abnormal, { id: 'id-web', name: 'web' }),
    line(abnormal, { id: 'id-worker', name: 'worker' }, { state: 'resolved', ended }),
  ]),
  'resolved, with what was done': incident([{ ...slowWeb, state: 'resolved', ended }], {
    ...{ ended, acknowledged, before: [scaled], done: [restarted], notify: ['U0SAM'] },
    silenced: { ...acknowledged, until: incidentNow + 60 * minute },
  }),
  'fired again': incident([slowWeb], { times: 2, opened: opened - 20 * minute }),
  'its component was deleted': incident([{ ...slowWeb, state: 'deleted', ended }], { ended }),
  'its component moved to another app': incident([{ ...slowWeb, state: 'moved', movedTo: 'billing', ended }], {
    ended,
  }),
  'its watch was deleted': incident([{ ...slowWeb, state: 'unwatched', ended }], { ended }),
  'a certificate': incident([
    {
      ...{
        key: 'w1 certificate 7',
        what: watchedCertificateText('shop-wildcard', expiring),
        watch: 'w1',
        item: 'certificates',
        state: 'firing',
        since: opened,
      },
      value: expiryValue(opened + 11 * 24 * 60 * minute, opened),
    },
  ]),
  'a region that does not answer': incident([
    {
      ...{ key: 'region:east-1 C0SHOP', what: watchMsg.regionUnread({ region: 'east-1' }) },
      ...{ state: 'firing', since: opened, note: watchMsg.unreadHides() },
    },
  ]),
  'the platform does not answer': incident([
    {
      ...{ key: 'region:east-1 C0SHOP', what: watchMsg.platformSilent(), state: 'firing', since: opened },
      note: join([watchMsg.unreadHides(), watchMsg.firedBefore({ count: 2 })]),
    },
  ]),
  'not read, as the platform does not answer': incident([
    {
      ...slowWeb,
      ...{ noData: true, seen: incidentNow - 4 * minute, unread: { since: incidentNow - 3 * minute, by: 'platform' } },
    },
  ]),
};
