import type { PageState, PageView } from '../../slack/page-protocol.ts';
import type { Ui } from './ui-state.ts';

/**
 * Decides which modals this tab shows. Slack opens a modal in the client that acted, but the playground only knows the
 * person, not the tab. So a tab takes a modal if it acted as that person shortly before.
 */

/** A modal opens at most 3 s after its action. The other 7 s are for slow machines. */
const claimMs = 10_000;
const mostKept = 20;
const none: readonly PageView[] = [];

/** Returns the ids of this tab's modals after a fetch, because the open stack of modals might be new. */
export function claimViews({ tabViews, acted }: Pick<Ui, 'tabViews' | 'acted'>, state: PageState, now: number) {
  const root = state.views[0]?.id;
  if (root === undefined || tabViews.includes(root)) return tabViews;
  const isOwn = acted !== null && acted.as === state.me.id && now - acted.at < claimMs;
  return isOwn ? [...tabViews, root].slice(-mostKept) : tabViews;
}

export function viewsHere({ server, tabViews }: Pick<Ui, 'server' | 'tabViews'>): readonly PageView[] {
  const views = server?.views ?? none;
  return views[0] !== undefined && tabViews.includes(views[0].id) ? views : none;
}
