import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { alertActs, type InspectorEntry, type InspectorReply } from './inspector-protocol.ts';
import type { MovableClock } from './movable-clock.ts';
import { elsewhereAct } from './platform/edge/elsewhere.ts';
import { faultPatch } from './platform/edge/platform-faults.ts';
import type { LogEntry } from './platform/edge/request-log.ts';
import { type Pause, portsOf } from './platform/simulated-world.ts';
import type { SimulatedPlatform } from './platform/start-platform.ts';
import type { SimulatedAlertmanager } from './simulated-alertmanager.ts';
import { parseJson } from './slack/json-values.ts';
import { readBody, sendJson } from './slack/slack-server.ts';

/** 31 days, because no time limit of the bot is longer. */
const longestSkipMs = 31 * 86_400_000;

const inspectorAction = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('patch'), patch: faultPatch }),
  z.strictObject({ do: z.literal('reset') }),
  z.strictObject({ do: z.literal('restore') }),
  z.strictObject({ do: z.literal('elsewhere'), act: elsewhereAct }),
  z.strictObject({ do: z.literal('alerts'), act: z.enum(alertActs) }),
  z.strictObject({ do: z.literal('skip'), ms: z.number().int().min(1).max(longestSkipMs) }),
]);

/** The platform's part of the inspector. `handle` returns true if it answered the request. */
export type Inspector = {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly close: () => void;
};

type InspectorParts = {
  readonly platform: SimulatedPlatform;
  readonly clock: MovableClock | undefined;
  readonly alertmanager: SimulatedAlertmanager | undefined;
  /** Returns when the bot's next work is due, epoch ms. */
  readonly due: () => Promise<number>;
};

const heartbeatMs = 15_000;

/**
 * Serves `/_inspector/log?after=n`, `/_inspector/live` (one line per new entry), and `/_inspector/faults` (GET and
 * POST). Only for the playground: the log contains whole bodies.
 */
export function createInspector(parts: InspectorParts): Inspector {
  const { platform } = parts;
  const open = new Set<ServerResponse>();
  return {
    handle: async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://inspector.invalid');
      switch (`${request.method} ${url.pathname}`) {
        case 'GET /_inspector/log':
          return done(sendJson(response, 200, entriesAfter(platform, url), noStore));
        case 'GET /_inspector/live':
          return done(stream(platform, open, request, response));
        case 'GET /_inspector/faults':
          return done(sendJson(response, 200, inspectorStatus(parts), noStore));
        case 'POST /_inspector/faults':
          await onFaults(parts, request, response);
          return true;
        default:
          return false;
      }
    },
    close: () => {
      for (const response of open) response.end();
      open.clear();
    },
  };
}

const noStore = { 'cache-control': 'no-store' };

function done(_answered: unknown): true {
  return true;
}

function entriesAfter(platform: SimulatedPlatform, url: URL): readonly InspectorEntry[] {
  const after = Number(url.searchParams.get('after') ?? 0);
  return platform.log.entries.filter((entry) => entry.number > after).map(showEntry);
}

function showEntry(entry: LogEntry): InspectorEntry {
  const { number: n, at, method, path, status, ms, body: request, answer, fault = null } = entry;
  const query = new URLSearchParams(entry.query).toString();
  return { n, at, kind: 'platform', method, path, query, status, ms, request, answer, fault };
}

function inspectorStatus({ platform, clock, alertmanager }: InspectorParts): InspectorReply {
  const world = platform.state;
  const now = clock?.world.now() ?? Date.now();
  const components = world.components.map((component) => ({
    name: component.cname,
    alias: component.alias,
    app: world.apps.find((app) => app.id === component.appId)?.name ?? '',
    region: component.region,
    troubles: (component.troubles ?? []).filter(({ to }) => isOpen({ to }, now)).map(({ kind }) => kind),
    ports: portsOf(world, component.id).map(({ number, inner, outer }) => ({ number, inner, outer })),
  }));
  const regions = world.regions.map((region) => region.name);
  const unscraped = world.regions.filter((region) => region.unscraped?.some((pause) => isOpen(pause, now)));
  return {
    ...{ ok: true, ahead: clock?.ahead() ?? null, faults: platform.faults.now, regions, components },
    alerts: alertmanager?.status() ?? null,
    unscraped: unscraped.map(({ name }) => name),
    certificates: world.certificates.map(({ id, alias, expiresAt }) => ({ id, name: alias, expiresAt })),
  };
}

/** Whether a pause or problem hasn't ended. A problem continues until the pods are replaced. */
function isOpen({ to }: Pick<Pause, 'to'>, now: number): boolean {
  return to === null || now < to;
}

async function onFaults(parts: InspectorParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = inspectorAction.safeParse(parseJson((await readBody(request)).toString('utf8')));
  if (!parsed.success) return sendJson(response, 400, { ok: false, say: z.prettifyError(parsed.error) });
  try {
    await perform(parts, parsed.data);
    sendJson(response, 200, inspectorStatus(parts));
  } catch (error) {
    sendJson(response, 409, { ok: false, say: error instanceof Error ? error.message : String(error) });
  }
}

async function perform(
  { platform, clock, alertmanager, due }: InspectorParts,
  act: z.output<typeof inspectorAction>,
): Promise<void> {
  switch (act.do) {
    case 'patch':
      return platform.faults.set(act.patch);
    case 'reset':
      return platform.faults.reset();
    case 'restore':
      return platform.restore();
    case 'elsewhere':
      return platform.elsewhere(act.act);
    case 'alerts':
      if (!alertmanager) throw new Error('This playground has no Alertmanager.');
      return alertmanager.act(act.act);
    case 'skip':
      if (!clock) throw new Error('The time of this playground can’t be moved.');
      return clock.pass(act.ms, { due });
  }
}

function stream(
  platform: SimulatedPlatform,
  open: Set<ServerResponse>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': listening\n\n');
  open.add(response);
  const stop = platform.log.subscribe((entry) => response.write(`data: ${JSON.stringify({ n: entry.number })}\n\n`));
  const beat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
  beat.unref();
  request.on('close', () => {
    stop();
    clearInterval(beat);
    open.delete(response);
  });
}
