import { Icon } from '../common/icon.tsx';
import { useActions, useServer, useUi } from '../common/page-hooks.ts';
import { approverFor, type TourStep, tourSteps, wordsFor } from '../state/tour.ts';

const short: Readonly<Record<TourStep, string>> = {
  look: 'Look up',
  chart: 'Chart',
  ask: 'Ask',
  approve: 'Approve',
  undo: 'Undo',
};

const words: Readonly<Record<TourStep, readonly [string, string]>> = {
  look: ['Look something up', 'List the components of the shop. Only you see the answer.'],
  chart: ['See a chart', 'The last hour of one component, posted to the channel.'],
  ask: ['Ask for a change', 'Open a port to the internet. At first you only see the plan.'],
  approve: ['Approve it as someone else', 'You can’t approve your own request. Act as a colleague, and press Approve.'],
  undo: [
    'Undo it',
    'The card now shows the result and an Undo button. Undoing is a request too. Closing a port needs no second person: press Undo, then Confirm.',
  ],
};

/** The tour: five steps that tick themselves off. */
export function TourCard() {
  const actions = useActions();
  const tour = useUi((ui) => ui.tour);
  if (tour.hidden) return null;
  const next = tourSteps.find((step) => !tour.done.includes(step));
  return (
    <section class="tour" aria-labelledby="tour-title">
      <header>
        <h2 id="tour-title">Tour</h2>
        <ol aria-label={`${tour.done.length} of ${tourSteps.length} steps done`}>
          {tourSteps.map((step, index) => (
            <Mark key={step} step={step} number={index + 1} done={tour.done.includes(step)} next={step === next} />
          ))}
        </ol>
        {tour.done.length > 0 && (
          <button type="button" class="button quiet" onClick={() => actions.restartTour()}>
            Again
          </button>
        )}
        <button
          type="button"
          class="button icon-only quiet"
          aria-label="Hide the tour"
          onClick={() => actions.hideTour(true)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="tour-next" role="status">
        {next === undefined ? (
          <p>
            <strong>You’ve finished the tour.</strong> To see what else you can ask, type <code>/portolan help</code>.
            To see the requests, open the inspector. For an emergency, ask to open a port again and press{' '}
            <strong>Break glass</strong>: operators may.
          </p>
        ) : (
          <p>
            <strong>{words[next][0]}.</strong> {words[next][1]}
          </p>
        )}
        {next !== undefined && <StepHelp step={next} />}
      </div>
    </section>
  );
}

type MarkProps = { readonly step: TourStep; readonly number: number; readonly done: boolean; readonly next: boolean };

function Mark({ step, number, done, next }: MarkProps) {
  return (
    <li class={done ? 'done' : next ? 'next' : 'later'} aria-current={next ? 'step' : undefined} title={words[step][0]}>
      <span class="tour-mark" aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      <span class="tour-words">
        {short[step]}
        {done && <span class="unseen"> (done)</span>}
      </span>
    </li>
  );
}

/** What helps with a step: words typed for one, another person, the way to the card. */
function StepHelp({ step }: { readonly step: TourStep }) {
  const actions = useActions();
  const server = useServer();
  const tour = useUi((ui) => ui.tour);
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
  const { asked } = tour;
  if (asked === null) return null;
  const approver = approverFor(server, asked.channel, asked.by);
  const name = server.people.find((person) => person.id === approver)?.realName ?? '';
  const show = () => {
    actions.go({ channel: asked.channel, thread: null });
    window.setTimeout(() => showMessage(asked.ts), 80);
  };
  const become = step === 'approve' && server.me.id === asked.by && approver !== null;
  return (
    <button type="button" class="button" onClick={become ? () => actions.become(approver) : show}>
      {become ? `Act as ${name}` : 'Show the card'}
    </button>
  );
}

function showMessage(ts: string): void {
  const message = document.querySelector<HTMLElement>(`[data-ts="${CSS.escape(ts)}"]`);
  message?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  message?.querySelector<HTMLElement>('.actions .button')?.focus({ preventScroll: true });
}
