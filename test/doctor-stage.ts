import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../playground/platform/start-platform.ts';
import { startSlack } from '../playground/slack/simulated-slack.ts';
import { type DoctorSetup, runChecks } from '../src/checks/doctor.ts';
import type { CheckId, Finding } from '../src/checks/report/finding.ts';
import { Secret } from '../src/core/text/secret.ts';
import { createLogger } from '../src/observability/logger.ts';
import { operations } from '../src/operations/index.ts';
import { realWorld } from '../src/real-world.ts';
import { makeManifest } from '../src/slack/app/manifest.ts';

/** Tokens for the simulators. The doctor must never print them. */
export const doctorTokens = {
  signingSecret: 'signing-secret-of-this-test',
  botToken: 'xoxb-doctor-1234567890',
  appToken: 'xapp-doctor-1234567890',
  configToken: 'xoxe.xoxp-doctor-1234567890',
};

/** Environment of an installation, without a bot: both simulators and a temporary data directory. */
export type DoctorStage = Awaited<ReturnType<typeof startDoctorStage>>;

/** @param manifest returns the installed app's manifest, changed from the made one */
export async function startDoctorStage(
  manifest: (original: ReturnType<typeof makeManifest>) => unknown = (original) => original,
) {
  const platform = await startPlatform();
  const installed = manifest(makeManifest(operations, { mode: 'socket' }));
  const slack = await startSlack({ manifest: installed, bot: { ...doctorTokens }, rateLimits: 'off' });
  const data = mkdtempSync(join(tmpdir(), 'portolan-doctor-'));
  const env: Readonly<Record<string, string>> = {
    SLACK_BOT_TOKEN: doctorTokens.botToken,
    SLACK_APP_TOKEN: doctorTokens.appToken,
    SLACK_API_URL: slack.apiUrl,
    PLATFORM_URL: platform.url,
    PLATFORM_TOKEN: platform.token,
    PLATFORM_CONTEXT: 'shop/east-1/12',
    PORTOLAN_DATA: data,
  };
  return {
    slack,
    platform,
    data,
    env,
    async examine(changed: Readonly<Record<string, string>> = {}, more: Partial<DoctorSetup> = {}) {
      const parts = runChecks({
        env: { ...env, ...changed },
        readFile: () => undefined,
        world: realWorld(createLogger({ level: 'silent' })),
        configToken: new Secret(doctorTokens.configToken),
        ...more,
      });
      return (await Promise.all(parts.map(({ findings }) => findings))).flat();
    },
    async stop() {
      await Promise.all([slack.close(), platform.close()]);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export const of = (check: CheckId, findings: readonly Finding[]) => findings.filter((each) => each.check === check);
