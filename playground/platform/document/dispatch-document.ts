import { dispatchConsole, type Incoming, matchRoute } from '../dispatch-console.ts';
import { notFoundPage, PlatformRefusal, type SimulatedOutcome } from '../platform-answer.ts';
import type { SimulatedRoute } from '../routes.ts';
import type { SimulatedWorld } from '../simulated-world.ts';
import { plainAnswer, refuse } from './document-answers.ts';
import { plainRequest } from './document-requests.ts';

/**
 * Answers one request literally as docs/platform.md says: its nine operations, bare bodies, its own names and defaults.
 * The same state and rules as the console underneath; what the document does not show (errors) is kept simple.
 */
export function dispatchDocument(world: SimulatedWorld, incoming: Incoming): SimulatedOutcome {
  const matched = matchRoute(incoming.path);
  // A path that is not served gets the server's own page, not an answer of the interface.
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

/** A method that the console has on a documented path and the document doesn't name, such as listing the rules. */
function isUndocumented(route: SimulatedRoute, method: string): boolean {
  const asked = method === 'HEAD' ? 'GET' : method;
  return route.operations[asked] !== undefined && !route.documented.includes(asked);
}
