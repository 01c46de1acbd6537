import type { PageActed, PageAction } from '../../slack/page-protocol.ts';
import type { PageStore } from '../state/page-store.ts';
import { sendAction } from '../state/playground-client.ts';
import { viewsHere } from '../state/tab-views.ts';
import type { Ui } from '../state/ui-state.ts';
import { guideWords } from '../text/guide-words.ts';

export type ActionContext = {
  readonly store: PageStore<Ui>;
  readonly refresh: () => Promise<void>;
  readonly patch: (part: Partial<Ui>) => void;
  readonly act: (todo: (as: string) => PageAction) => Promise<PageActed>;
  readonly tell: (acted: PageActed) => void;
  readonly toast: (say: string) => void;
  readonly dropToast: (id: number) => void;
  readonly setBusy: (key: string, on: boolean) => void;
};

/** How long App Home looks busy after a person opened it, if the bot doesn't answer, in ms. */
export const patience = 3_000;
const toastStays = 7_000;
let lastId = 0;

export function nextId(): number {
  lastId += 1;
  return lastId;
}

export function createActionContext(store: PageStore<Ui>, refresh: () => Promise<void>): ActionContext {
  const patch = (part: Partial<Ui>) => store.set((ui) => ({ ...ui, ...part }));
  const dropToast = (id: number) => store.set((ui) => ({ ...ui, toasts: ui.toasts.filter((one) => one.id !== id) }));
  const toast = (say: string) => {
    const id = nextId();
    store.set((ui) => ({ ...ui, toasts: [...ui.toasts.filter((one) => one.say !== say), { id, say }].slice(-3) }));
    window.setTimeout(() => dropToast(id), toastStays);
  };
  return {
    store,
    refresh,
    patch,
    toast,
    dropToast,
    act: async (todo) => {
      const { as, server } = store.get();
      const inTheirs = guideWords(server?.me.locale ?? 'en-US');
      if (as === null) return { ok: false, error: 'nobody', say: inTheirs('Choose a person to act as first.') };
      const note = () => patch({ acted: { as, at: Date.now() } });
      note();
      const acted = await sendAction(todo(as));
      note();
      return acted.ok ? acted : { ...acted, say: inTheirs(acted.say) };
    },
    tell: (acted) => {
      if (acted.ok) return;
      const inModal = viewsHere(store.get()).length > 0;
      if (inModal) patch({ viewSays: acted.say });
      else toast(acted.say);
    },
    setBusy: (key, on) =>
      store.set((ui) => {
        const { [key]: was, ...others } = ui.busy;
        if (on === (was === true)) return ui;
        return { ...ui, busy: on ? { ...others, [key]: true } : others };
      }),
  };
}
