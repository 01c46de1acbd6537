import { test as base } from 'vitest';
import type { CardAction } from '../../src/changes/change-engine-types.ts';
import type { RawArgs } from '../../src/core/command/params.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import type { Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());
const web = { component: ['web'], port: ['8080'] };
const redis = { component: ['cache'], port: ['6379'] };

async function decided(stage: Stage, card: ChangeRequest): Promise<ChangeRequest> {
  await stage.pressed(card.decision.ruling.need === 'confirm' ? 'ann' : 'bob', card, 'approve');
  return stage.now(card);
}

async function stopped(stage: Stage, card: ChangeRequest, good: number): Promise<ChangeRequest> {
  const all = stage.writes().length + good;
  const refuse = { nextWrite: { kind: 'error', when: 'before', status: 400 } } as const;
  const stop = stage.simulated.log.subscribe(({ method }) => {
    if (method === 'GET' || stage.writes().length < all) return;
    stop();
    void stage.simulated.faults.set(refuse);
  });
  const now = await decided(stage, card);
  expect(now).toMatchObject({ state: 'failed' });
  expect(now.run.steps.filter(({ state }) => state === 'done')).toHaveLength(good);
  return now;
}

async function follows(stage: Stage, card: ChangeRequest, what: CardAction): Promise<readonly string[]> {
  const before = stage.writes().length;
  const next = await decided(stage, await stage.follow('ann', card, what));
  expect(next).toMatchObject({ state: 'done', follows: { card: card.id, how: what } });
  return stage.writes().slice(before);
}

const put = (port: number, action: string) => `PUT ports/${port} ${action}`;

test.each<[string, string, RawArgs, number, readonly string[], readonly string[]]>([
  [
    'a deletion that only closed outer access',
    'port.delete',
    { ...web, close: ['yes'] },
    1,
    [put(8080, 'open_outer')],
    [put(8080, 'close_inner'), 'DELETE ports/8080'],
  ],
  [
    'a deletion that closed both',
    'port.delete',
    { ...web, close: ['yes'] },
    2,
    [put(8080, 'open_inner'), put(8080, 'open_outer')],
    ['DELETE ports/8080'],
  ],
  [
    'a protocol before which only outer access was closed',
    'port.protocol',
    { ...web, protocol: ['tcp'], close: ['yes'] },
    1,
    [put(8080, 'open_outer')],
    [put(8080, 'change_protocol')],
  ],
  [
    'an opening of both sides',
    'port.open',
    { component: ['web'], port: ['8443'], both: ['yes'] },
    1,
    [put(8443, 'close_inner')],
    [put(8443, 'open_outer')],
  ],
  [
    'a closing of both sides',
    'port.close',
    { ...web, side: ['inner'], both: ['yes'] },
    1,
    [put(8080, 'open_outer')],
    [put(8080, 'close_inner')],
  ],
])('%s: undo takes back what was done, the rest is what was not', async (_what, operation, given, good, undo, rest) => {
  for (const [what, sent] of [
    ['undo', undo],
    ['rest', rest],
  ] as const) {
    const stage = await stageWith();
    const card = await stopped(stage, await stage.card('ann', operation, given), good);
    expect(await follows(stage, card, what)).toEqual(sent);
  }
});

async function undoOfDelete(stage: Stage): Promise<ChangeRequest> {
  const named = await stage.card('ann', 'port.alias', { ...redis, alias: ['REDIS'], service: ['redis-main'] });
  await decided(stage, named);
  const gone = await decided(stage, await stage.card('ann', 'port.delete', { ...redis, close: ['yes'] }));
  expect(gone.state).toBe('done');
  return stage.follow('ann', gone, 'undo');
}

test('a deletion half undone: the rest brings the name back, undo takes the port away again', async ({ stage }) => {
  const back = await stopped(stage, await undoOfDelete(stage), 1);
  expect(await follows(stage, back, 'rest')).toEqual([put(6379, 'change_port_alias')]);
  const other = await stageWith();
  const again = await stopped(other, await undoOfDelete(other), 1);
  expect(await follows(other, again, 'undo')).toEqual([put(6379, 'close_inner'), 'DELETE ports/6379']);
});

test('what did nothing has nothing to undo', async ({ stage }) => {
  const card = await stage.card('ann', 'port.close', web);
  await stage.simulated.faults.set({ nextWrite: { kind: 'error', when: 'before', status: 400 } });
  const failed = await decided(stage, card);
  expect(failed.state).toBe('failed');
  expect(await stage.pressed('ann', failed, 'undo')).toContain('because nothing was changed');
});
