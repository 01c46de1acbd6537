import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';
import { fillFirstScreen, fillLastWeek, newEvidenceKey, setChannelContexts } from './first-screen.ts';
import { createMovableClock } from './movable-clock.ts';
import { servePage } from './page-server.ts';
import { createAgent, type Playground, playgroundPolicy, servePlayground, startPlayground } from './playground.ts';
import { playgroundAlertToken, playgroundSource } from './simulated-alertmanager.ts';

/** `npm run playground`: starts without Slack, platform or database server, and prints one URL. */
const log = createLogger({ level: process.argv.includes('--verbose') ? 'debug' : 'error' });
const agentOwner = { id: 'U0SAM', name: 'sam' };
const clock = createMovableClock(realWorld(log));
const [playground, page] = await Promise.all([openPlayground(), servePage()]);
const served = await servePlayground(playground, page, { port: 4_400, clock });
const token = await createAgent(playground.bot(), agentOwner, {
  ...{ name: 'playground-agent', id: 'playground', may: 'propose' },
  at: clock.world.now(),
});
process.stdout.write(`
  Portolan’s playground: ${served.url}

  The real bot in a simulated Slack, with a simulated platform behind it. Try:
    /region            /port web            /monitor web 6h
    /port open api 8000 for=10m      then approve it as someone else
    /portolan evidence since=7d      an archive for auditors, of a week that was made up

  Connect an agent, which proposes changes for Sam:
    claude mcp add --transport http portolan ${served.url}/mcp --header "Authorization: Bearer ${token}"

  Press Ctrl+C to stop. Nothing is kept.
`);

/** Uses Socket Mode, because signatures over HTTP use the machine's time: a bot with a moved clock would refuse it. */
async function openPlayground(): Promise<Playground> {
  const { now } = clock.world;
  const opened = await startPlayground({
    world: clock.world,
    mode: 'socket',
    policy: { ...playgroundPolicy, alertSources: new Map([[playgroundSource.name, playgroundSource]]) },
    alertTokens: new Map([[playgroundSource.name, playgroundAlertToken]]),
    agents: true,
    evidenceKey: newEvidenceKey(),
    slack: { now },
    platform: { now },
  });
  await setChannelContexts(opened);
  await fillLastWeek(opened, now());
  return opened;
}

// Don't wait for the first chart, which takes a second. The page shows the chart when it is ready.
fillFirstScreen(playground).catch((error: unknown) => log.debug('the first screen stays empty', { error }));

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
