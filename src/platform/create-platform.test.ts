import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../test/recorded/listening.ts';
import { OpenedConnection } from './create-platform.ts';

async function opened() {
  const server = createServer();
  const port = await listen(server);
  const theirs = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const their = await theirs;
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const time = { now: 1_800_000_000_000 };
  return { time, socket, their, over: new OpenedConnection(`http://127.0.0.1:${port}`, {}, () => time.now, socket) };
}

test.each(['end', 'resetAndDestroy'] as const)(
  'is not taken where the other side has closed it by %s',
  async (close) => {
    const { over, socket, their } = await opened();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    their[close]();
    await closed;
    expect(over.take()).toBeUndefined();
  },
);

test('is not taken once it has waited for more than 2 seconds', async () => {
  const { over, time } = await opened();
  time.now += 2_001;
  expect(over.take()).toBeUndefined();
});
