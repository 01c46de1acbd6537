import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, loadImage } from 'canvas';
import { galleryCases } from '../../../test/gallery/gallery-cases.ts';
import { ChartBusy, type Charts, createCharts } from '../charts.ts';
import type { ChartJob } from '../data/job.ts';
import { describe as chartText } from '../summary/describe.ts';
import answer from './worker.ts';

const jobs = new Map(galleryCases().map(({ name, job }) => [name.slice(0, 2), job]));
function jobOf(number: string): ChartJob {
  const job = jobs.get(number);
  if (!job) throw new Error(`no case ${number}`);
  return job;
}

async function look(png: Uint8Array) {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let inked = 0;
  let clear = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) < 200) inked += 1;
    if ((data[at + 3] ?? 255) < 255) clear += 1;
  }
  return { width: image.width, height: image.height, inked, clear };
}

describe('the worker’s function', () => {
  test.each(['04', '06', '16', '25'])('draws case %s', async (number) => {
    const reply = await answer({ want: 'picture', job: jobOf(number) });
    if (reply.done !== 'picture') throw new Error(reply.done);
    const { png, width, height } = reply.result;
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const picture = await look(png);
    expect(picture).toMatchObject({ width, height, clear: 0 });
    expect(picture.inked).toBeGreaterThan(3000);
  });
  test('a picture does not depend on what was drawn before it', async () => {
    const draw = async (number: string) => {
      const reply = await answer({ want: 'picture', job: jobOf(number) });
      return reply.done === 'picture' ? Buffer.from(reply.result.png).toString('base64') : reply.done;
    };
    // Charts with few or many lines, marks, limits, gaps, no data, several panels: each changes a view differently.
    const numbers = ['03', '25', '08', '40', '49', '01', '13', '16', '04'];
    const first = new Map<string, string>();
    for (const number of numbers) first.set(number, await draw(number));
    for (const number of numbers.toReversed()) expect((await draw(number)) === first.get(number), number).toBe(true);
  });
});

test('the process’s own zone does not leak into the picture', async () => {
  const code = `import { createHash } from 'node:crypto';
    import answer from './worker.ts';
    import { galleryCases } from '../../../test/gallery/gallery-cases.ts';
    const hash = createHash('sha1');
    for (const { name, job } of galleryCases()) if (/^(20|21|03)/.test(name)) {
      const reply = await answer({ want: 'picture', job });
      hash.update(reply.result.png);
      hash.update((await answer({ want: 'numbers', job })).result.csv);
    }
    console.log(hash.digest('hex'));`;
  const elsewhere = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    env: { ...process.env, TZ: 'Pacific/Chatham' },
    encoding: 'utf8',
  });
  const here = createHash('sha1');
  for (const number of ['03', '20', '21']) {
    const picture = await answer({ want: 'picture', job: jobOf(number) });
    const numbers = await answer({ want: 'numbers', job: jobOf(number) });
    if (picture.done !== 'picture' || numbers.done !== 'numbers') throw new Error(picture.done);
    here.update(picture.result.png).update(numbers.result.csv);
  }
  expect(new Date(0).getTimezoneOffset()).not.toBe(-825);
  expect(elsewhere.trim()).toBe(here.digest('hex'));
});

