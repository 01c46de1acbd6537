import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createClock } from './clock.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * A database that the version of commit 9f06ac4 made with its own `test/workflow/stage.ts`: Ann opened port 8000 of api
 * for two hours, which Bob approved, and asked to open port 8443 of web, which still waits.
 */
const database = join(import.meta.dirname, 'older-version.db.gz');
const stoppedAt = 1_800_000_120_000;
const opened = { id: 'v1-0000000000000002', until: 1_800_007_260_000 };
const waiting = { id: 'v1-0000000000000003' };

let stage: Stage;
let before: Stage;
let folders: string[];

/** A new folder, removed after the test. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portolan-older-'));
  folders.push(made);
  return made;
}

beforeEach(async () => {
  folders = [];
  const simulated = await startPlatform();
  // On the platform the port is open, as the older version left it.
  before = await openStage(await openStore({ dataDirectory: folder() }), { simulated });
  const card = await before.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  await before.pressed('bob', card, 'approve');
  const dataDirectory = folder();
  writeFileSync(join(dataDirectory, 'portolan.db'), gunzipSync(readFileSync(database)), { mode: 0o600 });
  stage = await openStage(await openStore({ dataDirectory }), { simulated, clock: createClock(stoppedAt, 'v2') });
});
afterEach(async () => {
  for (const each of [stage, before]) {
    await each.close();
    await each.store.close();
    expect(each.clock.errors).toEqual([]);
  }
  await stage.simulated.close();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

/** The writes since the port was opened. */
const writes = () => stage.writes().slice(1);

test('its open request can be approved, and runs', async () => {
  const card = await stage.now(waiting);
  expect(card).toMatchObject({ state: 'proposed', operation: 'port.open' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(waiting)).toMatchObject({ state: 'done' });
  expect(writes()).toEqual(['PUT ports/8443 open_inner', 'PUT ports/8443 open_outer']);
});

test('its temporary access closes at its time', async () => {
  expect(await stage.store.holds.list()).toMatchObject([opened]);
  expect(await stage.now(opened)).toMatchObject({ state: 'done', plan: { timedFor: 7_200_000 } });
  await stage.pass(opened.until - stoppedAt - 1);
  expect(writes()).toEqual([]);
  await stage.pass(1);
  expect(writes()).toEqual(['PUT ports/8000 close_outer']);
  expect((await stage.now(opened)).timed).toMatchObject({ closed: true, how: 'closed' });
  expect(await stage.store.holds.list()).toEqual([]);
});

test('its temporary access can be extended, and closed now', async () => {
  const extended = await stage.press('ann', await stage.now(opened), 'extend');
  const card = extended.proposed && 'card' in extended.proposed ? extended.proposed.card : undefined;
  if (!card) throw new Error('nothing was asked');
  await stage.pass(60_000);
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  const [hold] = await stage.store.holds.list();
  expect(hold?.until).toBeGreaterThan(opened.until);
  await stage.pressed('bob', await stage.now(card), 'close_now');
  expect(writes().at(-1)).toBe('PUT ports/8000 close_outer');
  expect(await stage.store.holds.list()).toEqual([]);
});

test('the entries of its audit log are whole', async () => {
  const verdict = await stage.store.audit.verify();
  expect([verdict.ok, verdict.faults]).toEqual([true, []]);
  expect(verdict.entries).toBeGreaterThan(5);
});
