import { mebibyte } from '../report.ts';
import { onStage } from '../stage/bench-stage.ts';
import { personAt, watchMemory } from '../stage/processes.ts';
import { growth, limit } from './growth.ts';

export const peopleAtOnce = growth({
  title: 'People who ask at the same moment',
  sizes: [10, 100, 500],
  quickSizes: [],
  figures: {
    ack: { what: 'acknowledged, slowest', unit: 'ms', budget: limit(1_000) },
    answer: { what: 'answered at the response_url, slowest', unit: 'ms', budget: limit(10_000) },
    memory: { what: 'memory that it adds at most', unit: 'MiB', budget: limit(96) },
  },
  measure: (size) =>
    onStage(
      async (stage) => {
        const { running, port } = await stage.bot();
        const users = Array.from({ length: size }, (_, n) => personAt(n));
        const ask = async () => {
          const sent = await Promise.all(
            users.map((user) => stage.load.send(port, { command: '/port', text: 'web', user })),
          );
          const wrong = sent.find(({ status }) => status !== 200);
          if (wrong) throw new Error(`a command was answered with ${wrong.status}`);
          const answers = await Promise.all(sent.map(({ answered }) => answered));
          return { ack: Math.max(...sent.map(({ acked }) => acked)), answer: Math.max(...answers) };
        };
        // The first round reads everyone's profile, so it isn't measured. Slack allows 100 such reads per minute.
        await ask();
        const memory = watchMemory(running.pid, 20);
        const times = await ask();
        const { most: max, first } = memory.stop();
        return { ...times, memory: (max - first) / mebibyte };
      },
      { people: size },
    ),
});
