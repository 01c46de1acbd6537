import type { ChangeEngine } from '../changes/change-engine-types.ts';
import { type ChangeRequest, readRequest, readRequests } from '../core/request/change-request.ts';
import { canonical, type Plan } from '../core/request/plan.ts';
import type { Services } from '../operations/shared/services.ts';
import { timeLimits } from '../slack/blocks/limits.ts';
import type { Principal } from './agent-principal.ts';
import { requestLine } from './request-tools.ts';
import { ToolError } from './tool/tool-error.ts';
import { isoTime } from './tool/tool-text.ts';

const hourMs = 3_600_000;
/** How long a key means the same request. */
const dayMs = 24 * hourMs;
/** How long a signed body means the same request: a signature can be sent again for as long (`timeLimits.signatureMs`). */
const replayMs = 2 * timeLimits.signatureMs;

/** Only one proposal of an owner's agents at a time, on all replicas: or too many could be open at once. */
export async function alone<T>({ store, world }: Services, { owner }: Principal, work: () => Promise<T>): Promise<T> {
  const key = `agents of ${owner.id}`;
  const card = `${key} ${world.newId()}`;
  for (let tries = 0; ; tries += 1) {
    const at = world.now();
    const taken = await store.commit({ at, lease: { take: { key, card, holder: card, until: at + 60_000 } } });
    if (taken === 'saved') break;
    if (tries === 50) throw new ToolError('Another proposal of the same owner is being made. Try again in 10 seconds.');
    await world.wait(200);
  }
  try {
    return await work();
  } finally {
    await store.commit({ at: world.now(), lease: { release: { key, card } } });
  }
}

/**
 * The id that a proposal gets: of its key, else of the signed body that it came with; undefined if any will do.
 * @returns the request itself if it was made already
 * @throws ToolError if the key was used with other arguments
 */
export async function idFor(services: Services, { idFrom, sent }: Principal, key: string | undefined, digest: string) {
  const [named, forMs] = key === undefined ? [sent && `body ${sent}`, replayMs] : [key, dayMs];
  if (named === undefined) return undefined;
  for (let turn = 0; ; turn += 1) {
    const id = idFrom(`${turn} ${named}`);
    const card = readRequest(await services.store.requests.get(id));
    if (!card) return id;
    if (card.at <= services.world.now() - forMs) continue;
    if (card.agent?.asked === digest) return card;
    throw new ToolError(
      `idempotency_key: this key was used for another request, ${card.id}. Use a new key for other arguments.`,
      { next: [{ tool: 'get_request', arguments: { request: card.id } }] },
    );
  }
}

/** A token that was revoked while the request was made: nothing of it stays open. */
export async function refuseRevoked(
  services: Services,
  engine: Pick<ChangeEngine, 'withdraw'>,
  { agent }: Principal,
  request: ChangeRequest,
) {
  if (!agent.token || (await services.store.agents.get(agent.id))) return;
  await engine.withdraw(request.id, request.asker);
  throw new ToolError('This agent was revoked, so its request was canceled.');
}

/** So many of the newest requests are looked at. */
const mostLookedAt = 500;

/**
 * Refuses a change that people have denied twice within an hour, however its details differ: half an hour and 31 minutes
 * are the same to those who said no. @throws ToolError
 */
export async function refuseDenied(
  { store, world }: Services,
  { owner }: Principal,
  { operation, plan }: Pick<ChangeRequest, 'operation' | 'plan'>,
): Promise<void> {
  const recent = await store.requests.recent(mostLookedAt);
  const own = readRequests(recent.filter(({ asker, state }) => asker === owner.id && state === 'denied'));
  const denied = own.flatMap((card) =>
    card.agent && card.operation === operation && thingOf(card.plan) === thingOf(plan) ? [card.ended ?? card.at] : [],
  );
  const until = Math.max(...denied, 0) + hourMs;
  if (denied.length >= 2 && until > world.now())
    throw new ToolError(`People have denied this change twice. It can’t be proposed again before ${isoTime(until)}.`);
}

/** What a plan changes: its ports, domains and endpoints, else its components. */
function thingOf({ component, locks, touches }: Plan): string {
  return canonical([component, locks ?? [], touches ?? []]);
}

/** Refuses more open requests than the policy allows an owner's agents. @throws ToolError */
export async function refuseTooMany({ store, policy }: Services, { owner }: Principal): Promise<void> {
  const requests = readRequests(await store.requests.open({ asker: owner.id })).filter(({ agent }) => agent);
  if (requests.length < policy.agents.open) return;
  const first = Math.min(...requests.map(({ expires }) => expires));
  throw new ToolError(
    `${requests.length} requests of this owner’s agents are open, which is the most. Try again when one has ended, at the latest at ${isoTime(first)}. data.requests lists them.`,
    {
      data: { requests: requests.map((card) => requestLine(card, owner)) },
      next: requests.slice(0, 1).map(({ id }) => ({ tool: 'get_request', arguments: { request: id } })),
    },
  );
}
