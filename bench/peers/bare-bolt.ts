import { App, HTTPReceiver } from '@slack/bolt';
import { places } from '../stage/processes.ts';

/** Bolt app as in Bolt's documentation. Its handlers only acknowledge. */
const receiver = new HTTPReceiver({ signingSecret: places.signingSecret });
const app = new App({
  token: places.botToken,
  receiver,
  deferInitialization: true,
  clientOptions: { slackApiUrl: process.argv[2] ?? '' },
});
app.command(/.*/, async ({ ack }) => {
  await ack();
});
app.action(/.*/, async ({ ack }) => {
  await ack();
});
await app.init();
await app.start(Number(process.argv[3] ?? 0));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ ready: true });
