import { openStage } from '../stage/bench-stage.ts';
import { residentOf } from '../stage/processes.ts';
import { personAt } from '../stage/stage-places.ts';
import { type Growth, limitBudget } from './growth.ts';

const ack = 'acknowledged, slowest';
const answer = 'answered at the response_url, slowest';
const memory = 'memory that it adds at most';

/** Everybody asks `/port web` at the same moment, over connections that are open. */
export const peopleAtOnce: Growth = {
  title: 'People who ask at the same moment',
  sizes: [10, 100, 500],
  quickSizes: [10, 100],
  budgets: [limitBudget(ack, 1_000, 'ms'), limitBudget(answer, 10_000, 'ms'), limitBudget(memory, 96, 'MiB')],
  async measure(size) {
    const stage = await openStage(size);
    try {
      const { running, port } = await stage.bot();
      const users = Array.from({ length: size }, (_, n) => personAt(n));
      const ask = async () => {
        const sent = await Promise.all(
          users.map((user) => stage.load.send(port, { command: '/port', text: 'web', user })),
        );
        const wrong = sent.find(({ status }) => status !== 200);
        if (wrong) throw new Error(`a command was answered with ${wrong.status}`);
        return {
          acks: sent.map(({ acked }) => acked),
          answers: await Promise.all(sent.map(({ answered }) => answered)),
        };
      };
      // The first round reads everyone's profile, of which Slack allows a hundred a minute.
      await ask();
      const before = residentOf(running.pid).now;
      let most = before;
      const looking = setInterval(() => {
        most = Math.max(most, residentOf(running.pid).now);
      }, 20);
      const { acks, answers } = await ask();
      clearInterval(looking);
      return [
        { what: ack, value: Math.max(...acks), unit: 'ms' },
        { what: answer, value: Math.max(...answers), unit: 'ms' },
        { what: memory, value: (most - before) / 2 ** 20, unit: 'MiB' },
      ];
    } finally {
      await stage.stop();
    }
  },
};
