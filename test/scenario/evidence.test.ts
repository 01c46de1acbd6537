import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLastWeek, newEvidenceKey } from '../../playground/first-screen.ts';
import { verifyEvidence } from '../../src/evidence/verify-evidence.ts';
import { policyOf } from '../engine/policy-of.ts';
import { acts, type Stage, shownIn, startStage, unsound } from './stage.ts';

const directory = mkdtempSync(join(tmpdir(), 'portolan-evidence-scenario-'));
const evidenceKey = newEvidenceKey();
let stage: Stage;
afterEach(async () => {
  expect(await unsound(stage)).toEqual([]);
  await stage.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function archiveFor(who: string, channel: string, words: string) {
  const messages = await acts(stage, who, channel, (actor) => actor.slash(channel, words));
  const file = [...stage.slack.workspace.files.values()].find(({ name }) => name.endsWith('.zip'));
  const path = mkdtempSync(join(tmpdir(), 'portolan-evidence-scenario-'));
  writeFileSync(join(path, 'evidence.zip'), file?.bytes ?? '');
  const verdict = await verifyEvidence(join(path, 'evidence.zip'), evidenceKey?.fingerprint);
  rmSync(path, { recursive: true });
  return { file, verdict, answer: messages.map(shownIn).join('\n') };
}

describe('/portolan evidence', () => {
  test('answers at once, sends an archive that verifies, and the audit log says who asked', async () => {
    stage = await startStage({ evidenceKey });
    await fillLastWeek(stage, Date.now());
    const { file, verdict } = await archiveFor('U0MAYA', 'C0SHOP', '/portolan evidence since=8d');
    expect(verdict).toMatchObject({ ok: true, manifest: { requests: 12, outside: 4, by: { id: 'U0MAYA' } } });
    const isLogged = (line: string) => line.includes('evidence key') && line.includes(evidenceKey?.fingerprint ?? '?');
    expect(stage.lines.filter(isLogged), 'each start names the key').toHaveLength(1);
    expect(file?.name).toMatch(/^portolan-evidence-\d{4}-\d{2}-\d{2}\.zip$/);
    const entry = (await stage.bot().store.audit.search({ limit: 1 }))[0];
    expect(entry).toMatchObject({ kind: 'evidence', who: { id: 'U0MAYA' }, operation: 'evidence' });
  });

  test('that Slack refuses for its size is made on the command line instead', async () => {
    stage = await startStage({ evidenceKey });
    const fault = {
      fault: 'fail',
      method: 'files.getUploadURLExternal',
      error: 'file_upload_size_restricted',
    } as const;
    await stage.slack.injectFault(fault);
    await stage.slack.user('U0MAYA').slash('C0SHOP', '/portolan evidence');
    const says = 'The archive is too large for Slack. Choose a shorter time, or ask your Portolan administrator';
    const isTold = () => stage.slack.messages('C0SHOP', 'U0MAYA').some((message) => shownIn(message).includes(says));
    await stage.slack.until(isTold, 10_000);
  });

  test('without the right to read all, it has one’s own entries, and says how many are left out', async () => {
    stage = await startStage({
      evidenceKey,
      policy: policyOf('{ channels: { C0BILLING: { context: shop/east-1/12 } } }'),
      mode: 'socket',
    });
    await fillLastWeek(stage, Date.now());
    const direct = stage.slack.user('U0LIU').direct();
    const { verdict, answer } = await archiveFor('U0LIU', direct, '/portolan evidence since=8d');
    expect(verdict.ok).toBe(true);
    const leftOut = verdict.manifest?.log.leftOut.private ?? 0;
    expect(leftOut).toBeGreaterThan(0);
    expect(answer).toContain(`有 ${leftOut} 条您无权查看的记录会被略去`);
  });
});
