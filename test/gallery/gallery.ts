import { mkdir, writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from 'canvas';
import { createCharts } from '../../src/charts/charts.ts';
import { describe } from '../../src/charts/summary/describe.ts';
import { galleryCases } from './gallery-cases.ts';

/**
 * `npm run gallery [words]`: draws every case (or those whose name has the words) into ./gallery at full
 * size and at a phone's 360 points, with a page to look at.
 */
const wanted = process.argv[2] ?? '';
const folder = new URL('../../gallery/', import.meta.url);
await mkdir(new URL('phone/', folder), { recursive: true });
const charts = createCharts();
await charts.warm();
const parts: string[] = [];
for (const { name, job } of galleryCases()) {
  if (!name.includes(wanted)) continue;
  const { png, width, summary } = await charts.draw(job);
  const said = describe(summary, job.lang, job.zone);
  await writeFile(new URL(`${name}.png`, folder), png);
  await writeFile(new URL(`phone/${name}.png`, folder), await phoneSize(png));
  const words = [said.text, '', said.alt].join('\n');
  parts.push(`<figure><figcaption>${name}</figcaption>
<div class="row"><img src="${name}.png" width="${width / 2}" alt="${escapeHtml(said.alt)}">
<div class="light"><img src="${name}.png" width="360" alt=""></div><div class="dark"><img src="${name}.png" width="360" alt=""></div></div>
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

/** As a phone shows it: 360 points wide, here a pixel each. */
async function phoneSize(png: Uint8Array): Promise<Uint8Array> {
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(360, Math.round((image.height * 360) / image.width));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toBuffer('image/png');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
