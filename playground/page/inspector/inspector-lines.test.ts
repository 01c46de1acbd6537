import { describe, expect, test } from 'vitest';
import type { InspectorEntry } from '../../inspector-protocol.ts';
import { type LifecycleFaults, lifecycleFaults, noLifecycleFaults } from '../../platform/component/lifecycle-faults.ts';
import type { PageLogEntry } from '../../slack/page-protocol.ts';
import { isFaulty } from '../state/faulty.ts';
import { activeFaults, lastOfBot, platformFaultChoices, slackFaultChoices } from './fault-choices.ts';
import { activitiesOf } from './inspector-lines.ts';

const slack = (
  n: number,
  at: number,
  kind: PageLogEntry['kind'],
  name: string,
  detail: unknown,
  error: string | null = null,
): PageLogEntry => ({
  n,
  at,
  kind,
  name,
  error,
  detail,
});
const call = (n: number, at: number, more: Partial<InspectorEntry> = {}): InspectorEntry => ({
  n,
  at,
  kind: 'platform',
  method: 'GET',
  path: '/openapi/v1/teams/shop/regions',
  query: '',
  status: 200,
  ms: 4,
  request: null,
  answer: {},
  fault: null,
  ...more,
});
const slash = (n: number, at: number, text: string) =>
  slack(n, at, 'delivery', '/port', { kind: 'slash_commands', payload: { command: '/port', text, user_id: 'U1' } });

describe('what was done', () => {
  test('one doing with its lines in order, the ack folded into its delivery', () => {
    const [doing, ...others] = activitiesOf(
      [
        slash(1, 100, 'open api 8000'),
        slack(2, 130, 'ack', '/port', { delivery: 1, ok: true, body: '' }),
        slack(3, 180, 'api', 'chat.postMessage', { args: { a: 1 }, answer: { ok: true } }),
      ],
      [call(1, 150)],
    );
    expect(others).toEqual([]);
    expect(doing).toMatchObject({ title: '/port open api 8000', who: 'U1', at: 100 });
    expect(doing?.lines.map(({ way, title, ms }) => [way, title, ms])).toEqual([
      ['slack-bot', '/port open api 8000', 30],
      ['bot-platform', 'GET /teams/shop/regions', 4],
      ['bot-slack', 'chat.postMessage', null],
    ]);
  });

  test('the newest is first; loading options starts nothing', () => {
    const doings = activitiesOf(
      [
        slash(1, 100, 'a'),
        slash(2, 200, 'b'),
        slack(3, 250, 'delivery', 'x', { kind: 'interactive', payload: { type: 'block_suggestion', value: 'w' } }),
      ],
      [],
    );
    expect(doings.map(({ title, lines }) => [title, lines.length])).toEqual([
      ['/port b', 2],
      ['/port a', 1],
    ]);
  });

  test('what the bot does long after stands alone', () => {
    const doings = activitiesOf([slash(1, 100, 'a')], [call(1, 90_000, { method: 'PUT' })]);
    expect(doings[0]).toMatchObject({ title: 'The bot, on its own', who: '' });
    expect(doings[0]?.lines[0]?.writes).toBe(true);
  });

  test.each([
    [{ type: 'block_actions' }, 'used request.approve'],
    [{ type: 'view_submission', view: { title: { text: 'New rule' } } }, 'submitted “New rule”'],
    [{ type: 'view_closed', view: {} }, 'closed “a modal”'],
    [{ type: 'shortcut' }, 'request.approve'],
  ])('%j', (payload, title) => {
    const [doing] = activitiesOf([slack(1, 1, 'delivery', 'request.approve', { kind: 'interactive', payload })], []);
    expect(doing?.title).toBe(title);
  });

  test('what went wrong is marked', () => {
    const [doing] = activitiesOf(
      [
        slash(1, 1, ''),
        slack(2, 9, 'ack', '', { delivery: 1 }, 'http_timeout'),
        slack(3, 9, 'api', 'chat.update', {}, 'ratelimited'),
      ],
      [call(1, 5, { status: 0, fault: 'down' }), call(2, 6, { status: 500 })],
    );
    expect(doing?.lines.map(({ bad, status }) => [bad, status])).toEqual([
      [true, 'http_timeout'],
      [true, 'no response · fault: down'],
      [true, '500'],
      [true, 'ratelimited'],
    ]);
  });
});

