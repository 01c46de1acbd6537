import type { AnyBlock, HomeView } from '@slack/types';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { join, type Text } from '../../core/text/text.ts';
import { contextText, writeButtonValue } from '../answer/answer-view.ts';
import { actions, button, context, header, type Page, section } from '../blocks/blocks.ts';
import type { HomeFacts } from './home-facts.ts';
import { msg } from './home-messages.ts';

/** Draws a person's App Home: requests to decide, their own requests, contexts, recent changes, and shortcuts. */
export function homeView(facts: HomeFacts, page: Page): HomeView {
  if (facts.refused) {
    return { type: 'home', blocks: [header(msg.title(), page), section(facts.refused, page)] };
  }
  const blocks: AnyBlock[] = [
    header(msg.title(), page),
    section(msg.hello({ who: { user: facts.person.id } }), page),
    ...formButtons(facts, page),
    { type: 'divider' },
    header(msg.waiting(), page),
    ...list(facts.waiting, msg.waitingNone(), page),
    ...shortened(facts.waiting.length, facts.totals.waiting, page),
    header(msg.mine(), page),
    ...list(facts.mine, msg.mineNone(), page),
    ...shortened(facts.mine.length, facts.totals.mine, page),
    header(msg.contexts(), page),
    section(contextLine(facts), page),
    ...(facts.contexts.length > 0 ? [context(join(facts.contexts.map(contextText), ', '), page)] : []),
    ...shortened(facts.contexts.length, facts.totals.contexts, page),
    ...contextButton(facts, page),
    header(msg.recent(), page),
    ...list(facts.recent, msg.recentNone(), page),
    { type: 'divider' },
    context(msg.help({ command: facts.help }), page),
    context(msg.asOf({ at: { at: facts.at, show: 'time' } }), page),
  ];
  return { type: 'home', blocks: blocks.slice(0, 100) };
}

function contextLine({ context: used }: HomeFacts): Text {
  if (!used) return msg.contextNone();
  const given = { context: contextText(used.place) };
  return used.isOwn ? msg.yours(given) : msg.byDefault(given);
}

/** That a list is shorter than what there is; nothing where it is whole. */
function shortened(shown: number, total: number | undefined, page: Page): readonly AnyBlock[] {
  if (total !== undefined && total <= shown) return [];
  return [context(total === undefined ? msg.firstShown({ shown }) : msg.someShown({ shown, total }), page)];
}

function formButtons({ shortcuts }: HomeFacts, page: Page): readonly AnyBlock[] {
  return actions(
    shortcuts.map(({ operation, label }, index) =>
      button({ actionId: `modal:${index}`, label, value: writeButtonValue({ operation, given: {} }) ?? '' }, page),
    ),
  );
}

function contextButton({ setContext }: HomeFacts, page: Page): readonly AnyBlock[] {
  const value = setContext && writeButtonValue(setContext);
  return value === undefined
    ? []
    : actions([button({ actionId: 'modal:context', label: msg.setContext(), value }, page)]);
}

function list(cards: readonly ChangeRequest[], none: Text, page: Page): readonly AnyBlock[] {
  if (cards.length === 0) return [section(none, page)];
  return cards.map((card) => section(line(card), page));
}

function line(card: ChangeRequest): Text {
  const title =
    card.link === undefined ? card.plan.title : msg.titleLinked({ title: { link: card.link, label: card.plan.title } });
  return msg.request({
    symbol: symbols[card.state],
    title,
    who: { user: card.asker.id },
    context: contextText(card.context),
    at: { at: card.at },
  });
}

const symbols: Readonly<Record<ChangeRequest['state'], string>> = {
  proposed: '◌',
  approved: '✓',
  running: '▶',
  unknown: '?',
  done: '✓',
  failed: '✕',
  denied: '✕',
  cancelled: '○',
  expired: '○',
};
