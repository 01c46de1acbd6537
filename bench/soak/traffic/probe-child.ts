import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { openLoad } from '../../stage/slack-load.ts';

/**
 * Requests help repeatedly from a process that does nothing else, so that the measured times are only the bot's: `node
 * probe-child.ts <Probe as JSON>`. Sends the result as `Probed`.
 */
const Probe = z.object({ port: z.int(), user: z.string(), channel: z.string() });
/** Times are in ms. `late`: longest delay of this process's own event loop. */
export const Probed = z.object({ acks: z.array(z.number()), unanswered: z.int(), refused: z.int(), late: z.number() });

const everyMs = 250;
const patienceMs = 20_000;
const lookMs = 10;

async function probe({ port, user, channel }: z.infer<typeof Probe>): Promise<void> {
  const load = await openLoad();
  const own = monitorEventLoopDelay({ resolution: lookMs });
  own.enable();
  const acks: number[] = [];
  const open = new Set<Promise<void>>();
  let stopped = false;
  let [unanswered, refused] = [0, 0];
  process.once('message', () => {
    stopped = true;
  });
  while (!stopped) {
    const sent = await load.send(port, { command: '/portolan', text: 'help', user, channel }).catch(() => undefined);
    if (sent) acks.push(sent.acked);
    if (sent?.status === 200) {
      unanswered += 1;
      const answered = sent.answered.then(() => {
        unanswered -= 1;
        open.delete(answered);
      });
      open.add(answered);
    } else refused += 1;
    await sleep(everyMs);
  }
  await Promise.race([Promise.all(open), sleep(patienceMs)]);
  const probed: z.infer<typeof Probed> = { acks, unanswered, refused, late: Math.max(0, own.max / 1e6 - lookMs) };
  process.send?.(probed);
  await load.close();
  process.disconnect?.();
}

const given = process.argv[2];
if (import.meta.main && given !== undefined) await probe(Probe.parse(JSON.parse(given)));
