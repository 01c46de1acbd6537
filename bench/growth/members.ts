import { WebClient } from '@slack/web-api';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { createPeople } from '../../src/slack/people/people.ts';
import { countLimit, growth } from './growth.ts';

const checked = 15;
const botToken = 'xoxb-growth';
const channel = 'C0LARGE';

/** For any channel size, a decision reads five pages of members and makes one call for the list of channels. */
export const members = growth({
  title: 'Members of a channel',
  sizes: [20, 500, 2_000, 20_000],
  quickSizes: [20, 2_000],
  figures: { calls: { what: 'calls of Slack to check someone’s rights, most', budget: countLimit(6) } },
  async measure(size) {
    const ids = Array.from({ length: size }, (_, n) => `U0M${n}`);
    const slack = await startSlack({
      bot: { signingSecret: 'growth', botToken },
      seed: {
        people: ids.map((id) => ({ id, name: id.toLowerCase() })),
        channels: [{ id: channel, name: 'large', members: [...ids, 'U0PORTOLAN'] }],
      },
    });
    try {
      const client = new WebClient(botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
      const people = createPeople({ client, now: Date.now, team: () => slack.workspace.team.id, groups: [] });
      const counts: number[] = [];
      // The newest members aren't on the first page of members, so check those.
      for (const id of ids.slice(-checked)) {
        const person = await people.person(id);
        const before = slack.log.length;
        const actor = await people.actor(person, channel);
        if (actor.inChannel !== true) throw new Error(`${id} is not seen in the channel`);
        counts.push(slack.log.slice(before).filter(({ kind }) => kind === 'api').length);
      }
      return { calls: Math.max(...counts) };
    } finally {
      await slack.close();
    }
  },
});
