import { readAll } from '../../src/core/command/params.ts';
import type { Problem } from '../../src/core/command/problem.ts';
import type { Request } from '../../src/core/operation.ts';
import { type ChangeRequest, type RequestFields, withFields } from '../../src/core/request/change-request.ts';
import { type Plan, plannedEnd } from '../../src/core/request/plan.ts';
import type { Text } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/shared/define.ts';
import { contextRequest } from '../../src/operations/shared/find-operation.ts';
import { answerMessage } from '../../src/slack/answer/answer-view.ts';
import { problemMessage } from '../../src/slack/answer/tell-problem.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { sharedModal } from '../../src/slack/form/form-draft.ts';
import { type Form, formView, revealedView } from '../../src/slack/form/form-view.ts';
import { lineMessage } from '../../src/slack/interaction/responder.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { aCard } from '../contract/cards.ts';
import { examplesOf } from '../contract/odd.ts';
import { type MessageSample, messageSample, modalSample, type SampleSection } from './message-sample.ts';
import { type OperationBench, type Outcome, openOperationBench } from './operation-bench.ts';
import { typedCommands } from './typed-commands.ts';

/** Returns each operation's samples: its form, and the results of its examples and of common mistakes. */
export async function operationSections(): Promise<readonly SampleSection[]> {
  const bench = await openOperationBench();
  try {
    const typed: MessageSample[] = [];
    for (const words of new Set([...operations.flatMap(({ examples }) => examples), ...typedCommands]))
      typed.push(...samplesOf(words, await bench.outcomeOf(words), bench));
    return [
      ...operations.map((operation) => ({
        title: `${operation.kind} ${operation.id}`,
        samples: [...formSamples(operation), ...typed.filter((sample) => sample.operation === operation.id)],
      })),
      { title: 'Commands that are not understood', samples: typed.filter(({ operation }) => operation === undefined) },
    ];
  } finally {
    await bench.close();
  }
}

function samplesOf(words: string, outcome: Outcome, bench: OperationBench): readonly MessageSample[] {
  const name = `/${words}`;
  if ('unknown' in outcome) return [];
  const { request } = outcome;
  const common = { name, operation: request.operation } as const;
  if ('problem' in outcome) return [{ ...common, shows: 'problem', draw: drawProblem(outcome.problem, request) }];
  if ('already' in outcome) return [{ ...common, shows: 'answer', draw: drawLine(outcome.already) }];
  if ('chart' in outcome) return [];
  if ('plan' in outcome) return cardSamples(common, request, outcome);
  if ('revealed' in outcome) {
    const { revealed } = outcome;
    return [{ ...common, shows: 'answer', draw: (page) => modalSample(revealedView(revealed, page)) }];
  }
  const { answer, context } = outcome;
  const frame = { at: bench.now, shareId: 'share', ...(context ? { context } : {}) };
  const draw = (page: Page) => messageSample(answerMessage(answer, frame, page));
  return [{ ...common, shows: request.operation === 'help' ? 'help' : 'answer', draw }];
}

function drawProblem(problem: Problem, request: Request): MessageSample['draw'] {
  const operation = operations.find(({ id }) => id === request.operation);
  const setContext = contextRequest(operations, 'channel');
  const frame = { request, prefix: '', ...(operation ? { operation } : {}), ...(setContext ? { setContext } : {}) };
  return (page) => messageSample(problemMessage(problem, { ...frame, choicesId: 'choices' }, page));
}

function drawLine(line: Text): MessageSample['draw'] {
  return (page) => messageSample(lineMessage(line, page));
}

function cardSamples(
  common: Pick<MessageSample, 'name' | 'operation'>,
  request: Request,
  { plan, done, risk, ruling, undoNeeds }: Extract<Outcome, { readonly plan: Plan }>,
): readonly MessageSample[] {
  const card: ChangeRequest = withFields(aCard, {
    operation: request.operation,
    given: request.given,
    plan,
    risk,
    decision: { ruling, undoNeeds },
  });
  const sampleOf = (name: string, more: RequestFields): MessageSample => {
    const shown = withFields(card, more);
    const draw = ({ lang, zone }: Page) =>
      messageSample(cardMessage({ ...shown, asker: { ...card.asker, lang, zone } }));
    return { ...common, name, shows: 'card', card: shown, draw };
  };
  const waiting = plan.steps.map(() => ({ state: 'waiting' as const }));
  const ran = plan.steps.map(() => ({ state: 'done' as const, at: card.at, status: 200 }));
  const until = plannedEnd(plan, card.at);
  const timed = until === undefined ? {} : { access: { id: card.id, until, closed: false } };
  const receipt: RequestFields = { state: 'done', ...timed, run: { steps: ran, says: [...done], ended: card.at } };
  return [sampleOf(common.name, { run: { steps: waiting } }), sampleOf(`${common.name} (done)`, receipt)];
}

/** Returns samples of an operation's form: empty with Advanced and every error, and filled with each example. */
function formSamples(operation: Operation): readonly MessageSample[] {
  const modal = sharedModal(operations, operation);
  const draw = (more: Partial<Form>) => (page: Page) => {
    const meta = { o: operation.id, ch: 'C0SHOP', adv: true };
    const form = { operation, meta, given: {}, faults: [], context: aCard.context, ...(modal ? { modal } : {}) };
    return modalSample(formView({ ...form, ...more }, page));
  };
  const { ch: _ch, ...nowhere } = { o: operation.id, ch: '', adv: true };
  const common = { operation: operation.id, shows: 'form' } as const;
  return [
    { ...common, name: 'The form, empty', draw: draw({ meta: nowhere }) },
    { ...common, name: 'The form with every mistake', draw: draw({ faults: faultsOf(operation) }) },
    ...examplesOf(operation)
      .slice(0, 1)
      .map((given) => ({ ...common, name: 'The form, filled', draw: draw({ given }) })),
  ];
}

const mistakes = ['', 'x y', '-1', '99999999', 'Not/Valid', 'a:b:c', '🙂'];

function faultsOf(operation: Operation) {
  const listed = new Set<string>();
  return Object.keys(operation.params).flatMap((param) =>
    mistakes.flatMap((mistake) => {
      const parsed = readAll({ [param]: operation.params[param] ?? never(param) }, { [param]: [mistake] });
      const faults = 'faults' in parsed ? parsed.faults : [];
      return faults.filter(({ why }) => {
        const said = `${param} ${plain(why, 'en')}`;
        return !listed.has(why.key + param) && !listed.has(said) && listed.add(why.key + param).add(said);
      });
    }),
  );
}

function never(param: string): never {
  throw new Error(`no parameter ${param}`);
}