describe('the pool', () => {
  let charts: Charts;
  beforeAll(async () => {
    charts = createCharts({ queue: 2 });
    await charts.warm();
  });
  afterAll(() => charts.close());

  test('equal jobs in flight share one drawing; the caller keeps the body', async () => {
    const before = charts.stats();
    const job = jobOf('03');
    const copy = { ...job, body: new Uint8Array(job.body instanceof Uint8Array ? job.body : []) };
    const [one, two, three] = await Promise.all([charts.draw(job), charts.draw(copy), charts.draw(job)]);
    expect(two).toBe(one);
    expect(three).toBe(one);
    expect(charts.stats()).toMatchObject({
      drawn: before.drawn + 1,
      shared: before.shared + 2,
      waiting: 0,
      running: 0,
    });
    expect(copy.body.byteLength).toBeGreaterThan(0);
  });
  test('a full queue says so at once', async () => {
    const titled = (title: string) => charts.draw({ ...jobOf('03'), title });
    const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(titled));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const each of refused) expect(each.reason).toBeInstanceOf(ChartBusy);
    expect(charts.stats().refused).toBe(3);
    await titled('g');
  });
  // Millions of unordered samples take seconds to read, sort and draw.
  const slowReply = () => {
    const samples = Array.from({ length: 10_500 }, (_, at) => `[${(at * 7919) % 99_991},1]`).join(',');
    const result = Array.from({ length: 270 }, (_, at) => `{"metric":{"n":"${at}"},"values":[${samples}]}`).join(',');
    return `[{"service_id":"a","monitors":[{"monitor_item":"request","data":{"result":[${result}]}}]}]`;
  };
  test.each([
    ['the worker, and the next chart is drawn by a new one', 1, () => jobOf('03')],
    ['the process that read it', 0, () => ({ ...jobOf('01'), body: new TextEncoder().encode(slowReply()) })],
  ])(
    'a late answer ends %s',
    async (_what, replaced, slowJob) => {
      // The deadline of the second task, the slow chart, passes right after its start.
      let tasks = 0;
      const hasty = createCharts({
        wait: () => {
          tasks += 1;
          return tasks === 2 ? Promise.resolve() : new Promise(() => {});
        },
      });
      await hasty.warm();
      const slow = hasty.draw(slowJob());
      const behind = hasty.draw(jobOf('01'));
      await expect(slow).rejects.toMatchObject({ fault: { fault: 'failed' } });
      expect((await behind).png.length).toBeGreaterThan(1000);
      expect(hasty.stats()).toMatchObject({ failed: 1, waiting: 0, running: 0, replaced });
      await hasty.close();
    },
    60_000,
  );
  test('closed while it warms, it ends, and no other worker begins', async () => {
    const closed = createCharts();
    await closed.numbers(jobOf('01'));
    const warming = closed.warm();
    await Promise.all([expect(warming).rejects.toThrow(), setImmediate().then(closed.close)]);
    expect(closed.stats()).toMatchObject({ replaced: 0 });
  }, 60_000);
  test('a large reply is read by a process of its own, and the answer says what it cut', async () => {
    const before = charts.stats();
    const { start } = jobOf('01');
    const result = Array.from(
      { length: 100_000 },
      (_, at) => `{"metric":{"pod":"${at}"},"values":[[${start},1],[${start + 60},2]]}`,
    );
    const reply = `[{"service_id":"a","monitors":[{"monitor_item":"request","data":{"result":[${result.join(',')}]}}]}]`;
    const { components: _all, items: _every, ...job } = jobOf('01');
    const large = { ...job, body: new TextEncoder().encode(reply) };
    const { summary } = await charts.numbers(large);
    expect(summary.leftOut.cut).toEqual({ series: 98_000, points: 0, values: 98_000 });
    expect(chartText(summary, 'en', 'UTC').text).toContain('98000 more series');
    const { png, summary: drawn } = await charts.draw({ ...large, title: 'drawn' });
    expect(await look(png)).toMatchObject({ clear: 0 });
    expect(drawn.leftOut).toEqual(summary.leftOut);
    expect(charts.stats()).toMatchObject({ replaced: before.replaced, failed: before.failed });
  }, 60_000);
  // Every job field with bytes, and a future field that doesn't exist yet, because limits apply to all of them.
  const placed: readonly [field: string, (body: Uint8Array) => ChartJob][] = [
    ['body', (body) => ({ ...jobOf('01'), body })],
    ['comparison', (body) => ({ ...jobOf('01'), comparison: { body, start: 0, end: 60, label: 'before' } })],
    [
      'extremes',
      (body) => ({ ...jobOf('01'), extremes: { low: [], high: [{ item: 'request', components: [], body }] } }),
    ],
    [
      'history',
      (body) => ({ ...jobOf('01'), history: { body, start: 0, end: 60, step: 60, knownSince: 0, otherChanges: [] } }),
    ],
    ['a field to come', (body) => Object.assign({ ...jobOf('01') }, { later: [{ body }] })],
  ];
  test.each(placed)('too many bytes in %s are refused unread', async (_field, jobWith) => {
    const body = new Uint8Array(32 * 1024 * 1024 + 1);
    await expect(charts.draw(jobWith(body))).rejects.toMatchObject({ fault: { fault: 'too-large', of: 'bytes' } });
  });
  test.each(placed)('bytes in %s are never made text here, and others make another picture', async (field, jobWith) => {
    const encode = (text: string) =>
      Object.assign(new TextEncoder().encode(text), {
        toJSON: () => {
          throw new Error('read on the event loop');
        },
      });
    const before = charts.stats();
    const jobs = [jobWith(encode('[ ]')), jobWith(encode('[]'))];
    expect(await Promise.all(jobs.map((job) => charts.numbers({ ...job, title: field })))).toHaveLength(2);
    expect(charts.stats()).toMatchObject({ drawn: before.drawn + 2, shared: before.shared, failed: before.failed });
  });
});
