import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultPatch } from '../../../playground/platform/edge/platform-faults.ts';
import type { InjectedSlackFault } from '../../../playground/slack/page-protocol.ts';
import type { PairStage } from '../pairs.ts';

/** Faults of the platform. A fault that wasn't used up is removed after some seconds. */
const platformFaults: readonly FaultPatch[] = [
  { latencyMs: 1_500 },
  { monitoringDown: true },
  { down: 'reset' },
  { maintenance: ['west-2'] },
  { nextRead: { kind: 'error', status: 500, times: 4 } },
  { nextRead: { kind: 'error', status: 429, times: 2 } },
  { nextRead: { kind: 'slow', seconds: 8, times: 2 } },
  { nextRead: { kind: 'garble', as: 'broken-json', times: 2 } },
  { nextRead: { kind: 'garble', as: 'html', times: 2 } },
  { nextRead: { kind: 'garble', as: 'traceback', times: 2 } },
  { nextRead: { kind: 'garble', as: 'wrong-types', times: 3 } },
  { nextRead: { kind: 'reset', times: 3 } },
  { nextRead: { kind: 'huge', bytes: 20_000_000, times: 1 } },
  { nextRead: { kind: 'bomb', bytes: 50_000_000, times: 1 } },
  { nextRead: { kind: 'endless', times: 1 } },
  { nextWrite: { kind: 'error', when: 'before', times: 1 } },
  { nextWrite: { kind: 'error', when: 'after', times: 1 } },
  { nextWrite: { kind: 'hang', seconds: 7, times: 1 } },
  { nextWrite: { kind: 'garble', as: 'html', when: 'after', times: 1 } },
  { nextWrite: { kind: 'reset', when: 'before', times: 1 } },
  { nextWrite: { kind: 'reset', when: 'after', times: 1 } },
];

/** Faults of Slack. People must still get their answers, another way. */
const slackFaults: readonly InjectedSlackFault[] = [
  { fault: 'rate_limit', method: '*', times: 3, retryAfter: 1 },
  { fault: 'rate_limit', method: 'chat.postMessage', times: 2, retryAfter: 2 },
  { fault: 'rate_limit', method: 'chat.update', times: 2, retryAfter: 2 },
  { fault: 'fail', method: 'chat.postMessage', error: 'internal_error' },
  { fault: 'fail', method: 'chat.update', error: 'internal_error' },
  { fault: 'fail', method: 'chat.postEphemeral', error: 'internal_error' },
  { fault: 'fail', method: 'views.open', error: 'expired_trigger_id' },
  { fault: 'fail', method: 'views.update', error: 'internal_error' },
  { fault: 'fail', method: 'files.getUploadURLExternal', error: 'internal_error' },
  { fault: 'fail', method: 'files.completeUploadExternal', error: 'internal_error' },
  { fault: 'fail', method: 'users.info', error: 'internal_error', times: 3 },
  { fault: 'rate_limit', method: 'users.info', times: 3, retryAfter: 2 },
  { fault: 'fail', method: 'conversations.members', error: 'internal_error', times: 3 },
  { fault: 'rate_limit', method: 'conversations.members', times: 2, retryAfter: 2 },
  { fault: 'fail', method: 'users.conversations', error: 'internal_error', times: 3 },
  { fault: 'lose_answer', method: 'chat.postMessage' },
  { fault: 'lose_answer', method: 'chat.update' },
  { fault: 'slow', method: 'chat.postMessage', ms: 4_000 },
  { fault: 'slow', method: 'users.info', ms: 4_000, times: 2 },
  { fault: 'files_ready_after', ms: 3_000 },
];

const holdMs = 2_000;
const calmMs = 1_000;

/** Injects one fault of the platform and one of Slack, pauses, and repeats. @returns the number of injected faults */
export async function keepBreaking({ platform, slack }: PairStage, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const ofPlatform = platformFaults[count % platformFaults.length];
    const ofSlack = slackFaults[count % slackFaults.length];
    if (ofPlatform) await platform.faults.set(ofPlatform);
    if (ofSlack) await slack.injectFault(ofSlack);
    count += 1;
    await pause(holdMs, signal);
    await platform.faults.reset();
    await slack.injectFault({ fault: 'reset' });
    await pause(calmMs, signal);
  }
  return 2 * count;
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
