import { Icon } from '../common/icon.tsx';
import { useActions, useSay, useServer, useUi } from '../common/page-hooks.ts';
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

export function TourCard() {
  const actions = useActions();
  const say = useSay();
  const tour = useUi((ui) => ui.tour);
  if (tour.hidden) return null;
  const next = tourSteps.find((step) => !tour.done.includes(step));
  return (
    <section class="tour" aria-labelledby="tour-title">
      <header>
        <h2 id="tour-title">{say('Tour')}</h2>
        <ol aria-label={say(`${tour.done.length} of ${tourSteps.length} steps done`)}>
          {tourSteps.map((step, index) => (
            <Mark key={step} step={step} number={index + 1} done={tour.done.includes(step)} next={step === next} />
          ))}
        </ol>
        {tour.done.length > 0 && (
          <button type="button" class="button quiet" onClick={() => actions.restartTour()}>
            {say('Again')}
          </button>
        )}
        <button
          type="button"
          class="button icon-only quiet"
          aria-label={say('Hide the tour')}
          onClick={() => actions.hideTour(true)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="tour-next" role="status">
        {next === undefined ? (
          <p>
            <strong>{say('You’ve finished the tour.')}</strong> {say('To see what else you can ask, type')}{' '}
            <code>/portolan help</code>
            {say('.')}{' '}
            {say(
              'To see the requests, open the inspector. For an emergency, ask to open a port again and press Break glass: operators may.',
            )}
          </p>
        ) : (
          <p>
            <strong>
              {say(words[next][0])}
              {say('.')}
            </strong>{' '}
            {say(words[next][1])}
          </p>
        )}
        {next !== undefined && <StepHelp step={next} />}
      </div>
    </section>
  );
}

type MarkProps = { readonly step: TourStep; readonly number: number; readonly done: boolean; readonly next: boolean };

function Mark({ step, number, done, next }: MarkProps) {
  const say = useSay();
  const look = done ? 'done' : next ? 'next' : 'later';
  return (
    <li class={look} aria-current={next ? 'step' : undefined} title={say(words[step][0])}>
      <span class="tour-mark" aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      <span class="tour-words">
        {say(short[step])}
        {done && <span class="unseen"> {say('(done)')}</span>}
      </span>
    </li>
  );
}

function StepHelp({ step }: { readonly step: TourStep }) {
  const actions = useActions();
  const say = useSay();
  const server = useServer();
  const tour = useUi((ui) => ui.tour);
  const typed = wordsFor(step, server.commands);
  if (typed !== null) {
    const type = () => {
      actions.goToBot();
      window.setTimeout(() => window.dispatchEvent(new CustomEvent('portolan:type', { detail: typed })), 60);
    };
    return (
      <button type="button" class="button" onClick={type}>
        {say('Type it for me:')} <code>{typed}</code>
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
      {say(become ? `Act as ${name}` : 'Show the card')}
    </button>
  );
}

function showMessage(ts: string): void {
  const message = document.querySelector<HTMLElement>(`[data-ts="${CSS.escape(ts)}"]`);
  message?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  message?.querySelector<HTMLElement>('.actions .button')?.focus({ preventScroll: true });
}
