import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SimulatedWorld } from '../../playground/platform/simulated-world.ts';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { atOnce } from './at-once.ts';
import { lasting } from './boundaries.ts';
import { type Leg, travel } from './journey.ts';
import { expectWhole, type Journey, later, withJourney, writesOf } from './killed.ts';

interface LeftBehind {
  readonly boundary: string;
  readonly leg: Leg;
  platform: { readonly world: SimulatedWorld; readonly sent: readonly string[] };
}

/**
 * Copies the files at every boundary, continues from each copy and checks the result: nothing is lost or done twice,
 * and every message is posted. A SIGKILL leaves the same files of an embedded database. `killAt` kills real processes,
 * which takes 0.5 s per boundary. @returns the boundaries, in order
 */
export const goOnFromEach = (journey: Journey): Promise<readonly string[]> =>
  withJourney(journey, undefined, async (first, simulated) => {
    const left: LeftBehind[] = [];
    let onItsWay: LeftBehind[] | undefined;
    const state = () => ({ world: simulated.state, sent: writesOf(simulated) });
    await travel(first, (boundary) => {
      // The platform carries out a write that was sent, even if the process then dies.
      if (boundary === 'after platform.write') for (const each of onItsWay?.splice(0) ?? []) each.platform = state();
      if (boundary === 'after platform.write') onItsWay = undefined;
      if (boundary === 'during platform.write') onItsWay = [];
      if (!lasting.test(boundary)) return;
      const here: LeftBehind = { boundary, leg: copied(first, left.length + 1), platform: state() };
      left.push(here);
      onItsWay?.push(here);
    });
    await atOnce(left, async ({ boundary, leg, platform }) => {
      const again = await startPlatform({ seed: () => platform.world, token: first.platform.token });
      try {
        const next = { ...leg, platform: { url: again.url, token: again.token } };
        await travel(next, () => {});
        await expectWhole(next, again, journey, boundary, platform.sent);
      } finally {
        await again.close();
      }
    });
    return left.map(({ boundary }) => boundary);
  });

function copied(first: Leg, number: number): Leg {
  const folder = join(first.place.dataDirectory, '..', String(number));
  mkdirSync(folder);
  const place = { dataDirectory: join(folder, 'data') };
  const diary = join(folder, 'diary');
  cpSync(first.place.dataDirectory, place.dataDirectory, { recursive: true });
  cpSync(first.diary, diary);
  return { ...first, place, diary, now: first.now + later, name: `after-${number}` };
}
