import { stopParts } from './app.ts';

test('a part has its own time and what the parts before it left; all of them are ended', async () => {
  const limits: { readonly ms: number; readonly pass: () => void }[] = [];
  const warnings: unknown[] = [];
  const log = { debug() {}, info() {}, warn: (_: string, fields?: object) => warnings.push(fields), error() {} };
  const wait = (ms: number) => new Promise<void>((pass) => limits.push({ ms, pass }));
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const part = (what: string, ms: number, end: Promise<void> = Promise.resolve()) => ({
    what,
    ms,
    end: () => {
      ended.push(what);
      return [end];
    },
  });
  const stopped = stopParts({ wait, log }, [
    part('work', 6_000),
    part('charts', 500, slow.promise),
    part('HTTP', 100, new Promise(() => {})),
    part('the database', 400),
  ]);
  expect(limits.map(({ ms }) => ms)).toEqual([6_000, 6_500, 6_600, 7_000]);
  limits[0]?.pass();
  slow.resolve();
  await expect.poll(() => ended).toContain('HTTP');
  expect(warnings).toEqual([]);
  limits[2]?.pass();
  await stopped;
  expect(warnings).toEqual([{ part: 'HTTP' }]);
  expect(ended).toEqual(['work', 'charts', 'HTTP', 'the database']);
});
