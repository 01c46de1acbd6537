import type { IncomingMessage, ServerResponse } from 'node:http';
import { actElsewhere } from './elsewhere.ts';
import { faultPatch } from './platform-faults.ts';
import { readRequest, shownBody } from './read-request.ts';
import type { ServerContext } from './server-context.ts';

export function isControl(message: IncomingMessage): boolean {
  return /^\/_faults(\/|$|\?)/.test(message.url ?? '');
}

/**
 * Serves the simulator's control paths: GET /_faults, POST /_faults (set), /_faults/reset, /_faults/elsewhere (somebody
 * else acts), /_faults/restore (restores the seed), GET /_faults/state and /_faults/log.
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
      case 'GET /_faults':
        return send(200, context.faults());
      case 'GET /_faults/state':
        return send(200, context.world());
      case 'GET /_faults/log':
        return send(200, context.log.entries);
      case 'POST /_faults': {
        const patch = faultPatch.parse(body);
        if (patch.down === 'refused') return send(400, { error: 'refused would close this address too' });
        await context.setFaults(patch);
        return send(200, context.faults());
      }
      case 'POST /_faults/reset':
        await context.resetFaults();
        return send(200, context.faults());
      case 'POST /_faults/restore':
        context.restore();
        return send(200, {});
      case 'POST /_faults/elsewhere':
        context.change((world) => actElsewhere(world, body, context.now()));
        return send(200, {});
      default:
        return send(404, { error: 'not a control address' });
    }
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}
