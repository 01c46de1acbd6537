import type { IncomingMessage, ServerResponse } from 'node:http';
import { actElsewhere } from './elsewhere.ts';
import { tiltPatch } from './platform-faults.ts';
import { readRequest, shownBody } from './read-request.ts';
import type { ServerContext } from './server-context.ts';

/** Whether a request is for the simulator itself and not for the platform. */
export function isControl(message: IncomingMessage): boolean {
  return /^\/_tilt(\/|$|\?)/.test(message.url ?? '');
}

/**
 * The simulator's own address, outside the interface: GET /_tilt shows the tilts, POST /_tilt sets some,
 * POST /_tilt/reset levels all, POST /_tilt/elsewhere lets somebody else act, POST /_tilt/restore brings the seed back,
 * GET /_tilt/state and GET /_tilt/log show the world and the requests.
 */
export async function answerControl(
  context: ServerContext,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrived = await readRequest(message);
  const send = (status: number, body: unknown): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const body = shownBody(arrived.body);
  try {
    switch (`${arrived.method} ${arrived.path}`) {
      case 'GET /_tilt':
        return send(200, context.tilts());
      case 'GET /_tilt/state':
        return send(200, context.world());
      case 'GET /_tilt/log':
        return send(200, context.log.entries);
      case 'POST /_tilt': {
        const patch = tiltPatch.parse(body);
        if (patch.down === 'refused') return send(400, { error: 'refused would close this address too' });
        await context.setTilts(patch);
        return send(200, context.tilts());
      }
      case 'POST /_tilt/reset':
        await context.resetTilts();
        return send(200, context.tilts());
      case 'POST /_tilt/restore':
        context.restore();
        return send(200, {});
      case 'POST /_tilt/elsewhere':
        context.change((world) => actElsewhere(world, body, context.now()));
        return send(200, {});
      default:
        return send(404, { error: 'not a tilt' });
    }
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}
