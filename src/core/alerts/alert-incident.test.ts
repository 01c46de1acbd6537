import { plain } from '../../slack/slack-catalog.ts';
import { incidentLines } from '../incident/incident-text.ts';
import { mentionAgain } from '../incident/observe-lines.ts';
import { type AlertGroup, groupAt, receiveNotification } from './alert-group.ts';
import { alertIncident, suggestedItem } from './alert-incident.ts';
import { readNotification } from './notification.ts';

test.each([
  ['ShopMemoryHigh', 'memory'],
  ['KubePodOOMKilled', 'memory'],
  ['CPUThrottlingHigh', 'cpu'],
  ['HighRequestLatency', 'request_time'],
  ['NetworkReceiveErrors', 'network'],
  ['RequestRateLow', 'request'],
  ['HighErrorRate', 'gateway_errors'],
  ['Shop5xx', 'gateway_errors'],
  ['KubePodCrashLooping', undefined],
])('the chart that %s suggests is that of %s', (name, item) => expect(suggestedItem(name)).toBe(item));

const minute = 60_000;
const group: AlertGroup = {
  title: 'Errors',
  state: 'firing',
  since: 0,
  times: 1,
  reported: 0,
  others: 0,
  alerts: [{ fingerprint: 'a', state: 'firing', startsAt: 0, reported: 0, name: 'Errors' }],
};
const place = {
  source: 'ops',
  group: 'g',
  channel: 'C1',
  notify: ['U1', 'S1'],
  reader: { lang: 'en', zone: 'UTC' },
} as const;

test('a group of which alerts weren’t sent has one title from beginning to end, with the components of the others', () => {
  const known = {
    component: { id: 'a1', name: 'api' },
    about: { context: { team: 't', region: 'r', app: '1' }, name: 'api', since: 0 },
  };
  const alerts = group.alerts.map((alert) => ({ ...alert, ...known }));
  const cut: AlertGroup = { ...group, alerts, unsent: 3, link: 'http://am/#/alerts' };
  const first = alertIncident(undefined, cut, place, 0);
  const ended = minute;
  const over = {
    ...cut,
    state: 'resolved' as const,
    ended,
    alerts: alerts.map((a) => ({ ...a, state: 'resolved' as const, ended })),
  };
  for (const each of [first, alertIncident(first, over, place, ended)]) {
    expect([each.title && plain(each.title, 'en'), each.component, each.unsent]).toEqual(['api: Errors', undefined, 3]);
    expect(each.source).toMatchObject({ link: 'http://am/#/alerts' });
  }
});

test('an alert that was left out of the last notification isn’t told as over', () => {
  const [alert] = group.alerts;
  if (!alert) expect.fail();
  const webhook = (alerts: readonly string[], truncatedAlerts: number) =>
    readNotification({
      version: '4',
      groupKey: 'g',
      truncatedAlerts,
      alerts: alerts.map((fingerprint) => {
        const labels = { alertname: 'Errors', instance: fingerprint };
        return { status: 'firing', labels, startsAt: new Date(0).toISOString(), fingerprint };
      }),
    }) ?? expect.fail();
  const both = receiveNotification(undefined, webhook(['a', 'b'], 0), 0).group;
  const cut = receiveNotification(both, webhook(['a'], 1), 20 * minute).group ?? expect.fail();
  const told = incidentLines(alertIncident(undefined, cut, place, 20 * minute), 20 * minute);
  expect(told.map((each) => plain(each, 'en')).join('\n')).toMatch(
    /instance=b \S+ \? \*?Not sent\*?, last reported firing at /,
  );
  expect(told.map((each) => plain(each, 'en')).join('\n')).not.toMatch(/No longer|minutes/);
  const again = receiveNotification(cut, webhook(['a', 'b'], 0), 21 * minute).group ?? expect.fail();
  const back = incidentLines(alertIncident(undefined, again, place, 21 * minute), 21 * minute);
  expect(back.map((each) => plain(each, 'en')).join('\n')).not.toContain('Not sent');
});

