import { createWorkLoop } from './work-loop.ts';

function startLoop() {
  type Turn = { readonly end: (hasMore: boolean) => void; readonly fail: (error: Error) => void };
  const turns = createInbox<Turn>();
  const rests = createInbox<{ readonly ms: number; readonly isAborted: boolean; readonly end: () => void }>();
  const failed: unknown[] = [];
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((end) => {
      rests.put({ ms, isAborted: signal?.aborted === true, end });
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', () => end(), { once: true });
    });
  const loop = createWorkLoop(
    { wait },
    {
      turn: () => new Promise((end, fail) => turns.put({ end, fail })),
      restMs: async () => 700,
      failed: (error) => void failed.push(error),
    },
  );
  loop.start();
  return { loop, turns, rests, failed };
}

function createInbox<T>() {
  const come: T[] = [];
  const awaited: ((each: T) => void)[] = [];
  return {
    put(each: T) {
      const first = awaited.shift();
      if (first) first(each);
      else come.push(each);
    },
    async take(): Promise<T> {
      const first = come.shift();
      return first ?? new Promise<T>((taken) => awaited.push(taken));
    },
    left: () => come.length,
  };
}

test('a loop looks again at once while there may be more, and rests otherwise', async () => {
  const { loop, turns, rests } = startLoop();
  (await turns.take()).end(true);
  (await turns.take()).end(false);
  const rest = await rests.take();
  expect(rest).toMatchObject({ ms: 700, isAborted: false });
  expect(turns.left()).toBe(0);
  rest.end();
  (await turns.take()).end(false);
  await rests.take();
  await loop.stop();
  expect([turns.left(), rests.left()]).toEqual([0, 0]);
});

test('a turn that fails is reported, and the loop goes on when it has rested', async () => {
  const { loop, turns, rests, failed } = startLoop();
  const problem = new Error('no database');
  (await turns.take()).fail(problem);
  (await rests.take()).end();
  expect(failed).toEqual([problem]);
  (await turns.take()).end(false);
  await rests.take();
  await loop.stop();
});

test('stopping waits for the turn that was begun, and begins no other', async () => {
  const { loop, turns } = startLoop();
  const turn = await turns.take();
  let isStopped = false;
  const stopping = loop.stop().then(() => {
    isStopped = true;
  });
  expect(isStopped).toBe(false);
  turn.end(true);
  await stopping;
  expect(turns.left()).toBe(0);
});
