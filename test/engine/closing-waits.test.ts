import type { RawArgs } from '../../src/core/command/params.ts';
import { isProblem } from '../../src/core/command/problem.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { channel, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const minute = 60_000;
const open = useStages();
const api = { component: ['api'], port: ['8000'] };

async function opened(stage: Stage, given: RawArgs): Promise<ChangeRequest> {
  const card = await stage.approved('ann', 'port.open', given);
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  return card;
}

/** Another change locks the component until after the closing time, so the closing must wait. */
async function closingWaits(stage: Stage, card: ChangeRequest, after: number): Promise<void> {
  const release = await stage.lock(card, after + minute);
  await stage.pass(after);
  expect((await stage.store.requests.get(`${card.id}-close-1`))?.state).toBe('approved');
  await release();
}

test('a card whose closing waits for its component says so, and until when at most', async () => {
  const stage = await open();
  const card = await opened(stage, { ...api, for: ['2h'] });
  await closingWaits(stage, card, 120 * minute);
  expect((await stage.now(card)).access).toMatchObject({
    closed: false,
    waits: { request: 'other', until: stage.clock.world.now() + minute },
  });
  await stage.pass(1_000);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
});

test.each<[string, string, RawArgs]>([
  ['extended', 'port.until', { for: ['1h'], longer: ['yes'] }],
  ['kept open for good', 'port.open', {}],
])('what was %s while its closing waited stays open', async (_how, operation, more) => {
  const stage = await open();
  const card = await opened(stage, { ...api, for: ['2h'] });
  await closingWaits(stage, card, 120 * minute);
  if (operation === 'port.open')
    stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
  const later = await stage.approved('ann', operation, { ...api, ...more });
  expect(await stage.now(later)).toMatchObject({ state: 'done' });
  await stage.pass(1_000);
  await stage.pass(minute);
  expect(stage.writes().filter((write) => write.includes('close'))).toEqual([]);
  expect((await stage.now(card)).access).toMatchObject({ how: operation === 'port.open' ? 'kept' : 'extended' });
  expect(await stage.store.requests.get(`${card.id}-close-1`)).toMatchObject({ state: 'cancelled' });
  await stage.pass(60 * minute);
  expect(stage.writes().filter((write) => write.includes('close'))).toHaveLength(operation === 'port.open' ? 0 : 1);
});

test.each(['closed', 'deleted'])('%s elsewhere while the closing waits for the component: no fault', async (how) => {
  const stage = await open();
  const card = await opened(stage, { ...api, for: ['2h'] });
  await closingWaits(stage, card, 120 * minute);
  for (const side of how === 'deleted' ? (['outer', 'inner'] as const) : (['outer'] as const))
    stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side });
  if (how === 'deleted') stage.simulated.elsewhere({ do: 'delete', component: 'api', port: 8000 });
  stage.newPosts();
  await stage.pass(1_000);
  expect((await stage.now(card)).access).toEqual(expect.objectContaining({ closed: true, how: 'elsewhere' }));
  expect(stage.newPosts().at(-1)).toContain('asker · External access to port 8000 on api was closed outside Portolan');
  expect(stage.writes()).toHaveLength(1);
});

async function firstUnconfirmed(): Promise<{ stage: Stage; first: ChangeRequest; second: ChangeRequest }> {
  const stage = await open();
  stage.simulated.elsewhere({ do: 'add', component: 'web', port: 7001, inner: true });
  stage.simulated.elsewhere({ do: 'add', component: 'web', port: 7002, inner: true });
  const first = await opened(stage, { component: ['web'], port: ['7001'], for: ['60m'] });
  const second = await opened(stage, { component: ['web'], port: ['7002'], for: ['61m'] });
  await stage.simulated.faults.set({ nextWrite: { kind: 'ignore' } });
  await stage.pass(60 * minute);
  expect(stage.writes().slice(2)).toEqual(['PUT ports/7001 close_outer']);
  expect((await stage.store.requests.get(`${first.id}-close-1`))?.state).toBe('unknown');
  return { stage, first, second };
}

test('a closing that the platform doesn’t confirm keeps no other port open', async () => {
  const { stage, second } = await firstUnconfirmed();
  await stage.pass(minute);
  expect(stage.writes().slice(3)).toContain('PUT ports/7002 close_outer');
  expect((await stage.now(second)).access).toMatchObject({ closed: true, how: 'closed' });
});

test('Close now and a person’s close wait for no other port, and not for the bot’s own close of theirs', async () => {
  const { stage, first, second } = await firstUnconfirmed();
  await stage.pressed('dee', await stage.now(second), 'close_now');
  expect((await stage.now(second)).access).toMatchObject({ closed: true });
  const close = await stage.approved('ann', 'port.close', { component: ['web'], port: ['7001'] }, 'ann');
  expect(await stage.now(close)).toMatchObject({ state: 'done' });
  expect((await stage.now(first)).access).toMatchObject({ closed: true });
});

test('Close now of a port whose own closing isn’t confirmed sends it again at once', async () => {
  const { stage, first } = await firstUnconfirmed();
  await stage.pass(1_000);
  await stage.pressed('dee', await stage.now(first), 'close_now');
  expect(stage.writes().slice(2)).toEqual(['PUT ports/7001 close_outer', 'PUT ports/7001 close_outer']);
  expect((await stage.now(first)).access).toMatchObject({ closed: true, by: { id: 'UDEE' } });
});

test('other changes of the component wait while a close is read back', async () => {
  const { stage } = await firstUnconfirmed();
  const alias = await stage.approved(
    'ann',
    'port.alias',
    { component: ['web'], port: ['8080'], alias: ['OURS'] },
    'ann',
  );
  expect(await stage.now(alias)).toMatchObject({ state: 'approved', run: { waits: {} } });
});

async function openings(stage: Stage): Promise<string> {
  const { result } = await answerRequest(
    stage.services,
    { operation: 'openings', given: {} },
    { person: people.ann, channel },
  );
  return isProblem(result) ? result.problem : JSON.stringify(result);
}

test('openings say that a closing is late and why, and name no port that was closed in the console', async () => {
  const { stage } = await firstUnconfirmed();
  expect(await openings(stage)).toContain('port.access.closingUnsure');
  expect(await openings(stage)).toContain('7002');
  stage.simulated.elsewhere({ do: 'close', component: 'web', port: 7002, side: 'outer' });
  expect(await openings(stage)).not.toContain('7002');
  expect(await openings(stage)).toContain('7001');
});