test('an alert about an unknown component says so once the app’s components were read; its labels come last', () => {
  const about = { context: { team: 't', region: 'r', app: '1' }, name: 'billing', since: 0 };
  const [alert] = group.alerts;
  if (!alert) expect.fail();
  const of = (more: object) =>
    alertIncident(undefined, { ...group, alerts: [{ ...alert, about, ...more }] }, place, 0).lines[0];
  expect(of({})?.note).toBeUndefined();
  const note = of({ isUnfound: true })?.note;
  const says = 'Component not found in t/r/1: billing. Its chart and actions aren’t available here.';
  expect(note && plain(note, 'en')).toBe(says);
  expect(of({ isUnfound: true, component: { id: 'b', name: 'billing' } })?.note).toBeUndefined();
  const what = of({ summary: 'It is slow', details: 'pod=b-1' })?.what;
  expect(what && plain(what, 'en')).toBe('It is slow (pod=b-1)');
});

test('several components that the app doesn’t have are one text, which names three and the app', () => {
  const context = { team: 't', region: 'r', app: '1', appName: 'Shop' };
  const alerts = ['a', 'b', 'c', 'd', 'e'].map((name, at) => ({
    ...{ fingerprint: name, state: 'firing', startsAt: at, reported: 0, name: 'Errors' },
    ...{ about: { context, name, since: 0 }, isUnfound: true },
  })) satisfies AlertGroup['alerts'];
  const notes = alertIncident(undefined, { ...group, alerts }, place, 0).lines.map(({ note }) => note);
  expect(new Set(notes.map((note) => note && plain(note, 'en')))).toEqual(
    new Set(['Components not found in Shop: a, b, c, and 2 more. Their chart and actions aren’t available here.']),
  );
});

test('those whom a source notifies are mentioned in the first post, and again after ten minutes at the earliest', () => {
  const first = alertIncident(undefined, groupAt(group, 0), place, 0);
  expect(first).toMatchObject({ notify: ['U1', 'S1'], mentioned: { U1: 0, S1: 0 } });
  expect(mentionAgain(first, 5 * minute)?.note.mention).toEqual([]);
  const again = mentionAgain(first, 20 * minute);
  expect(again?.note).toMatchObject({ what: 'reopened', mention: ['U1', 'S1'] });
  expect(again?.incident.mentioned).toEqual({ U1: 20 * minute, S1: 20 * minute });
  const silenced = { ...first, silenced: { id: 'U2', name: 'Ann', at: 0, until: 60 * minute } };
  expect(mentionAgain(silenced, 20 * minute)).toBeUndefined();
});

test('a silence until it recovers ends with the incident: it is heard when it fires again', () => {
  const silenced = { id: 'U2', name: 'Ann', at: 0, until: 600 * minute };
  const again = (recovered?: true) => {
    const first = alertIncident(undefined, group, place, 0);
    const over = alertIncident(first, { ...group, state: 'resolved', ended: minute }, place, minute);
    return alertIncident({ ...over, silenced: { ...silenced, recovered } }, { ...group, times: 2 }, place, 5 * minute);
  };
  expect(mentionAgain(again(true), 5 * minute)?.note.what).toBe('reopened');
  expect(again(true).silenced).toBeUndefined();
  expect(mentionAgain(again(), 5 * minute)).toBeUndefined();
});

test('what was found out of an alert’s place stays when it is reported again', () => {
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const placedAlerts = group.alerts.map((alert) => ({
    ...alert,
    ...{ name: 'HighLatency', about: { context, name: 'api', since: 0 }, component: { id: 'c1', name: 'api' } },
  }));
  const first = alertIncident(undefined, { ...group, alerts: placedAlerts }, place, 0);
  expect(first.lines).toMatchObject([{ item: 'request_time' }]);
  const names = { ...context, name: 'shop', appName: 'Shop' };
  const lines = first.lines.map((line) => ({ ...line, item: 'gateway_latency' }));
  const again = alertIncident({ ...first, context: names, lines }, { ...group, alerts: placedAlerts }, place, minute);
  expect(again).toMatchObject({ context: names, lines: [{ item: 'gateway_latency' }] });
});

