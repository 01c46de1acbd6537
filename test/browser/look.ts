import { launchBrowser } from './launch.ts';
import { ask, maya, sam, startStage, messageAt } from './stage.ts';
const stage = await startStage({}, launchBrowser);
const out = process.argv[2] ?? '/tmp/look';
const commands = process.argv.slice(3);
try {
  const sizes = { phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }, desktop: { viewport: { width: 1280, height: 1400 }, deviceScaleFactor: 1 } } as const;
  const p = await stage.open(maya, { ...sizes.phone, theme: 'light' });
  const d = await stage.open(sam, { ...sizes.desktop, theme: 'light' });
  for (const [i, command] of commands.entries()) {
    const m = await ask(p.page, command);
    await m.locator('img').first().waitFor();
    await stage.bot().idle();
    const ts = (await m.getAttribute('data-ts')) ?? '';
    const box = await m.boundingBox();
    const parts = await m.locator('.blocks > *').evaluateAll((all: any[]) => all.map((e) => [e.className || e.tagName, Math.round(e.getBoundingClientRect().height)].join(' ')));
    const img = await m.locator('img').first().boundingBox();
    console.log(command, 'height', box?.height, 'img', img?.width, img?.height, parts.join(' | '));
    await m.screenshot({ path: `${out}-${i}-phone.png` });
    const md = messageAt(d.page, ts);
    await md.locator('img').first().waitFor();
    await md.locator('img').first().evaluate((e: any) => e.decode());
    const imgd = await md.locator('img').first().boundingBox();
    console.log('  desktop img', imgd?.width, imgd?.height);
    await md.screenshot({ path: `${out}-${i}-desktop.png` });
  }
} finally {
  await stage.close();
}
