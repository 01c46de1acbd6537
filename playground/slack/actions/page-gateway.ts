import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseJson } from '../json-values.ts';
import type { InjectedSlackFault, PageActed, PageArea, PageEvent } from '../page-protocol.ts';
import { pageAction } from '../page-protocol.ts';
import { readBody, sendJson } from '../slack-server.ts';
import type { SlackState } from '../slack-state.ts';
import { pageState } from '../workspace/page-state.ts';
import { mimetypeOf } from '../workspace/stored-files.ts';
import type { SimulatedActor } from './actor.ts';

export type GatewayParts = {
  readonly sim: SlackState;
  readonly user: (id: string) => SimulatedActor;
  readonly injectFault: (given: InjectedSlackFault) => Promise<void>;
};

type Act = ReturnType<typeof pageAction.parse>;

const coalesceMs = 15;
const heartbeatMs = 15_000;

async function perform(parts: GatewayParts, act: Act): Promise<PageActed> {
  const actor = parts.user(act.as);
  switch (act.do) {
    case 'slash':
      return actor.slash(act.channel, act.text, act.threadTs);
    case 'say':
      return actor.say(act.channel, act.text, act.threadTs);
    case 'press': {
      const target = { blockId: act.blockId, actionId: act.actionId };
      return actor.press(act.on, target, act.value ?? null, act.values ? { values: act.values } : {});
    }
    case 'options':
      return actor.options(act.on, { blockId: act.blockId, actionId: act.actionId }, act.typed, act.values);
    case 'submit':
      return actor.submit(act.values, act.view);
    case 'close':
      return actor.close(act.all);
    case 'home':
      return actor.openHome();
    case 'shortcut':
      return actor.shortcut(act.callbackId, act.on);
    case 'direct':
      return { ok: true, channel: actor.direct() };
    case 'slackbot':
      return actor.openSlackbot();
    case 'fault':
      await parts.injectFault(act.fault);
      return { ok: true };
  }
}

async function onAct(parts: GatewayParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = pageAction.safeParse(parseJson((await readBody(request)).toString('utf8')));
  if (!parsed.success) {
    sendJson(response, 400, { ok: false, error: 'invalid_act', say: z.prettifyError(parsed.error) });
    return;
  }
  if (!parts.sim.workspace.people.has(parsed.data.as)) {
    sendJson(response, 404, { ok: false, error: 'user_not_found', say: 'There is nobody with that id.' });
    return;
  }
  sendJson(response, 200, await perform(parts, parsed.data));
}

/** Streams changes until the page disconnects. Combines simultaneous changes. */
function onLive(parts: GatewayParts, request: IncomingMessage, response: ServerResponse, me: string): void {
  const areas = new Set<PageArea>();
  let timer: NodeJS.Timeout | undefined;
  const send = (event: PageEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const flush = () => {
    timer = undefined;
    send({ type: 'changed', revision: parts.sim.journal.revision, what: [...areas] });
    areas.clear();
  };
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  send({ type: 'changed', revision: parts.sim.journal.revision, what: [] });
  const beat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
  beat.unref();
  const stop = parts.sim.journal.listen((update) => {
    if (update.type !== 'page' || (update.to !== null && update.to !== me)) return;
    if (update.event.type === 'notice') send(update.event);
    else {
      for (const area of update.event.what) areas.add(area);
      timer ??= setTimeout(flush, coalesceMs);
    }
  });
  request.on('close', () => {
    stop();
    clearInterval(beat);
    clearTimeout(timer);
  });
}

function onFile(parts: GatewayParts, response: ServerResponse, id: string): void {
  const file = parts.sim.workspace.files.get(id);
  if (!file?.bytes || !file.completed) {
    sendJson(response, 404, { ok: false, error: 'file_not_found' });
    return;
  }
  const name = encodeURIComponent(file.name);
  response.writeHead(200, {
    'content-type': mimetypeOf(file),
    'content-length': file.bytes.length,
    'content-disposition': `inline; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
  });
  response.end(file.bytes);
}

/** Answers requests under `/_page/`. Returns false for other paths, such as the page's files. */
export function createGateway(
  parts: GatewayParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://page.invalid');
    const me = url.searchParams.get('as') ?? '';
    if (!url.pathname.startsWith('/_page/')) return false;
    const what = url.pathname.slice('/_page/'.length);
    if (what === 'act' && request.method === 'POST') await onAct(parts, request, response);
    else if (what === 'state') {
      const state = pageState(parts.sim, me);
      sendJson(response, state ? 200 : 404, state ?? { ok: false, error: 'user_not_found' }, {
        'cache-control': 'no-store',
      });
    } else if (what === 'live') onLive(parts, request, response, me);
    else if (what === 'log') {
      const after = Number(url.searchParams.get('after') ?? 0);
      sendJson(
        response,
        200,
        parts.sim.journal.log.filter((entry) => entry.n > after),
        { 'cache-control': 'no-store' },
      );
    } else if (what.startsWith('files/')) onFile(parts, response, what.slice('files/'.length));
    else sendJson(response, 404, { ok: false, error: 'not_found' });
    return true;
  };
}
