import type { GlassAct } from '../../inspector-protocol.ts';
import type { PageAct } from '../../slack/page-protocol.ts';
import type { Confirm } from '../blocks/block-model.ts';
import type { Store } from '../state/page-store.ts';
import { sendPlatformTilt } from '../state/playground-client.ts';
import { startWalk } from '../state/tour.ts';
import type { Panel, Theme, Ui } from '../state/ui-state.ts';
import { createKit, type Kit } from './action-context.ts';
import { createElementActs } from './form-actions.ts';
import { createPlaceActs } from './navigation-actions.ts';

/** What people can do on the page. Nothing here throws; what Slack refuses is shown where it was tried. */
export type Actions = ReturnType<typeof createActions>;

/** The page's actions on its store; `refresh` fetches the workspace anew. */
export function createActions(store: Store<Ui>, refresh: () => Promise<void>) {
  const kit = createKit(store, refresh);
  return { ...createElementActs(kit), ...createPlaceActs(kit), ...createPageActs(kit) };
}

type SlackTilt = Extract<PageAct, { readonly do: 'tilt' }>['tilt'];

/** What stays on the page: panels, questions, looks; and the tilts. */
function createPageActs({ store, patch, act, toast, dropToast }: Kit) {
  return {
    toast,
    dropToast,
    /** Null when it was done, else the line to show. */
    tiltSlack: async (tilt: SlackTilt): Promise<string | null> => {
      const acted = await act((as) => ({ do: 'tilt', as, tilt }));
      return acted.ok ? null : acted.say;
    },
    tiltPlatform: (tilt: GlassAct) => sendPlatformTilt(tilt),
    /** Asks first when the element wants it, then does it. */
    ask: (confirm: Confirm | null, yes: () => void) =>
      confirm === null ? yes() : patch({ question: { confirm, yes } }),
    answer: (said: boolean) => {
      const { question } = store.get();
      patch({ question: null });
      if (said) question?.yes();
    },
    show: (picture: Ui['picture']) => patch({ picture }),
    openPanel: (panel: Panel) => patch({ panel, drawer: false }),
    openDrawer: (drawer: boolean) => patch({ drawer }),
    setTheme: (theme: Theme) => patch({ theme }),
    hideWalk: (hidden: boolean) => store.set((ui) => ({ ...ui, walk: { ...ui.walk, hidden } })),
    restartWalk: () => patch({ walk: startWalk }),
  };
}
