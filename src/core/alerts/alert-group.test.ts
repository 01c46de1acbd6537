import fc from 'fast-check';
import { nextDoubtEnd } from '../../operations/incident/receive-alerts.ts';
import { reopenedWithin } from '../incident/incident.ts';
import {
  type AlertGroup,
  duplicateWithin,
  groupAt,
  maxAlerts,
  receiveNotification,
  shownAlerts,
  silentAfter,
} from './alert-group.ts';
import { type AlertNotification, alertDetails, readNotification } from './notification.ts';

const t = Date.UTC(2026, 10, 23, 6);
const minute = 60_000;
const labels = new Map<string, string>();

type AlertReport = readonly [fingerprint: string, status: 'firing' | 'resolved', startsAt: number, endsAt?: number];

const notificationOf = (...alerts: readonly AlertReport[]): AlertNotification => ({
  ...{ groupKey: 'g', truncated: 0, title: 'Errors', labels },
  alerts: alerts.map(([fingerprint, status, startsAt, endsAt]) => {
    return { fingerprint, status, startsAt, name: 'Errors', labels, endsAt };
  }),
});

const groupAfter = (...notifications: readonly (readonly [at: number, AlertNotification])[]): AlertGroup | undefined =>
  notifications.reduce<AlertGroup | undefined>(
    (group, [at, notification]) => receiveNotification(group, notification, at).group,
    undefined,
  );

