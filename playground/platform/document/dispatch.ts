import { notFoundPage, type Outcome, Refusal } from '../answer.ts';
import { dispatchConsole, type Incoming, matchRoute } from '../dispatch.ts';
import type { World } from '../world.ts';
import { plainAnswer, refuse } from './answers.ts';
import { plainRequest } from './requests.ts';

/**
 * Answers one request literally as interface.md says: its nine operations, bare bodies, its own names and defaults.
 * The same state and rules as the console underneath; what the document does not show (errors) is kept simple.
 */
export function dispatchDocument(world: World, incoming: Incoming): Outcome {
  const matched = matchRoute(incoming.path);
  // A path that is not served gets the server's own page, not an answer of the interface.
  if (matched === null || !matched.route.documented) return { world, answer: notFoundPage };
  const listsRules = matched.route.name === 'List App Gateway Rule' && isReading(incoming);
  if (listsRules) return { world, answer: refuse(405, 'method not allowed') };
  try {
    const asked = plainRequest(world, incoming, matched.route.name, matched.params);
    const outcome = dispatchConsole(world, asked);
    return { world: outcome.world, answer: plainAnswer(outcome, incoming, matched.route.name) };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { world, answer: refusal.answer };
    throw refusal;
  }
}

function isReading(incoming: Incoming): boolean {
  return incoming.method === 'GET' || incoming.method === 'HEAD';
}
