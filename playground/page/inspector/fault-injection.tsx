import { useEffect } from 'preact/hooks';
import type { InspectorAction } from '../../inspector-protocol.ts';
import { useActions, usePageStore, useSay, useServer, useUi } from '../common/page-hooks.ts';
import { readInspected } from '../state/session.ts';
import { Conditions } from './condition-form.tsx';
import { Elsewhere } from './elsewhere-form.tsx';
import { lastOfBot, platformFaultChoices, type SlackFaultChoice, slackFaultChoices } from './fault-choices.ts';

export function FaultInjection() {
  return (
    <>
      <PlatformPart />
      <SlackPart />
    </>
  );
}

function PlatformPart() {
  const actions = useActions();
  const say = useSay();
  const standing = useUi((ui) => ui.inspected);
  const store = usePageStore();
  useEffect(() => {
    const look = () => void readInspected(store);
    look();
    const timer = window.setInterval(look, 3_000);
    return () => window.clearInterval(timer);
  }, [store]);
  const fault = async (act: InspectorAction, said: string) => {
    actions.toast((await actions.changePlatform(act)) ?? say(said));
  };
  if (standing === null) {
    return (
      <section class="fault-injection">
        <h3>{say('The platform')}</h3>
        <p class="inspector-say">{say('Faults can’t be injected into the platform from here.')}</p>
      </section>
    );
  }
  return (
    <section class="fault-injection" aria-labelledby="fault-platform">
      <h3 id="fault-platform">{say('The platform')}</h3>
      <div class="faults">
        {platformFaultChoices(standing).map((one) => (
          <button
            key={one.words}
            type="button"
            class={one.on ? 'button on' : 'button'}
            aria-pressed={one.on}
            title={say(one.note)}
            onClick={() => void fault(one.act, one.on ? 'Fault removed.' : one.note)}
          >
            {say(one.words)}
          </button>
        ))}
      </div>
      <Elsewhere
        standing={standing}
        act={(act) => void fault({ do: 'elsewhere', act }, 'Done, as if by someone else and not through the bot.')}
      />
      <Conditions standing={standing} act={(act, said) => void fault(act, said)} />
      <div class="faults">
        <button
          type="button"
          class="button quiet"
          onClick={() => void fault({ do: 'reset' }, 'All platform faults are removed.')}
        >
          {say('No faults')}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => void fault({ do: 'restore' }, 'The platform is as it was at startup.')}
        >
          {say('Reset the platform')}
        </button>
      </div>
    </section>
  );
}

function SlackPart() {
  const actions = useActions();
  const say = useSay();
  const server = useServer();
  const channel = useUi((ui) => (ui.place !== null && 'channel' in ui.place ? ui.place.channel : ''));
  const fault = async (one: SlackFaultChoice) => {
    const slackFault = one.fault({ channel, lastOfBot: lastOfBot(server.messages[channel] ?? [], server.bot.user) });
    if (typeof slackFault === 'string') return actions.toast(say(slackFault));
    actions.toast((await actions.injectSlackFault(slackFault)) ?? say(one.note));
  };
  return (
    <section class="fault-injection" aria-labelledby="fault-slack">
      <h3 id="fault-slack">Slack</h3>
      <div class="faults">
        {slackFaultChoices.map((one) => (
          <button key={one.words} type="button" class="button" title={say(one.note)} onClick={() => void fault(one)}>
            {say(one.words)}
          </button>
        ))}
      </div>
    </section>
  );
}
