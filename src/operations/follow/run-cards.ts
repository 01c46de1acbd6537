import { type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import type { ReadApp } from '../../reader/reader-subscriber.ts';
import type { Services } from '../shared/services.ts';
import type { FollowedComponent, TrackedRun } from './stored-follow.ts';

/** How long a run isn't reported if Portolan may have started it, in ms. Its request learns the event in seconds. */
const heldFor = 30_000;

/** Finds the cards of Portolan's runs (`now`: epoch ms). Delays the report of a run that may soon have a card. */
export async function findRunCards(
  { store, people }: Pick<Services, 'store' | 'people'>,
  app: ReadApp,
  component: FollowedComponent,
  before: FollowedComponent | undefined,
  now: number,
): Promise<FollowedComponent> {
  const statesBefore = new Map(before?.runs.map(({ report }) => [report.id, report.state]));
  const needsCard = ({ isHistory, card, told, heldUntil, report }: TrackedRun) =>
    !isHistory &&
    !card &&
    (heldUntil !== undefined || (Object.keys(told).length === 0 && statesBefore.get(report.id) !== report.state));
  if (!component.runs.some(needsCard)) return component;
  const stored = [
    ...(await store.requests.running()).map(({ card: request }) => request),
    ...(await store.requests.recent(100)),
  ];
  const requests = readRequests(stored.filter((each) => each.placeKey === app.key));
  const runs = await Promise.all(
    component.runs.map(async (run) => {
      if (!needsCard(run)) return run;
      const { heldUntil, ...rest } = run;
      const own = requests.find((each) => hasBegun(each, run));
      if (own) return { ...rest, card: await ownCardOf(own, people) };
      const mayBe = requests.some((each) => mayBegin(each, component.component));
      const until = heldUntil ?? now + heldFor;
      return mayBe && now < until ? { ...rest, heldUntil: until } : rest;
    }),
  );
  return { ...component, runs };
}

/** Links to the card only if its channel is public, because every reader of the message sees the link. */
async function ownCardOf(
  { channel, link }: ChangeRequest,
  { isPublic }: Services['people'],
): Promise<NonNullable<TrackedRun['card']>> {
  const mayLink = link !== undefined && (await isPublic(channel).catch(() => false));
  return { channel, ...(mayLink ? { link } : {}) };
}

function hasBegun({ steps }: ChangeRequest, { report }: TrackedRun): boolean {
  const events = steps.flatMap((step) => step.events ?? []);
  return events.some(({ event, first }) => [event, first?.event].some((id) => id === report.id || id === report.event));
}

/** Checks whether a request may have started a run on a component, but doesn't know the run's event yet. */
function mayBegin({ state, steps, plan }: ChangeRequest, component: string): boolean {
  if (state !== 'running') return false;
  return steps.some((step, index) => {
    const awaits = plan.steps[index]?.awaits?.components.some(({ id }) => id === component);
    const event = step.events?.find((each) => each.component === component);
    return awaits === true && (step.state === 'sent' || event?.state === 'awaited');
  });
}
