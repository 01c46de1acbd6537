import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';
import { servePage } from './page-server.ts';
import { servePlayground, startPlayground } from './playground.ts';

/** `npm run playground`: no Slack, no platform, no database server; prints one address. */
const log = createLogger({ level: process.argv.includes('--verbose') ? 'debug' : 'error' });
const [playground, page] = await Promise.all([startPlayground({ world: realWorld(log) }), servePage()]);
const served = await servePlayground(playground, page, 4_400);
process.stdout.write(`
  Portolan’s playground is open: ${served.url}

  A small Slack with the real bot in it, a simulated platform behind. Try:
    /region            /port web            /monitor web 6h
    /port open api 8000 for=10m      then approve it as somebody else

  Ctrl+C ends it; nothing is kept.
`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await served.close();
  await page.close();
  await playground.stop();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
