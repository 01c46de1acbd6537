import { useEffect, useState } from 'preact/hooks';
import type { GlassAct, GlassStanding } from '../../inspector-protocol.ts';
import { useActions, useServer, useUi } from '../common/page-hooks.ts';
import { fetchStanding } from '../state/playground-client.ts';
import { Elsewhere } from './elsewhere-form.tsx';
import { lastOfBot, platformTilts, type SlackTilt, slackTilts } from './fault-choices.ts';

/** Switches that make Slack and the platform misbehave. */
export function Tilting() {
  return (
    <>
      <PlatformPart />
      <SlackPart />
    </>
  );
}

function PlatformPart() {
  const actions = useActions();
  const [standing, setStanding] = useState<GlassStanding | null>(null);
  const [read, setRead] = useState(false);
  const look = async () => {
    setStanding(await fetchStanding());
    setRead(true);
  };
  useEffect(() => {
    void look();
    const timer = window.setInterval(look, 3_000);
    return () => window.clearInterval(timer);
  }, []);
  const tilt = async (act: GlassAct, said: string) => {
    actions.toast((await actions.tiltPlatform(act)) ?? said);
    await look();
  };
  if (standing === null) {
    return (
      <section class="tilting">
        <h3>The platform</h3>
        <p class="glass-say">
          {read ? 'The simulated platform cannot be tilted from here.' : 'Looking how it stands …'}
        </p>
      </section>
    );
  }
  return (
    <section class="tilting" aria-labelledby="tilt-platform">
      <h3 id="tilt-platform">The platform</h3>
      <div class="tilts">
        {platformTilts(standing).map((one) => (
          <button
            key={one.words}
            type="button"
            class={one.on ? 'button on' : 'button'}
            aria-pressed={one.on}
            title={one.note}
            onClick={() => void tilt(one.act, one.on ? 'Level again.' : one.note)}
          >
            {one.words}
          </button>
        ))}
      </div>
      <Elsewhere
        standing={standing}
        act={(act) => void tilt({ do: 'elsewhere', act }, 'Somebody else did that, not through the bot.')}
      />
      <div class="tilts">
        <button
          type="button"
          class="button quiet"
          onClick={() => void tilt({ do: 'reset' }, 'The platform is level again.')}
        >
          All level
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => void tilt({ do: 'restore' }, 'The platform is as it was at the start.')}
        >
          Platform as at the start
        </button>
      </div>
    </section>
  );
}

function SlackPart() {
  const actions = useActions();
  const server = useServer();
  const channel = useUi((ui) => (ui.place !== null && 'channel' in ui.place ? ui.place.channel : ''));
  const tilt = async (one: SlackTilt) => {
    const made = one.tilt({ channel, lastOfBot: lastOfBot(server.messages[channel] ?? [], server.bot.user) });
    if (typeof made === 'string') return actions.toast(made);
    actions.toast((await actions.tiltSlack(made)) ?? one.note);
  };
  return (
    <section class="tilting" aria-labelledby="tilt-slack">
      <h3 id="tilt-slack">Slack</h3>
      <div class="tilts">
        {slackTilts.map((one) => (
          <button key={one.words} type="button" class="button" title={one.note} onClick={() => void tilt(one)}>
            {one.words}
          </button>
        ))}
      </div>
    </section>
  );
}
