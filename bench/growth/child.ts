import { growths } from './main.ts';

const [, , name = '', size = ''] = process.argv;
const growth = growths[name];
if (!growth) throw new Error(`There is no growth ${name}.`);
const figures = await growth.measure(Number(size));
process.send?.({ figures }, () => process.exit(0));