describe('what a group’s message says', () => {
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const about = (name: string, severity?: string, known = true): AlertGroup['alerts'][number] => ({
    ...{ fingerprint: name, state: 'firing', startsAt: 0, reported: 0, name: 'Errors', summary: `${name}-0 fails` },
    ...{ severity, about: { context, name, since: 0 }, component: known ? { id: `id-${name}`, name } : undefined },
  });
  const shown = (...alerts: AlertGroup['alerts']) => {
    const { title, lines, severity } = alertIncident(undefined, { ...group, alerts }, place, 0);
    const says = lines.map(({ what }) => plain(what, 'en', 'UTC')).toSorted();
    return { title: title && plain(title, 'en', 'UTC'), severity, says };
  };

  test('where: the components that fire, also one that isn’t recognized; of many, only the alert’s name', () => {
    expect(shown(about('web'), about('db')).title).toBe('web, db: Errors');
    expect(shown(about('nosuch', undefined, false))).toMatchObject({
      title: 'nosuch: Errors',
      says: ['nosuch-0 fails'],
    });
    const many = shown(about('a'), about('b'), about('c'), about('d', undefined, false));
    expect(many).toMatchObject({ title: 'Errors', says: ['a-0 fails', 'b-0 fails', 'c-0 fails', 'd: d-0 fails'] });
    const { about: _about, ...nowhere } = about('web', undefined, false);
    expect(shown(about('db'), nowhere).title).toBe('Errors');
  });

  test('what fires in order of severity, then of time; what ended in an earlier firing is left out', () => {
    const [old, web, db] = [about('old', 'critical'), about('web', 'warning'), about('db', 'critical')];
    const alerts = [{ ...web, startsAt: 1 }, { ...db, startsAt: 2 }, old];
    const first = alertIncident(undefined, { ...group, alerts }, place, 3);
    expect(first.lines.map(({ key }) => key)).toEqual(['old', 'db', 'web']);
    const ended = 5 * minute;
    const done = alerts.map((alert) => ({ ...alert, state: 'resolved' as const, ended }));
    const over = alertIncident(first, { ...group, state: 'resolved', ended, alerts: done }, place, ended);
    const [, oldDb] = done;
    const back = [{ ...web, startsAt: 8 * minute, endedBefore: ended }, oldDb ?? db];
    const again = alertIncident(over, { ...group, times: 2, alerts: back }, place, 8 * minute);
    expect([over.lines.length, again.lines.map(({ key }) => key)]).toEqual([3, ['web']]);
    // Its severity is that of the only alert shown, so the line doesn't repeat it.
    expect(again.lines.map(({ what }) => plain(what, 'en', 'UTC'))).toEqual(['web-0 fails']);
    // It stays left out when the group is shown again.
    const later = alertIncident(again, { ...group, times: 2, alerts: back }, place, 9 * minute);
    expect([later.lines.map(({ key }) => key), later.more]).toEqual([['web'], undefined]);
  });

  test('how bad: the worst severity of those that fire; each line has its own only if they differ', () => {
    const [web, db] = [about('web', 'warning'), about('db', 'critical')];
    expect(shown(web, db)).toMatchObject({
      severity: 'critical',
      says: ['db-0 fails (critical)', 'web-0 fails (warning)'],
    });
    expect(shown(web, { ...db, state: 'resolved', ended: 1 }).severity).toBe('warning');
    expect(shown(web, about('api', 'warning')).says).toEqual(['api-0 fails', 'web-0 fails']);
    expect(shown(about('web', 'P9')).severity).toBe('P9');
  });
});
