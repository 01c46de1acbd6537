import { useMemo, useState } from 'preact/hooks';
import { Icon } from '../common/icon.tsx';
import { useActions, useNames, useSay, useUi, useViewer } from '../common/page-hooks.ts';
import { exactClock } from '../text/dates.ts';
import { FaultInjection } from './fault-injection.tsx';
import { Fold } from './fold.tsx';
import { activitiesOf, type InspectorActivity, type InspectorLine } from './inspector-lines.ts';
import { JsonPart } from './json-view.tsx';
import { TimeTravel } from './time-travel.tsx';
import { useInspector } from './use-inspector.ts';

export function InspectorDrawer() {
  const open = useUi((ui) => ui.panel === 'inspector');
  return open ? <Drawer /> : null;
}

const tabs = [
  ['requests', 'Requests'],
  ['fault', 'Faults'],
  ['time', 'Time'],
] as const;

type InspectorTab = (typeof tabs)[number][0];

function Drawer() {
  const actions = useActions();
  const say = useSay();
  const [tab, setTab] = useState<InspectorTab>('requests');
  return (
    <aside
      class="inspector"
      aria-labelledby="inspector-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        actions.openPanel(null);
      }}
    >
      <header class="pane-head">
        <div class="pane-title">
          <h2 id="inspector-title">{say('Inspector')}</h2>
          <p>{say('The calls between Slack, agents, the bot and the platform')}</p>
        </div>
        <button
          type="button"
          class="button icon-only"
          aria-label={say('Close')}
          onClick={() => actions.openPanel(null)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="tabs" role="tablist" aria-label={say('Inspector')}>
        {tabs.map(([name, words]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`inspector-tab-${name}`}
            aria-selected={tab === name}
            aria-controls="inspector-body"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={(event) => {
              if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
              const step = event.key === 'ArrowRight' ? 1 : tabs.length - 1;
              const [other = name] = tabs[(tabs.findIndex(([each]) => each === name) + step) % tabs.length] ?? [];
              setTab(other);
              document.getElementById(`inspector-tab-${other}`)?.focus();
            }}
          >
            {say(words)}
          </button>
        ))}
      </div>
      <div class="inspector-body" id="inspector-body" role="tabpanel" aria-labelledby={`inspector-tab-${tab}`}>
        {tab === 'requests' ? <Requests /> : tab === 'fault' ? <FaultInjection /> : <TimeTravel />}
      </div>
    </aside>
  );
}

function Requests() {
  const say = useSay();
  const { slack, platform, isLoaded } = useInspector();
  const doings = useMemo(() => activitiesOf(slack ?? [], platform ?? []), [slack, platform]);
  const [first, ...others] = doings.slice(0, 40);
  return (
    <>
      {slack === null && <p class="inspector-say">{say('The log of the simulated Slack isn’t available.')}</p>}
      {platform === null && (
        <p class="inspector-say">
          {say('The log of the simulated platform isn’t available: its calls are missing below.')}
        </p>
      )}
      {!isLoaded && <p class="inspector-say">{say('Loading …')}</p>}
      {isLoaded && first === undefined && (
        <p class="inspector-say">
          {say('Nothing has happened yet. Type a command: every call that it causes appears here, in order.')}
        </p>
      )}
      {first !== undefined && <DoingPart key={first.key} doing={first} open />}
      {others.length > 0 && <h3 class="inspector-before">{say('Earlier')}</h3>}
      {others.map((doing) => (
        <DoingPart key={doing.key} doing={doing} open={false} />
      ))}
    </>
  );
}

function DoingPart({ doing, open }: { readonly doing: InspectorActivity; readonly open: boolean }) {
  const say = useSay();
  const { people } = useNames();
  const viewer = useViewer();
  const who = people.find((person) => person.id === doing.who)?.realName ?? '';
  const calls = doing.lines.filter((line) => line.way === 'bot-platform');
  const writes = calls.filter((line) => line.writes).length;
  const counted = [
    calls.length === 1 ? '1 platform call' : `${calls.length} platform calls`,
    writes === 0 ? 'no writes' : writes === 1 ? '1 write' : `${writes} writes`,
  ];
  return (
    <Fold
      class="doing"
      open={open}
      summary={
        <>
          <strong>{doing.who === '' ? say(doing.title) : doing.title}</strong>
          <small>
            {who === '' ? '' : `${who} · `}
            {exactClock(doing.at, viewer)} ·{' '}
            {calls.length === 0 ? say('no platform calls') : counted.map(say).join(', ')}
          </small>
        </>
      }
    >
      {() => (
        <ol>
          {doing.lines.map((line) => (
            <LinePart key={line.key} line={line} start={doing.at} />
          ))}
        </ol>
      )}
    </Fold>
  );
}

const ways = {
  'slack-bot': ['Slack → bot', 'in'],
  'agent-bot': ['agent → bot', 'in'],
  'bot-slack': ['bot → Slack', 'out'],
  'bot-platform': ['bot → platform', 'platform'],
  slack: ['Slack', 'in'],
} as const;

function LinePart({ line, start }: { readonly line: InspectorLine; readonly start: number }) {
  const say = useSay();
  const sent = `+${line.at - start} ms`;
  const [words, look] = ways[line.way];
  return (
    <li>
      <Fold
        class={`inspector-line ${look}${line.bad ? ' bad' : ''}${line.writes ? ' writes' : ''}`}
        open={false}
        summary={
          <>
            <span class="inspector-way">{say(words)}</span>
            <span class="inspector-title">{line.title}</span>
            <span class="inspector-numbers">
              {say(line.ms === null ? sent : `${sent} · took ${Math.round(line.ms)} ms`)} ·{' '}
              <span class="inspector-status">
                {line.bad ? '⚠ ' : ''}
                {line.status}
              </span>
            </span>
          </>
        }
      >
        {() => line.parts.map((part) => <JsonPart key={part.label} label={part.label} value={part.value} />)}
      </Fold>
    </li>
  );
}
