import type { AnyBlock, HomeView } from '@slack/types';
import type { Card } from '../core/card.ts';
import { join, type Text } from '../core/text.ts';
import { sayPlace, writeButtonValue } from './answer-view.ts';
import { actions, button, context, header, type Page, section } from './blocks.ts';
import type { HomeFacts } from './home-facts.ts';
import { say } from './home-sentences.ts';

/** Draws somebody's App Home: what waits for them, what they asked, where they are, what happened, what can be asked. */
export function homeView(facts: HomeFacts, page: Page): HomeView {
  if (facts.refused) {
    return { type: 'home', blocks: [header(say.title(), page), section(facts.refused, page)] };
  }
  const blocks: AnyBlock[] = [
    header(say.title(), page),
    section(say.hello({ who: { user: facts.person.id } }), page),
    ...formButtons(page),
    { type: 'divider' },
    header(say.waiting(), page),
    ...list(facts.waiting, say.waitingNone(), page),
    header(say.mine(), page),
    ...list(facts.mine, say.mineNone(), page),
    header(say.contexts(), page),
    section(facts.context ? say.yours({ context: sayPlace(facts.context) }) : say.contextNone(), page),
    ...(facts.contexts.length > 0 ? [context(join(facts.contexts.map(sayPlace), ', '), page)] : []),
    ...actions([
      button(
        {
          actionId: 'modal:context',
          label: say.setContext(),
          value: writeButtonValue({ operation: 'context.use', given: { me: ['yes'] } }) ?? '',
        },
        page,
      ),
    ]),
    header(say.recent(), page),
    ...list(facts.recent, say.recentNone(), page),
    { type: 'divider' },
    context(say.help({ command: `/${facts.prefix}portolan help` }), page),
    context(say.asOf({ at: { at: facts.at, show: 'time' } }), page),
  ];
  return { type: 'home', blocks: blocks.slice(0, 100) };
}

function formButtons(page: Page): readonly AnyBlock[] {
  const forms = [
    ['monitor', say.chart()],
    ['port.open', say.openPort()],
    ['port.close', say.closePort()],
    ['gateway.http', say.gateway()],
  ] as const;
  return actions(
    forms.map(([operation, label], index) =>
      button({ actionId: `modal:${index}`, label, value: writeButtonValue({ operation, given: {} }) ?? '' }, page),
    ),
  );
}

function list(cards: readonly Card[], none: Text, page: Page): readonly AnyBlock[] {
  if (cards.length === 0) return [section(none, page)];
  return cards.map((card) => section(line(card), page));
}

function line(card: Card): Text {
  const title =
    card.link === undefined ? card.plan.title : say.titleLinked({ title: { link: card.link, label: card.plan.title } });
  return say.request({
    symbol: symbols[card.state],
    title,
    who: { user: card.asker.id },
    context: sayPlace(card.context),
    at: { at: card.at },
  });
}

const symbols: Readonly<Record<Card['state'], string>> = {
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