describe('a group of alerts', () => {
  test('fires from the first alert until all are resolved', () => {
    const one = groupAfter([t, notificationOf(['a', 'firing', t - minute])]);
    expect(one).toMatchObject({ state: 'firing', since: t, times: 1 });
    const both = receiveNotification(
      one,
      notificationOf(['a', 'resolved', t - minute], ['b', 'firing', t]),
      t + minute,
    );
    expect(both).toMatchObject({ changed: true, group: { state: 'firing', times: 1 } });
    const over = receiveNotification(both.group, notificationOf(['b', 'resolved', t]), t + 2 * minute);
    expect(over.group).toMatchObject({ state: 'resolved', ended: t + 2 * minute });
  });

  test('that an earlier version kept firing by alerts that it didn’t know ends a day after its last report', () => {
    const group = groupAfter(
      [t, notificationOf(['a', 'firing', t])],
      [t + minute, notificationOf(['a', 'resolved', t])],
    );
    if (!group) throw new Error('no group');
    const { ended: _ended, ...rest } = group;
    const stored: AlertGroup = { ...rest, state: 'firing', others: 3 };
    expect(groupAt(stored, t + silentAfter)).toBe(stored);
    const now = t + minute + silentAfter;
    expect(groupAt(stored, now)).toMatchObject({ state: 'unreported', ended: now, others: 0 });
  });

  test('a new address of Alertmanager is stored at once, also without other news', () => {
    const same = { ...notificationOf(['a', 'firing', t]), link: 'https://old.test/#/alerts' };
    const link = 'https://new.test/#/alerts';
    const group = groupAfter([t, same]);
    expect(receiveNotification(group, same, t + 1)).toEqual({ group, changed: false });
    expect(receiveNotification(group, { ...same, link }, t + 1).group).toMatchObject({ link });
  });

  test('what only ends was never told: no incident', () => {
    const ended = receiveNotification(undefined, notificationOf(['a', 'resolved', t]), t);
    expect(ended).toEqual({ group: undefined, changed: false });
  });

  test('an alert that is missing from a notification isn’t resolved', () => {
    const both = notificationOf(['a', 'firing', t], ['b', 'firing', t]);
    expect(groupAfter([t, both], [t + minute, notificationOf(['b', 'resolved', t])])?.state).toBe('firing');
  });

  test.each([
    [reopenedWithin - 1, { times: 2, since: t }, 1],
    [reopenedWithin, { times: 1, since: t + minute + reopenedWithin }, 1],
  ])('that fires again %i ms after its end continues or begins', (later, expected, shown) => {
    const at = t + minute + later;
    const group = groupAfter(
      [t, notificationOf(['a', 'firing', t])],
      [t + minute, notificationOf(['a', 'resolved', t])],
      [at, notificationOf(['a', 'firing', at])],
    );
    expect(group).toMatchObject({ state: 'firing', ...expected });
    expect(group && shownAlerts(group)).toHaveLength(shown);
    expect(group?.ended).toBeUndefined();
  });

  test.each([
    ['a minute', minute],
    ['five seconds', 5_000],
  ])('that fires again with the same start %s after its end began then, whatever comes later', (_later, later) => {
    const again = t + 5 * minute + later;
    const fired = groupAfter(
      [t, notificationOf(['a', 'firing', t])],
      [t + 5 * minute, notificationOf(['a', 'resolved', t])],
      [again, notificationOf(['a', 'firing', t])],
    );
    const firing = groupAt(fired ?? expect.fail(), again + duplicateWithin);
    expect(firing.alerts).toMatchObject([{ state: 'firing', startsAt: again }]);
    const repeated = receiveNotification(firing, notificationOf(['a', 'firing', t]), again + 6 * minute).group;
    expect(repeated?.alerts).toMatchObject([{ state: 'firing', startsAt: again }]);
    const over = receiveNotification(repeated, notificationOf(['a', 'resolved', t]), again + 7 * minute).group;
    expect(over?.alerts).toMatchObject([{ state: 'resolved', startsAt: again, ended: again + 7 * minute }]);
  });

  test('the late duplicate of another Alertmanager: nothing is shown, and it fires if nothing contradicts it', () => {
    const firing = notificationOf(['a', 'firing', t]);
    const ended = groupAfter([t, firing], [t + minute, notificationOf(['a', 'resolved', t])]);
    const late = receiveNotification(ended, firing, t + minute + 5_000);
    expect([late.changed, late.group?.state]).toEqual([true, 'resolved']);
    const doubtful = late.group ?? expect.fail();
    expect(nextDoubtEnd(doubtful)).toBe(t + minute + duplicateWithin);
    expect(groupAt(doubtful, t + minute + duplicateWithin - 1)).toBe(doubtful);
    expect(groupAt(doubtful, t + minute + duplicateWithin)).toMatchObject({ state: 'firing', times: 2 });
    const contradicted = receiveNotification(doubtful, notificationOf(['a', 'resolved', t]), t + minute + 9_000);
    const calm = contradicted.group ?? expect.fail();
    expect(groupAt(calm, t + 5 * minute)).toBe(calm);
  });

  test('alerts were left out, and all that were told are resolved: it ends, and says how many weren’t told', () => {
    const cut = (state: 'firing' | 'resolved') => ({ ...notificationOf(['a', state, t]), truncated: 1 });
    const group = groupAfter([t, cut('firing')], [t + minute, cut('resolved')]);
    expect(group).toMatchObject({ state: 'resolved', others: 0, unsent: 1 });
    const next = receiveNotification(group, notificationOf(['c', 'firing', t]), t + 5 * minute).group;
    expect(next).toMatchObject({ state: 'firing', times: 2 });
    expect(next?.unsent).toBeUndefined();
  });

  test('a listed alert that is left out later isn’t reported any more, and isn’t counted a second time', () => {
    const cut = (truncated: number, ...alerts: readonly AlertReport[]) => ({ ...notificationOf(...alerts), truncated });
    const both = groupAfter([t, cut(2, ['a', 'firing', t], ['b', 'firing', t])]);
    const states = (group: AlertGroup | undefined) => [
      group?.state,
      group?.unsent,
      ...(group?.alerts ?? []).map(({ state }) => state),
    ];
    expect(states(both)).toEqual(['firing', 2, 'firing', 'firing']);
    const left = receiveNotification(both, cut(3, ['a', 'firing', t]), t + minute).group;
    expect(states(left)).toEqual(['firing', 2, 'firing', 'unreported']);
    const again = receiveNotification(left, cut(2, ['a', 'firing', t], ['b', 'firing', t]), t + 2 * minute).group;
    expect(states(again)).toEqual(states(both));
    // Nobody knows whether it still fires.
    const over = receiveNotification(left, cut(1, ['a', 'resolved', t]), t + 2 * minute).group;
    expect(states(over)).toEqual(['unreported', undefined, 'resolved', 'unreported']);
    const missing = receiveNotification(both, notificationOf(['a', 'firing', t]), t + minute).group;
    expect(states(missing)).toEqual(['firing', undefined, 'firing', 'firing']);
  });

  test('a group that begins anew counts all that are left out, because it lists none of the earlier ones', () => {
    const cut = (truncated: number, ...alerts: readonly AlertReport[]) => ({ ...notificationOf(...alerts), truncated });
    const two = cut(0, ['a', 'firing', t], ['b', 'firing', t], ['c', 'firing', t]);
    const over = groupAfter([t, two], [t + minute, cut(2, ['a', 'resolved', t])]);
    expect(over).toMatchObject({ state: 'unreported' });
    const later = t + 40 * 60 * minute;
    const anew = receiveNotification(over, cut(2, ['a', 'firing', later]), later).group;
    expect([anew?.alerts.length, anew?.unsent]).toEqual([1, 2]);
  });

  test('not repeated for a day: no longer reported, never resolved; repeated again, it fires', () => {
    const group = groupAfter([t, notificationOf(['a', 'firing', t])]);
    expect(group && groupAt(group, t + silentAfter - 1)).toEqual(group);
    const quiet = group && groupAt(group, t + silentAfter);
    expect(quiet).toMatchObject({ state: 'unreported', ended: t + silentAfter });
    const back = receiveNotification(quiet, notificationOf(['a', 'firing', t]), t + silentAfter + minute);
    expect(back.group).toMatchObject({ state: 'firing', times: 2 });
  });

  test('of very many alerts some are only counted, and the incident ends with the rest', () => {
    const many = (state: 'firing' | 'resolved') =>
      notificationOf(...Array.from({ length: maxAlerts + 50 }, (_, index) => [`f${index}`, state, t] as const));
    const cut = { ...many('firing'), truncated: 7 };
    const group = groupAfter([t, cut]);
    expect([group?.alerts.length, group?.others, group?.unsent]).toEqual([maxAlerts, 50, 7]);
    const idsOf = (of: AlertGroup | undefined) => of?.alerts.map(({ fingerprint }) => fingerprint);
    const same = receiveNotification(group, cut, t + minute);
    expect(idsOf(same.group)).toEqual(idsOf(group));
    const over = receiveNotification(same.group, many('resolved'), t + 2 * minute);
    expect(over.group).toMatchObject({ state: 'resolved', others: 0 });
  });
});

