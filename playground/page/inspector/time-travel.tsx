import { useState } from 'preact/hooks';
import { useActions, useSay, useServer, useUi, useViewer } from '../common/page-hooks.ts';
import { aheadText, fullTime } from '../text/dates.ts';

const minute = 60_000;
const skips: readonly (readonly [string, number])[] = [
  ['5 minutes', 5 * minute],
  ['10 minutes', 10 * minute],
  ['1 hour', 60 * minute],
  ['8 hours', 480 * minute],
  ['1 day', 1_440 * minute],
];

export function TimeTravel() {
  const actions = useActions();
  const say = useSay();
  const server = useServer();
  const viewer = useViewer();
  const ahead = useUi((ui) => ui.inspected?.ahead ?? null);
  const [target, setTarget] = useState<number>();
  if (ahead === null) return <p class="inspector-say">{say('The time of this playground can’t be changed.')}</p>;
  const skip = async (words: string, ms: number) => {
    // Time passes in steps, so a skip takes some seconds, and hours may take minutes on a busy machine.
    actions.toast(say(`Skipping ${words}…`));
    setTarget(server.now + ms);
    actions.toast((await actions.changePlatform({ do: 'skip', ms })) ?? say(`Skipped ${words}.`));
    setTarget(undefined);
  };
  return (
    <section class="fault-injection" aria-labelledby="time-travel">
      <h3 id="time-travel">{say('Skip time')}</h3>
      <p class="inspector-say">
        {say(
          'Moves the time of Slack, the bot and the platform forward. Requests expire, reminders are sent, and temporary access closes, as if you had waited.',
        )}
      </p>
      <div class="faults">
        {skips.map(([words, ms]) => (
          <button
            key={words}
            type="button"
            class="button"
            disabled={target !== undefined}
            onClick={() => void skip(words, ms)}
          >
            {say(`Skip ${words}`)}
          </button>
        ))}
      </div>
      <p class="inspector-say" role="status">
        {say(
          `It’s ${fullTime(server.now, viewer)}${target === undefined && ahead > 0 ? `, ${aheadText(ahead, viewer.locale)} ahead.` : '.'}`,
        )}
        {target === undefined ? '' : ` ${say(`Skipping to ${fullTime(target, viewer)}…`)}`}
      </p>
    </section>
  );
}
