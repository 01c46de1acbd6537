import type { InspectorAction } from '../../inspector-protocol.ts';
import type { PageAction } from '../../slack/page-protocol.ts';
import type { Confirm } from '../blocks/block-model.ts';
import type { PageStore } from '../state/page-store.ts';
import { sendInspectorAction } from '../state/playground-client.ts';
import { readInspected } from '../state/session.ts';
import { startTour } from '../state/tour.ts';
import type { PagePanel, Theme, Ui } from '../state/ui-state.ts';
import { type ActionContext, createActionContext } from './action-context.ts';
import { createFormActions } from './form-actions.ts';
import { createNavigationActions } from './navigation-actions.ts';

/** Actions of people on the page. Actions never throw; Slack's refusals are shown next to what the person tried. */
export type Actions = ReturnType<typeof createActions>;

/** Creates the page's actions on its store. `refresh` fetches the workspace again. */
export function createActions(store: PageStore<Ui>, refresh: () => Promise<void>) {
  const context = createActionContext(store, refresh);
  return { ...createFormActions(context), ...createNavigationActions(context), ...createPageOnlyActions(context) };
}

type ParsedFault = Extract<PageAction, { readonly do: 'fault' }>['fault'];

/** Actions that don't change the workspace (panels, questions, theme), and actions on faults. */
function createPageOnlyActions({ store, patch, act, refresh, toast, dropToast }: ActionContext) {
  return {
    toast,
    dropToast,
    /** Returns null on success, otherwise the message to show. */
    injectSlackFault: async (fault: ParsedFault): Promise<string | null> => {
      const acted = await act((as) => ({ do: 'fault', as, fault }));
      await refresh();
      return acted.ok ? null : acted.say;
    },
    changePlatform: async (change: InspectorAction): Promise<string | null> => {
      const said = await sendInspectorAction(change);
      await Promise.all([readInspected(store), refresh()]);
      return said;
    },
    ask: (confirm: Confirm | null, yes: () => void) =>
      confirm === null ? yes() : patch({ question: { confirm, yes } }),
    answer: (said: boolean) => {
      const { question } = store.get();
      patch({ question: null });
      if (said) question?.yes();
    },
    show: (picture: Ui['picture']) => patch({ picture }),
    openPanel: (panel: PagePanel) => patch({ panel, drawer: false }),
    openDrawer: (drawer: boolean) => patch({ drawer }),
    setTheme: (theme: Theme) => patch({ theme }),
    hideTour: (hidden: boolean) => store.set((ui) => ({ ...ui, tour: { ...ui.tour, hidden } })),
    restartTour: () => patch({ tour: startTour }),
  };
}
