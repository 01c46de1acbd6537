import { someEntry } from '../test/store-records.ts';
import { auditOptions, logHeads } from './app-audit.ts';
import { readConfig } from './config.ts';
import type { World } from './core/world.ts';
import type { AuditHead } from './store/audit/audit-entry.ts';

/** Returns a world, the log lines written in it, and its waits, which end when the test ends them. */
function someWorld() {
  const lines: (readonly [string, unknown])[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  const log = (level: string) => (_: string, fields?: unknown) => void lines.push([level, fields]);
  const world: World = {
    now: () => 5,
    newId: () => 'id',
    newSecret: () => 'secret',
    random: () => 0,
    wait: (ms) => new Promise((end) => waits.push({ ms, end })),
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  };
  return { world, lines, waits };
}

const at = (seq: number): AuditHead => ({ seq, hash: String(seq % 10).repeat(64) });
const shown = ({ seq, hash }: AuditHead) => ({ head: `${seq}:${hash}` });

test('a head is logged whenever the log passes a hundred entries', () => {
  const env = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    PLATFORM_URL: 'https://console.example.com',
    PLATFORM_TOKEN: 't',
    AUDIT_KEY: 'k'.repeat(32),
    AUDIT_RETENTION: '30d',
  };
  const parsed = readConfig(env, () => undefined);
  if ('faults' in parsed) throw new Error('no configuration');
  const { world, lines } = someWorld();
  const { onAppend, signing, retentionMs } = auditOptions(parsed.config, world);
  const entries = (count: number) => Array.from({ length: count }, () => someEntry({ kind: 'agent' }));
  for (const [head, added] of [
    [at(98), 1],
    [at(99), 1],
    [at(101), 2],
    [at(199), 98],
    [at(200), 1],
    [at(450), 250],
  ] as const)
    onAppend?.({ entries: entries(added), head });
  expect(lines.filter(([level]) => level === 'info')).toEqual([101, 200, 450].map((seq) => ['info', shown(at(seq))]));
  expect(signing?.keys.current?.reveal()).toBe('k'.repeat(32));
  expect([signing?.now(), retentionMs]).toEqual([5, 30 * 86_400_000]);
  expect(JSON.stringify([lines, signing])).not.toContain('kkk');
});

test('the head is logged every hour; one that is gone or another is an error, one that was removed by age is not', async () => {
  const { world, lines, waits } = someWorld();
  let head = at(3);
  let hashes: Readonly<Record<number, string>> = {};
  let broken = 0;
  const stored = { head: async () => head, hashOf: async (seq: number) => hashes[seq] };
  const heads = logHeads({ audit: stored }, world, () => {
    broken += 1;
  });
  const hour = async () => {
    expect(waits[0]?.ms).toBe(3_600_000);
    waits.shift()?.end();
    await new Promise((turn) => setImmediate(turn));
    return lines.splice(0);
  };
  await heads.record();
  expect(lines.splice(0)).toEqual([['info', shown(at(3))]]);
  hashes = { 3: at(3).hash };
  head = at(5);
  expect(await hour()).toEqual([['info', shown(at(5))]]);
  hashes = { 5: 'removed' };
  head = at(6);
  expect(await hour()).toEqual([['info', shown(at(6))]]);
  expect(broken).toBe(0);
  hashes = { 6: 'f'.repeat(64) };
  head = at(7);
  expect((await hour()).map(([level]) => level)).toEqual(['error', 'info']);
  head = at(2);
  expect((await hour())[0]).toEqual(['error', { expected: shown(at(7)).head, head: shown(at(2)).head }]);
  head = at(9);
  hashes = {};
  expect((await hour()).map(([level]) => level)).toEqual(['error', 'info']);
  expect(broken).toBe(3);
  heads.stop();
  expect(await hour()).toEqual([]);
});
