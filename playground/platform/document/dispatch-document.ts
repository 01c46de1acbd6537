import { dispatchConsole, type Incoming, matchRoute } from '../dispatch-console.ts';
import { notFoundPage, PlatformRefusal, type SimulatedOutcome } from '../platform-answer.ts';
import type { SimulatedRoute } from '../routes.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import { plainAnswer, refuse } from './document-answers.ts';
import { plainRequest } from './document-requests.ts';

/**
 * Answers a request exactly as docs/platform.md says: nine operations, bare bodies, separate names and defaults. State
 * and rules are the same as the console's. Errors are simple, because the document shows no errors.
 */
export function dispatchDocument(world: SimulatedWorld, incoming: Incoming): SimulatedOutcome {
  const matched = matchRoute(incoming.path);
  // Other paths return the server's 404 page, not an API answer.
  if (matched === null || matched.route.documented.length === 0) return { world, answer: notFoundPage };
  if (isUndocumented(matched.route, incoming.method)) return { world, answer: refuse(405, 'method not allowed') };
  try {
    const asked = plainRequest(world, incoming, matched.route.name, matched.params);
    const outcome = dispatchConsole(world, asked);
    return { world: outcome.world, answer: plainAnswer(outcome, incoming, matched.route.name) };
  } catch (refusal) {
    if (refusal instanceof PlatformRefusal) return { world, answer: refusal.answer };
    throw refusal;
  }
}

/** Whether the console supports the method on a documented path, although the document doesn't mention the method. */
function isUndocumented(route: SimulatedRoute, method: string): boolean {
  const asked = method === 'HEAD' ? 'GET' : method;
  return route.operations[asked] !== undefined && !route.documented.includes(asked);
}
