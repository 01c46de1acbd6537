import { useActions, useServer, useUi } from '../state/hooks.ts';
import { Icon } from '../view/icon.tsx';
import { approverFor, type Step, steps, wordsFor } from './walk.ts';

const words: Readonly<Record<Step, readonly [string, string]>> = {
  look: ['Look something up', 'The components of the shop, for you alone.'],
  chart: ['See a chart', 'The last hour of one component, for the whole channel.'],
  ask: ['Ask for a change', 'Open a port to the internet for half an hour. Nothing happens yet: a plan is shown.'],
  approve: ['Approve it as somebody else', 'Nobody approves what they asked for. Become a colleague, press Approve.'],
  undo: ['Undo it', 'The card has become its own receipt, with Undo. That is planned and decided again.'],
};

/** The first walk: five steps that tick themselves off. */
export function WalkCard() {
  const actions = useActions();
  const walk = useUi((ui) => ui.walk);
  if (walk.hidden) return null;
  const next = steps.find((step) => !walk.done.includes(step));
  return (
    <section class="walk" aria-labelledby="walk-title">
      <header>
        <h2 id="walk-title">{next === undefined ? 'You have seen it all' : 'A first walk'}</h2>
        <span class="walk-count" role="status">
          {walk.done.length} of {steps.length}
        </span>
        {walk.done.length > 0 && (
          <button type="button" class="button quiet" onClick={() => actions.restartWalk()}>
            Again
          </button>
        )}
        <button
          type="button"
          class="button icon-only quiet"
          aria-label="Hide the first walk"
          onClick={() => actions.hideWalk(true)}
        >
          <Icon name="close" />
        </button>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            class={walk.done.includes(step) ? 'done' : step === next ? 'next' : 'later'}
            aria-current={step === next ? 'step' : undefined}
          >
            <span class="walk-mark" aria-hidden="true">
              {walk.done.includes(step) ? <Icon name="check" /> : index + 1}
            </span>
            <div>
              <strong>
                {words[step][0]}
                {walk.done.includes(step) && <span class="unseen"> (done)</span>}
              </strong>
              {step === next && (
                <>
                  <p>{words[step][1]}</p>
                  <StepHelp step={step} />
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What helps with a step: words typed for one, another person, the way to the card. */
function StepHelp({ step }: { readonly step: Step }) {
  const actions = useActions();
  const server = useServer();
  const walk = useUi((ui) => ui.walk);
  const typed = wordsFor(step, server.commands);
  if (typed !== null) {
    const type = () => {
      actions.goToBot();
      // The composer may have to be drawn first.
      window.setTimeout(() => window.dispatchEvent(new CustomEvent('portolan:type', { detail: typed })), 60);
    };
    return (
      <button type="button" class="button" onClick={type}>
        Type it for me: <code>{typed}</code>
      </button>
    );
  }
  const { asked } = walk;
  if (asked === null) return null;
  const approver = approverFor(server, asked.channel, asked.by);
  const name = server.people.find((person) => person.id === approver)?.realName ?? '';
  const show = () => {
    actions.go({ channel: asked.channel, thread: null });
    window.setTimeout(() => showMessage(asked.ts), 80);
  };
  const become = step === 'approve' && server.me.id === asked.by && approver !== null;
  return (
    <div class="walk-help">
      {become && (
        <button type="button" class="button" onClick={() => actions.become(approver)}>
          Become {name}
        </button>
      )}
      {!become && (
        <button type="button" class="button" onClick={show}>
          Show me the card
        </button>
      )}
    </div>
  );
}

function showMessage(ts: string): void {
  const message = document.querySelector<HTMLElement>(`[data-ts="${CSS.escape(ts)}"]`);
  message?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  message?.querySelector<HTMLElement>('.actions .button')?.focus({ preventScroll: true });
}
