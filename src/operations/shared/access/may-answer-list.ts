import type { Part } from '../../../core/command/answer.ts';
import { type Place, placeKey } from '../../../core/command/context.ts';
import { MayAnswer } from '../../../core/request/may-answer.ts';
import type { Plan } from '../../../core/request/plan.ts';
import { verbatimList } from '../../../core/text/joined.ts';
import type { Text } from '../../../core/text/text.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { Reads } from '../define.ts';
import { exposureMsg } from './exposure-messages.ts';

export const mayAnswerRecords = recordKind('may-answer', MayAnswer);

/** Returns an app's node ports that might be open unintentionally, newest first. */
export async function readMayAnswer(place: Place, reads: Pick<Reads, 'records'>): Promise<readonly MayAnswer[]> {
  const all = await mayAnswerRecords.bodies(reads, { placeKey: placeKey(place) });
  const newestFirst = all.toSorted((one, other) => other.since - one.since);
  const keys = new Set<string>();
  return newestFirst.filter(({ component, port, addresses }) => {
    const key = `${component} ${port} ${addresses.join(' ')}`;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}

/** Returns the ports of a component. Omits ports that are open now, because they are expected to answer. */
export function stillClosed(
  all: readonly MayAnswer[],
  component: string,
  ports: readonly Port[],
): readonly MayAnswer[] {
  const isOpen = (port: number) =>
    ports.some(({ containerPort, isOuterService }) => containerPort === port && isOuterService);
  return all.filter((each) => each.component === component && !isOpen(each.port));
}

export function isMayAnswer(
  all: readonly MayAnswer[] = [],
  component: string | undefined,
  port: number | undefined,
): boolean {
  return all.some((each) => each.component === component && each.port === port);
}

/** Returns the node ports that may stay open after a plan that closed a port. */
export function doneClosing({ mayAnswer }: Plan): readonly Text[] {
  if (mayAnswer?.once !== 'closed') return [];
  return [exposureMsg.doneMayAnswer({ addresses: verbatimList(mayAnswer.addresses) })];
}

const maxListed = 10;

export function mayAnswerParts(all: readonly MayAnswer[]): readonly Part[] {
  return all.slice(0, maxListed).map(({ port, componentName: component, addresses, once }) => {
    const words = { port, component, addresses: verbatimList(addresses) };
    return {
      part: 'note',
      text: once === 'closed' ? exposureMsg.mayAnswer(words) : exposureMsg.mayBeOpen(words),
    };
  });
}
