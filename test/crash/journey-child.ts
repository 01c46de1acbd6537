import { appendFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { lasting } from './boundaries.ts';
import { Leg, travel } from './journey.ts';

/**
 * A leg in a process of its own, which is killed at the boundary of the given number; without one it lists them all.
 * By default only those that last count. `every` tells of all that is awaited.
 */
const [given = '', number = '', which = 'lasting'] = process.argv.slice(2);
const killAt = number === '' ? undefined : Number(number);
const leg = Leg.parse(JSON.parse(given));
let count = 0;
// A process that is killed does not write its compiled code for the next one.
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
