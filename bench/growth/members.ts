import { WebClient } from '@slack/web-api';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { createPeople } from '../../src/slack/people/people.ts';
import { quantile } from '../quantile.ts';
import type { Growth } from './growth.ts';
import { timed } from './workflow/workflow.ts';

const checked = 15;
const calls = 'calls of Slack to check someone’s rights, most';
const botToken = 'xoxb-growth';

/** Whether someone may decide is found with five pages of members, and one call of their channels, however large a channel is. */
export const members: Growth = {
  title: 'Members of a channel',
  sizes: [20, 500, 2_000, 20_000],
  quickSizes: [20, 2_000],
  budgets: [{ what: calls, text: '≤ 6', counts: true, kept: (values) => values.every((value) => value <= 6) }],
  async measure(size) {
    const ids = Array.from({ length: size }, (_, n) => `U0M${n}`);
    const channel = 'C0LARGE';
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
      const rights: number[] = [];
      // Those who joined last: they are on no first page.
      const took = await timed(ids.slice(-checked), async (id) => {
        const person = await people.person(id);
        const before = slack.log.length;
        const actor = await people.actor(person, channel);
        if (actor.inChannel !== true) throw new Error(`${id} is not seen in the channel`);
        rights.push(slack.log.slice(before).filter(({ kind }) => kind === 'api').length);
      });
      return [
        { what: calls, value: Math.max(...rights) },
        { what: 'profile and rights of someone new, median', value: quantile(took, 0.5), unit: 'ms' },
      ];
    } finally {
      await slack.close();
    }
  },
};
