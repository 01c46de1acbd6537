import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createGate, leave, shut, within } from './gate.ts';

const alive = () => true;

function opened() {
  const gate = createGate();
  leave(gate);
  return gate;
}

test('who is inside is waited for; then nobody gets in', async () => {
  const gate = opened();
  const events: string[] = [];
  const inside = Promise.withResolvers<void>();
  const work = within(gate, async () => {
    await inside.promise;
    events.push('out');
  });
  let looks = 0;
  const wait = async () => {
    looks += 1;
    events.push(`look ${looks}`);
    if (looks === 2) inside.resolve();
  };
  const ended = shut(gate, alive, wait).then(() => events.push('shut'));
  await Promise.all([work, ended]);
  expect(events.slice(0, 2)).toEqual(['look 1', 'look 2']);
  expect(events.filter((each) => !each.startsWith('look'))).toEqual(['out', 'shut']);
  await expect(within(gate, async () => events.push('in again'))).rejects.toThrow('being ended');
  await shut(gate, alive);
  expect(events.at(-1)).toBe('shut');
});

test('who leaves once it is to be shut does not get in again, however soon they try', async () => {
  const gate = opened();
  const again = Promise.withResolvers<unknown>();
  let isAsked = false;
  const pictures = async () => {
    while (true)
      await within(gate, async () => {
        while (!isAsked) await new Promise(setImmediate);
      });
  };
  pictures().catch(again.resolve);
  await shut(gate, alive, async () => {
    isAsked = true;
    // Between two polls, the thread could have left the gate and entered again.
    expect(await again.promise).toHaveProperty('message', expect.stringContaining('being ended'));
  });
});

test('a thread that has yet to load its module is held, and left afterwards', async () => {
  const gate = createGate();
  const module = fileURLToPath(new URL('./worker.ts', import.meta.url));
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    require(${JSON.stringify(module)});
    parentPort.postMessage(Atomics.load(workerData, 0));
    setInterval(() => {}, 60_000);
  `;
  const thread = new Worker(code, { eval: true, workerData: gate });
  const [asLoaded] = await once(thread, 'message');
  expect(asLoaded).toBe(createGate()[0]);
  await shut(gate, alive);
  await thread.terminate();
});