describe('faults', () => {
  const noFaults = {
    latencyMs: 0,
    down: 'no',
    standIn: 'no',
    maintenance: [],
    monitoringDown: false,
    noKubeState: false,
    noGatewayMetrics: false,
    requestItems: false,
    nextWrite: null,
    nextRead: null,
    regionFaults: {},
    ...noLifecycleFaults,
  };
  const nothingElse = { alerts: null, unscraped: [], certificates: [], components: [] };
  const standing = { ahead: null, faults: noFaults, regions: ['east-1', 'west-2'], ...nothingElse };

  test('none: nothing is on', () => {
    expect(platformFaultChoices(standing).some(({ on }) => on)).toBe(false);
  });

  test('a switch that is on removes its fault', () => {
    const faults = platformFaultChoices({
      ...standing,
      faults: { ...noFaults, maintenance: ['west-2', 'east-1'], nextWrite: { kind: 'hang' } },
    });
    const on = faults.filter((one) => one.on);
    expect(on.map(({ words }) => words)).toEqual(['east-1 under maintenance', 'Next write hangs']);
    expect(on.map(({ act }) => act)).toEqual([
      { do: 'patch', patch: { maintenance: ['west-2'] } },
      { do: 'patch', patch: { nextWrite: null } },
    ]);
  });

  test('those that are active are told in the words of their switches', () => {
    const faults = { ...noFaults, monitoringDown: true, nextRead: { kind: 'huge' } };
    expect(isFaulty(standing)).toBe(false);
    expect(isFaulty({ ...standing, faults })).toBe(true);
    expect(activeFaults(null, [])).toEqual([]);
    const ofSlack = [
      { fault: 'rate_limit', method: 'chat.update' },
      { fault: 'files_never_ready' },
      { fault: 'slow', method: '*' },
    ];
    expect(activeFaults({ ...standing, faults }, ofSlack)).toEqual([
      'Next read is huge',
      'No monitoring',
      'Rate limit the next update',
      'Pictures never ready',
      'slow *',
    ]);
  });

  test('each fault of what runs has a switch of its own that shows when it is on, and takes it back', () => {
    const all: LifecycleFaults = {
      ...{ nextDeploy: 'build-error', nextStart: 'crash', nextOperation: 'ignored', nextScale: 'lacks-memory' },
      ...{
        eventDelayMs: 15_000,
        eventsUnreadable: true,
        eventsVanish: true,
        eventZones: true,
        regionVersion: '6.7.3',
        workerRestarted: true,
        statuses: 'null',
      },
    };
    const on = platformFaultChoices({ ...standing, faults: { ...noFaults, ...all } }).filter((one) => one.on);
    expect(on.map(({ act }) => (act.do === 'patch' ? Object.entries(act.patch) : []))).toEqual([
      [['nextDeploy', null]],
      [['nextStart', null]],
      [['nextOperation', null]],
      [['nextScale', null]],
      [['regionVersion', null]],
      [['workerRestarted', false]],
      [['eventDelayMs', 0]],
      [['eventsVanish', false]],
      [['eventZones', false]],
      [['eventsUnreadable', false]],
      [['statuses', null]],
    ]);
    const off = platformFaultChoices(standing).map(({ act }) => (act.do === 'patch' ? act.patch : {}));
    for (const [name, value] of Object.entries(all)) expect(off).toContainEqual({ [name]: value });
    for (const nextOperation of lifecycleFaults.shape.nextOperation.unwrap().options)
      expect(off).toContainEqual({ nextOperation });
    for (const nextDeploy of lifecycleFaults.shape.nextDeploy.unwrap().options)
      expect(off).toContainEqual({ nextDeploy });
    for (const nextStart of lifecycleFaults.shape.nextStart.unwrap().options) expect(off).toContainEqual({ nextStart });
    for (const nextScale of lifecycleFaults.shape.nextScale.unwrap().options) expect(off).toContainEqual({ nextScale });
    for (const told of lifecycleFaults.shape.statuses.unwrap().options) expect(off).toContainEqual({ statuses: told });
  });

  test('Slack’s need a place where they need one', () => {
    const made = slackFaultChoices.map(({ fault }) => fault({ channel: '', lastOfBot: null }));
    expect(made.filter((one) => typeof one === 'string')).toHaveLength(3);
  });

  test('the bot’s last message is one that stands in the conversation: no reply, none for one person', () => {
    const said = (ts: string, more: { user?: string; ephemeral?: boolean; threadTs?: string | null } = {}) => ({
      ts,
      user: 'bot',
      ephemeral: false,
      threadTs: null,
      ...more,
    });
    const card = said('1.0');
    const others = [said('1.1', { threadTs: '1.0' }), said('1.2', { ephemeral: true }), said('1.3', { user: 'maya' })];
    expect(lastOfBot([card, ...others], 'bot')).toBe('1.0');
    expect(lastOfBot(others, 'bot')).toBeNull();
  });
});