/** Notifications of two Alertmanagers, each with its own sender. Those of the second arrive late or never. */
const steps = fc.array(
  fc.record({
    alert: fc.constantFrom('a', 'b', 'c'),
    minutes: fc.integer({ min: 1, max: 20 }),
    earlier: fc.integer({ min: 0, max: 20_000 }),
    late: fc.option(fc.integer({ min: 0, max: 14_999 })),
  }),
  { maxLength: 30 },
);

test('whatever is repeated, comes late or has another start: it fires exactly while an alert does', () =>
  fc.assert(
    fc.property(steps, (given) => {
      const firing = new Map<string, number>();
      const starts = new Map<string, number>();
      let group: AlertGroup | undefined;
      let now = t;
      const receive = (notification: AlertNotification, at: number) => {
        group = receiveNotification(group && groupAt(group, at), notification, at).group;
      };
      let last: AlertNotification | undefined;
      for (const { alert, minutes, earlier, late } of given) {
        now += minutes * minute;
        const since = firing.get(alert);
        // After its sender was unavailable, an alert is sent again with its earlier start.
        const start = starts.get(alert) ?? now;
        starts.set(alert, start);
        const ends: AlertReport[] = since === undefined ? [] : [[alert, 'resolved', since - earlier, now]];
        if (since === undefined) firing.set(alert, start);
        else firing.delete(alert);
        const whole = notificationOf(...[...firing].map(([id, at]): AlertReport => [id, 'firing', at]), ...ends);
        receive(whole, now);
        expect(group?.state === 'firing').toBe(firing.size > 0);
        // The other sender first reports the earlier state, late, then the current state: nothing changes.
        if (late !== null && last) {
          receive(last, now + late / 2);
          receive(whole, now + late);
        }
        last = whole;
        const settled: AlertGroup | undefined = group && groupAt(group, now + minute / 2);
        expect(settled?.state === 'firing').toBe(firing.size > 0);
        expect((settled?.ended === undefined) === (settled?.state === 'firing') || settled === undefined).toBe(true);
        group = settled;
      }
    }),
    { numRuns: 300 },
  ));

