import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask } from './ask-platform.ts';
import type { LogEntry } from './edge/request-log.ts';
import { type SimulatedPlatform, startPlatform } from './start-platform.ts';

const app = '/teams/shop/regions/east-1/apps/12';
const port = `${app}/services/gr7c01aa/ports/8443`;

describe('faults', () => {
  let platform: SimulatedPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    platform.restore();
    platform.log.clear();
    await platform.faults.reset();
  });

  const open = () => ask(platform, `PUT ${port}`, { action: 'open_inner' });
  const isOpen = () => platform.state.ports.find((one) => one.number === 8443)?.inner;
  const read = () => ask(platform, 'GET /regions/east-1');

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('the next write answers 500 %s its effect, the one after it is fine', async ([when, applied]) => {
    await platform.faults.set({ nextWrite: { kind: 'error', when } });
    expect((await open()).status).toBe(500);
    expect(isOpen()).toBe(applied);
    expect((await open()).status).toBe(200);
  });

  test.for([
    ['before', false],
    ['after', true],
  ] as const)('the next write breaks off %s its effect', async ([when, applied]) => {
    await platform.faults.set({ nextWrite: { kind: 'reset', when } });
    await expect(open()).rejects.toThrow();
    expect(isOpen()).toBe(applied);
    expect(platform.log.entries).toMatchObject([{ status: 0, fault: `reset ${when}` }]);
  });

  test('a write hangs; it is applied after the client gave up', async () => {
    await platform.faults.set({ nextWrite: { kind: 'hang', seconds: 0.3 } });
    const applied = new Promise<LogEntry>((resolve) => {
      const stop = platform.log.subscribe((entry) => {
        if (entry.status !== 200) return;
        stop();
        resolve(entry);
      });
    });
    const impatient = fetch(`${platform.url}/openapi/v1${port}`, {
      method: 'PUT',
      headers: { Authorization: platform.token, 'Content-Type': 'application/json' },
      body: '{"action":"open_inner"}',
      signal: AbortSignal.timeout(50),
    });
    await expect(impatient).rejects.toThrow();
    expect(isOpen()).toBe(false);
    expect(await applied).toMatchObject({ fault: 'hang, then applied', body: { action: 'open_inner' } });
    expect(isOpen()).toBe(true);
  });

  test('the log never holds the token', async () => {
    await read();
    expect(JSON.stringify(platform.log.entries)).not.toContain(platform.token);
  });
});
