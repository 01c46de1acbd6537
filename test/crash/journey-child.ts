import { appendFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { lasting } from './boundaries.ts';
import { Leg, travel } from './journey.ts';

/**
 * Runs a leg in a separate process and kills it at the boundary of the given number, or lists the boundaries without a
 * number. Includes only persistent boundaries by default; `every` includes all.
 */
const [given = '', number = '', which = 'lasting'] = process.argv.slice(2);
const killAt = number === '' ? undefined : Number(number);
const leg = Leg.parse(JSON.parse(given));
let count = 0;
// A killed process doesn't write its compile cache, so write it now.
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
