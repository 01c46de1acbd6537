import { appendFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { lasting } from './boundaries.ts';
import { Leg, travel } from './journey.ts';

/**
 * Runs a part of a journey in a separate process and kills the process at the boundary with the given number. Without a
 * number, lists the boundaries. By default, counts only boundaries that leave different stored states; `every` counts
 * all.
 */
const [given = '', number = '', which = 'lasting'] = process.argv.slice(2);
const killAt = number === '' ? undefined : Number(number);
const leg = Leg.parse(JSON.parse(given));
let count = 0;
// The process writes its compile cache only when it ends normally, so write it before the kill.
flushCompileCache();

await travel(leg, (name) => {
  if (name === 'during platform.write') appendFileSync(`${leg.diary}.sent`, '\n');
  if (which === 'lasting' && !lasting.test(name)) return;
  count += 1;
  if (killAt === undefined) writeSync(1, `${name}\n`);
  if (count !== killAt) return;
  appendFileSync(`${leg.diary}.killed`, `${name}\n`);
  process.kill(process.pid, 'SIGKILL');
});
