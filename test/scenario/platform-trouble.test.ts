import type { FaultPatch } from '../../playground/platform/edge/platform-faults.ts';
import { acts, asks, buttonsOf, presses, shownIn, startStage } from './stage.ts';
import { useStage } from './use-stage.ts';

// Tests that every question shows an error and Try again if the platform is slow, down or sends invalid data.
const shop = 'C0SHOP';
const maya = 'U0MAYA';
const questions = ['/region', '/region show east-1', '/component', '/component show web', '/port web', '/monitor web'];
const times = 60;
const troubles: Readonly<Record<string, FaultPatch>> = {
  'answers 500 with a traceback': { nextRead: { kind: 'error', status: 500, times } },
  'is slow': { nextRead: { kind: 'slow', seconds: 3, times } },
  'breaks connections': { nextRead: { kind: 'reset', times } },
  'is down': { down: 'refused' },
  'sends an HTML page': { nextRead: { kind: 'garble', as: 'html', times } },
  'sends a traceback': { nextRead: { kind: 'garble', as: 'traceback', times } },
  'sends wrong types': { nextRead: { kind: 'garble', as: 'wrong-types', times } },
  'sends 100 MB': { nextRead: { kind: 'huge', times } },
  'never ends': { nextRead: { kind: 'endless', times } },
  'sends a compressed bomb': { nextRead: { kind: 'bomb', times } },
};

describe('a platform in trouble', async () => {
  const stage = await useStage({ timeouts: { read: 400 } });
  await asks(stage, maya, shop, '/component show web');

  test.each(Object.keys(troubles))('it %s', async (name) => {
    await stage.platform.faults.set(troubles[name] ?? {});
    const problems = await acts(stage, maya, shop, async (actor) => {
      const acted = await Promise.all(questions.map((words) => actor.slash(shop, words)));
      return acted.find(({ ok }) => !ok) ?? { ok: true };
    });
    expect(problems).toHaveLength(questions.length);
    for (const problem of problems) {
      expect(problem.ephemeralFor).toBe(maya);
      const shown = shownIn(problem);
      expect(shown).not.toMatch(
        /Traceback|File "|203\.0\.113\.|127\.0\.0\.1|undefined|\[object|went wrong in Portolan/,
      );
      expect(buttonsOf(problem), shown).toHaveProperty('Try again');
    }
  });

  test('Try again answers in place as soon as the platform does', async () => {
    await stage.platform.faults.set({ nextRead: { kind: 'error', status: 503, times } });
    const problem = await asks(stage, maya, shop, '/port web');
    const again = await presses(stage, maya, problem, 'ask:again').catch(() => problem);
    expect(again.ts).toBe(problem.ts);
    await stage.platform.faults.reset();
    const answer = await presses(stage, maya, problem, 'ask:again');
    expect(answer.ts).toBe(problem.ts);
    expect(shownIn(answer)).toContain('Ports of web');
  });

  test('what trying again cannot help has no such button', async () => {
    const problem = await asks(stage, maya, shop, '/port web in=nobody/east-1/12');
    expect(shownIn(problem)).not.toMatch(/went wrong in Portolan/);
    expect(buttonsOf(problem)).not.toHaveProperty('Try again');
  });

  test('a web page in its place is named in /readyz and in the first answer that fails', async () => {
    await stage.platform.faults.set({ standIn: 'web-page' });
    stage.jump(5_000);
    const said = 'A web page answered, not the platform’s API.';
    const ready = await fetch(`http://127.0.0.1:${stage.bot().port}/readyz`);
    expect(await ready.json()).toMatchObject({ platform: { state: 'failing', detail: expect.stringContaining(said) } });
    expect(shownIn(await asks(stage, maya, shop, '/portolan apps'))).toContain(said);
  });

  test('memory stays bounded', async () => {
    const before = process.memoryUsage().rss;
    for (const kind of ['huge', 'endless', 'bomb'] as const) {
      await stage.platform.faults.set({ nextRead: { kind, times } });
      await Promise.all(questions.map((words) => stage.slack.user(maya).slash(shop, words)));
      await stage.idle();
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

test('an answer that takes long is announced in words that stay true, and follows', async () => {
  const slow = await startStage({ noticeMs: 200 });
  try {
    await slow.platform.faults.set({ latencyMs: 600 });
    const said = await acts(slow, maya, shop, (actor) => actor.slash(shop, '/region show west-2'));
    expect(said.map(shownIn)).toEqual([
      expect.stringMatching(/^The platform is slow .* The answer comes as a separate message\.$/),
      expect.stringContaining('Region west-2'),
    ]);
  } finally {
    await slow.stop();
  }
});
