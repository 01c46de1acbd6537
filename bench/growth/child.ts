import { growths } from './main.ts';

/** Measures one growth at one size in a process of its own, and tells its figures. */
const [, , name = '', size = ''] = process.argv;
const growth = growths[name];
if (!growth) throw new Error(`There is no growth ${name}.`);
const figures = await growth.measure(Number(size));
process.send?.({ figures }, () => process.exit(0));
