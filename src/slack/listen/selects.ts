import type { Person } from '../../core/command/context.ts';
import { resultWithin } from '../../core/world.ts';
import { ProfileUnreadable, type Services } from '../../operations/shared/services.ts';
import { createOptionRequests } from '../form/option-requests.ts';
import { OptionsBody } from '../interaction/payloads.ts';
import type { Listening } from './listening.ts';

/** How long options wait for a profile, in ms. Slack waits three seconds for the options. */
const profileWaitMs = 1_000;

export function listenToSelects({ app, bot }: Listening): void {
  const { services, metrics } = bot;
  const options = createOptionRequests(services);
  app.options(/.*/, async ({ body, ack }) => {
    const since = services.world.now();
    const payload = OptionsBody.parse(body);
    const person = await profileSoon(services, payload.user.id);
    await ack({ options: person ? await options(bot, payload, person) : [] });
    metrics.acked('options', services.world.now() - since);
  });
}

async function profileSoon({ people, world }: Services, id: string): Promise<Person | undefined> {
  try {
    return await resultWithin(world, profileWaitMs, people.person(id));
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    world.log.warn('the profile of the person who opens a select could not be read', { error });
    return undefined;
  }
}
