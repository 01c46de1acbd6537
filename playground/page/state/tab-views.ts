import type { PageState, PageView } from '../../slack/page-protocol.ts';
import type { Ui } from './ui-state.ts';

/**
 * Which modals this tab shows. Slack opens a modal in the client in which its person did something; the playground's
 * state only says whose it is, so a tab takes a modal as its own when it acted as that person shortly before.
 */

/** A modal opens at most 3 s after the action behind it; the rest is for a slow machine. */
const claimMs = 10_000;
const mostKept = 20;
const none: readonly PageView[] = [];

/** The ids of the modals of this tab, once a workspace was read: the stack that is open now may be a new one. */
export function claimViews({ tabViews, acted }: Pick<Ui, 'tabViews' | 'acted'>, state: PageState, now: number) {
  const root = state.views[0]?.id;
  if (root === undefined || tabViews.includes(root)) return tabViews;
  const isOwn = acted !== null && acted.as === state.me.id && now - acted.at < claimMs;
  return isOwn ? [...tabViews, root].slice(-mostKept) : tabViews;
}

/** The open modals that this tab shows, bottom first. */
export function viewsHere({ server, tabViews }: Pick<Ui, 'server' | 'tabViews'>): readonly PageView[] {
  const views = server?.views ?? none;
  return views[0] !== undefined && tabViews.includes(views[0].id) ? views : none;
}
