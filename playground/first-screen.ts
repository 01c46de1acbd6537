import { generateKeyPairSync } from 'node:crypto';
import { type EvidenceKey, readEvidenceKey } from '../src/core/evidence-key.ts';
import type { Playground } from './playground.ts';
import { objectsOf, stringOf } from './slack/json-values.ts';
import type { StoredMessage } from './slack/workspace/workspace.ts';
import { weekOfChanges } from './week-of-changes.ts';

/** Context of each channel. Different channels use different apps. */
const contexts = [
  { channel: 'C0SHOP', name: 'shop', team: 'shop', region: 'east-1', app: '12', appName: 'shop' },
  { channel: 'C0BILLING', name: 'billing', team: 'shop', region: 'east-1', app: '15', appName: 'billing' },
  { channel: 'C0GENERAL', name: 'sandbox', team: 'lab', region: 'west-2', app: '40', appName: 'sandbox' },
] as const;

/** Channel of the first screen, in which the viewer asks for a chart and the requester sends a request. */
const [{ channel }] = contexts;
const viewer = 'U0MAYA';
const requester = 'U0SAM';
const approver = 'U0LIU';

export async function setChannelContexts({ bot }: Playground): Promise<void> {
  const { store } = bot();
  const at = Date.now();
  for (const { channel: key, ...context } of contexts)
    await store.contexts.set('channel', key, { ...context, setBy: requester, at });
}

/** Adds a finished request and a chart to the first channel. People of the workspace ask the bot for them. */
export async function fillFirstScreen({ bot, slack }: Playground): Promise<void> {
  const { idle } = bot();
  await slack.user(viewer).slash(channel, '/monitor web 6h item=gateway-latency');
  await idle();
  const change = '/port open web 8443 both for=8h reason="Partner test of the new checkout"';
  await slack.user(requester).slash(channel, change);
  await idle();
  const card = slack.messages(channel, approver).find((message) => hasAction(message, 'request.approve'));
  if (card) await slack.user(approver).press({ channel, ts: card.ts }, 'request.approve');
  await idle();
}

/** Stores a week of requests and console events, so that there is evidence to look at. */
export async function fillLastWeek({ bot }: Playground, now: number): Promise<void> {
  const [{ name, team, region, app }] = contexts;
  const { audit, records } = weekOfChanges({ name, team, region, app }, now);
  await bot().store.commit({ at: now, audit, records });
}

export function newEvidenceKey(): EvidenceKey | undefined {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = readEvidenceKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return 'unusable' in key ? undefined : key;
}

function hasAction({ blocks }: StoredMessage, actionId: string): boolean {
  return objectsOf(blocks).some((block) =>
    objectsOf(block.elements).some((element) => stringOf(element.action_id) === actionId),
  );
}
