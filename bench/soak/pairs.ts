import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { type SimulatedSlack, startSlack } from '../../playground/slack/simulated-slack.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest } from '../../src/slack/app/manifest.ts';
import { seedOf } from '../../test/crash/replicas.ts';
import { inFolder, places } from '../stage/processes.ts';

/** A requester and an approver who are alone in a channel, so that every message there belongs to this pair. */
export interface Pair {
  readonly asker: string;
  readonly approver: string;
  readonly channel: string;
}

export interface PairStage {
  readonly slack: SimulatedSlack;
  readonly platform: SimulatedPlatform;
  readonly pairs: readonly Pair[];
  readonly night: { readonly channel: string; readonly member: string };
  readonly folder: string;
  readonly data: string;
}

/** Runs `work` with simulators: a Slack with pairs of people, and a platform with components `part-0`, `part-1` … */
export function onPairStage<T>(
  options: { readonly pairs: number; readonly parts: number; readonly perApp?: number },
  work: (stage: PairStage) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const pairs = Array.from({ length: options.pairs }, (_, n) => ({
      asker: `U0ASK${n}`,
      approver: `U0YES${n}`,
      channel: `C0PAIR${n}`,
    }));
    const night = { channel: 'C0NIGHT', member: 'U0NIGHT' };
    const seed = seedOf(options.parts, options.perApp);
    const platform = await startPlatform({ seed, monitoring: 'pair', requestItems: true });
    const slack = await startSlack({
      manifest: makeManifest(operations, { mode: 'http', prefix: '' }),
      bot: { signingSecret: places.signingSecret, botToken: places.botToken },
      seed: {
        people: [
          { id: night.member, name: 'night', locale: 'en-US', timeZone: 'Etc/UTC' },
          ...pairs.flatMap(({ asker, approver }, n) => [
            { id: asker, name: `asker${n}`, locale: n % 2 === 0 ? 'en-US' : 'zh-CN', timeZone: 'Asia/Shanghai' },
            { id: approver, name: `approver${n}`, locale: 'en-US', timeZone: 'Europe/Berlin' },
          ]),
        ],
        channels: [
          { id: night.channel, name: 'night', members: [night.member, 'U0PORTOLAN'] },
          ...pairs.map(({ asker, approver, channel }, n) => ({
            id: channel,
            name: `pair-${n}`,
            members: [asker, approver, 'U0PORTOLAN'],
          })),
        ],
      },
    });
    try {
      return await work({ slack, platform, pairs, night, folder, data: mkdtempSync(join(folder, 'data-')) });
    } finally {
      await Promise.all([slack.close(), platform.close()]);
    }
  });
}
