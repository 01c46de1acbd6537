import { mkdir, writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from 'canvas';
import { createCharts } from '../../src/charts/charts.ts';
import { describe } from '../../src/charts/summary/describe.ts';
import { galleryCases } from './gallery-cases.ts';

/**
 * `npm run gallery [words]`: draws the cases that match into ./gallery, in full size and in the size that Slack shows.
 */
/** Sizes of pictures in the playground, in pixels of its page. Slack's documentation has no sizes for image blocks. */
const shownAt = { desktop: { width: 760, height: 420 }, phone: { width: 328, height: 420 } } as const;
const wanted = process.argv[2] ?? '';
const folder = new URL('../../gallery/', import.meta.url);
for (const device of Object.keys(shownAt)) await mkdir(new URL(`${device}/`, folder), { recursive: true });
const charts = createCharts();
await charts.warm();
const parts: string[] = [];
for (const { name, job } of galleryCases()) {
  if (!name.includes(wanted)) continue;
  const { png, summary } = await charts.draw(job);
  const said = describe(summary, job.lang, job.zone);
  await writeFile(new URL(`${name}.png`, folder), png);
  for (const [device, size] of Object.entries(shownAt))
    await writeFile(new URL(`${device}/${name}.png`, folder), await asShown(png, size));
  const words = [said.text, '', said.findings.join('\n'), '', said.alt].join('\n');
  parts.push(`<figure><figcaption>${name}</figcaption>
<div class="row"><img src="desktop/${name}.png" alt="${escapeHtml(said.alt)}">
<div class="light"><img src="phone/${name}.png" alt=""></div><div class="dark"><img src="phone/${name}.png" alt=""></div></div>
<pre>${escapeHtml(words)}</pre></figure>`);
  console.log(`${name}.png  ${png.length} bytes`);
}
await writeFile(
  new URL('index.html', folder),
  `<!doctype html><meta charset="utf-8"><title>Portolan's charts</title>
<style>body{font:15px system-ui;margin:24px;background:#fff;color:#222}figcaption{font-weight:600;margin:24px 0 8px}
.row{display:flex;gap:16px;align-items:start;flex-wrap:wrap}.light,.dark{padding:16px;border:1px solid #ddd;border-radius:8px}
.dark{background:#1a1d21}img{border-radius:4px}pre{white-space:pre-wrap;max-width:1200px;color:#555}</style>
${parts.join('\n')}\n`,
);
await charts.close();

async function asShown(png: Uint8Array, max: { readonly width: number; readonly height: number }): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(png));
  const scale = Math.min(1, max.width / image.width, max.height / image.height);
  let shown = { width: image.width, height: image.height };
  let canvas = createCanvas(shown.width, shown.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  // Halve the picture repeatedly, like browsers do. A single large step would lose thin lines.
  while (shown.width > Math.round(image.width * scale)) {
    const next = Math.max(scale, shown.width / image.width / 2);
    shown = { width: Math.round(image.width * next), height: Math.round(image.height * next) };
    const smaller = createCanvas(shown.width, shown.height);
    const context = smaller.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(canvas, 0, 0, shown.width, shown.height);
    canvas = smaller;
  }
  return canvas.toBuffer('image/png');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
