import { placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { type ChangeRequest, readRequest, readRequests } from '../../core/request/change-request.ts';
import { mayHaveChanged } from '../../core/request/follow-up.ts';
import { shortDurationText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';
import type { ComponentEvent } from '../../platform/event/event-endpoints.ts';
import type { Reads } from '../shared/define.ts';
import { changesAmong, type MarkedComponent } from '../shared/event/event-marks.ts';
import { isDoneBy, requestBegin, touches } from '../shared/event/request-changes.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { componentMsg } from './component-messages.ts';

const maxRequests = 100;

/** Returns the newest change of a component, by Portolan or in the console. Private channels aren't disclosed. */
export async function lastChange(
  component: MarkedComponent,
  events: readonly ComponentEvent[],
  ask: Ask,
  reads: Reads,
): Promise<Text | undefined> {
  const ids = new Set([component.id]);
  const requests = readRequests(await reads.requests.ran(placeKey(ask.context), maxRequests))
    .filter((request) => mayHaveChanged(request) && touches(request, ids))
    .toSorted((one, other) => requestBegin(other) - requestBegin(one));
  const [last] = requests;
  const others = changesAmong(events, component).filter((each) => !requests.some((request) => isDoneBy(each, request)));
  const other = others.findLast(({ mark }) => mark);
  if (other?.mark && (!last || other.since * 1_000 > requestBegin(last))) {
    const { what, who } = other.mark;
    const change = { what: what(''), when: { at: other.since * 1_000 } };
    return who === undefined ? componentMsg.changed(change) : componentMsg.changedInConsole({ ...change, who });
  }
  if (!last) return undefined;
  const { plan, system, asker, follows } = last;
  const { link } = last.shown;
  const when = { at: requestBegin(last) };
  const isShown = await channelAccess(ask, reads).mayPost(last.shown.channel);
  if (system)
    return closedText(last, when, isShown ? readRequest(await reads.requests.get(follows?.card ?? '')) : undefined);
  if (!isShown) return componentMsg.changed({ what: plan.title, when });
  const what = link === undefined ? plan.title : { link, label: plan.title };
  return componentMsg.changedBy({ what, who: asker.name, when });
}

/** Says that access closed automatically, and who opened it for how long. */
function closedText({ plan }: ChangeRequest, when: { readonly at: number }, opened: ChangeRequest | undefined): Text {
  const what = plan.title;
  const timed = opened?.plan.timedFor;
  if (!opened || timed === undefined) return componentMsg.changedAlone({ what, when });
  const length = shortDurationText(timed);
  return componentMsg.closedAlone({ what, when, who: opened.asker.name, length });
}