describe('a notification', () => {
  const body = (alert: object = {}, more: object = {}) => ({
    version: '4',
    groupKey: '{}:{alertname="Errors"}',
    status: 'firing',
    receiver: 'portolan',
    externalURL: 'http://am.test',
    groupLabels: { alertname: 'Errors' },
    commonLabels: { alertname: 'Errors', team: 'shop' },
    commonAnnotations: {},
    notification_reason: 'new',
    alerts: [
      {
        status: 'firing',
        startsAt: '2026-11-23T06:00:00.123456789Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'http://prom',
        fingerprint: '8ab1c2d3e4f50617',
        routeLabels: { a: 'b' },
        labels: { alertname: 'Errors', team: 'shop', instance: 'web-1:9100' },
        annotations: { summary: 'Too many errors' },
        ...alert,
      },
    ],
    ...more,
  });

  test.each([
    ['http://am.test', { alertname: 'Errors' }, 'http://am.test/#/alerts?filter=%7Balertname%3D%22Errors%22%7D'],
    ['https://ops.test/am/', {}, 'https://ops.test/am/#/alerts'],
    ['http://am.test', { password: 'hunter2hunter2' }, 'http://am.test/#/alerts'],
    ['http://user:hunter2hunter2@am.test', {}, undefined],
    ['http://[fd00::1]:9093', {}, 'http://[fd00::1]:9093/#/alerts'],
    ['http://alertmanager-7f9c:9093', {}, undefined],
    ['javascript:alert(1)', {}, undefined],
    ['', {}, undefined],
  ])('from %j with %j links to its group', (externalURL, groupLabels, link) =>
    expect(readNotification(body({}, { externalURL, groupLabels }))?.link).toBe(link),
  );

  test.each([
    ['another version', body({}, { version: '5' })],
    ['no group', body({}, { groupKey: '' })],
    ['a time that is none', body({ startsAt: 'yesterday' })],
    ['a payload of its own', { text: 'Errors' }],
    ['nothing', null],
  ])('of another form isn’t read: %s', (_what, given) => expect(readNotification(given)).toBeUndefined());

  test('has no secret, line end or direction of its own in what is shown of it, and is cut', () => {
    const hostile = `ok\n*Resolved* <!channel>\u202e password=hunter2hunter2 ${'x'.repeat(5_000)}`;
    const parsed = readNotification(
      body(
        { annotations: { summary: hostile }, labels: { alertname: hostile, token: 'hunter2hunter2' } },
        { groupLabels: {}, commonLabels: {} },
      ),
    );
    const shown = JSON.stringify([
      parsed?.title,
      parsed?.alerts.map(({ name, summary, details }) => [name, summary, details]),
    ]);
    expect(shown).not.toMatch(/hunter2|\\n|\u202e/);
    expect(shown.length).toBeLessThan(600);
  });

  test('has only the labels that its summary and its component don’t say', () => {
    const labels = {
      alertname: 'Errors',
      severity: 'critical',
      service: 'web',
      pod: 'web-0',
      container: 'web',
      zone: 'b',
    };
    const given = body({ labels, annotations: { summary: 'web-0 fails.' } }, { groupLabels: {}, commonLabels: {} });
    const notified = readNotification(given);
    const [alert] = notified?.alerts ?? [];
    expect(alert).toMatchObject({ severity: 'critical', details: 'service=web, zone=b' });
    expect(alert && notified && alertDetails(alert, notified.labels, 'service')).toBe('zone=b');
  });
});
