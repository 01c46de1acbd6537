import type { PageOptions, PageState, PageValue } from '../../slack/page-protocol.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { allValues, handIn, handInAll, keyOf, withValue } from '../state/forms.ts';
import { afterAction } from '../state/tour.ts';
import { type BlockSurface, busyKey, type Ui } from '../state/ui-state.ts';
import type { ActionContext } from './action-context.ts';

export type ButtonPress = { readonly blockId: string; readonly actionId: string; readonly value?: PageValue };

export function createFormActions(context: ActionContext) {
  return {
    /** Uses a button, menu or select. The element looks pressed until something changes, or for 3 s. */
    press: (surface: BlockSurface, what: ButtonPress) => press(context, surface, what),
    /** Returns the options of an external select for `typed`, or why there are none. */
    load: async (
      surface: BlockSurface,
      blockId: string,
      actionId: string,
      typed: string,
    ): Promise<PageOptions | string> => {
      const values = valuesAt(context.store.get(), surface);
      const acted = await context.act((as) => ({
        do: 'options',
        as,
        on: surface.source,
        blockId,
        actionId,
        typed,
        values,
      }));
      return acted.ok ? (acted.options ?? { options: [], groups: [] }) : acted.say;
    },
    change: (surface: BlockSurface, blockId: string, actionId: string, value: PageValue) =>
      context.store.set((ui) => {
        const form = withValue(ui.forms[surface.key] ?? {}, blockId, actionId, value);
        return { ...ui, forms: { ...ui.forms, [surface.key]: form } };
      }),
    submit: (view: string) => submit(context, view),
    close: async (view: string, all: boolean) => {
      context.patch({ viewSays: '' });
      context.tell(await context.act((as) => ({ do: 'close', as, view, all })));
      await context.refresh();
    },
  };
}

/** How long a button stays busy after the ack, in ms, so that a double click counts once. */
const afterAck = 400;

async function press(
  { store, patch, act, tell, setBusy }: ActionContext,
  surface: BlockSurface,
  what: ButtonPress,
): Promise<void> {
  const key = busyKey(surface.key, what.blockId, what.actionId);
  setBusy(key, true);
  patch({ viewSays: '' });
  const values = valuesAt(store.get(), surface);
  const { blockId, actionId } = what;
  const value = what.value === undefined ? {} : { value: handIn(what.value) };
  const acted = await act((as) => ({ do: 'press', as, on: surface.source, blockId, actionId, ...value, values }));
  // As in Slack, a button is ready again soon after the ack.
  window.setTimeout(() => setBusy(key, false), acted.ok ? afterAck : 0);
  if (acted.ok && 'ts' in surface.source) noteDeed(store, actionId, surface.source.ts);
  tell(acted);
}

function noteDeed(store: ActionContext['store'], actionId: string, ts: string): void {
  store.set((ui) =>
    ui.as === null ? ui : { ...ui, tour: afterAction(ui.tour, { kind: 'pressed', as: ui.as, actionId, ts }) },
  );
}

async function submit({ store, patch, act, tell, setBusy, refresh }: ActionContext, view: string): Promise<void> {
  const surface: BlockSurface = { key: keyOf({ view }), source: { view } };
  const key = busyKey(surface.key, '', 'submit');
  setBusy(key, true);
  patch({ viewSays: '' });
  tell(await act((as) => ({ do: 'submit', as, view, values: valuesAt(store.get(), surface) })));
  setBusy(key, false);
  await refresh();
}

function valuesAt(ui: Ui, surface: BlockSurface) {
  const content = ui.server === null ? undefined : contentAt(ui.server, surface);
  if (content === undefined) return {};
  return handInAll(allValues(ui.forms[surface.key] ?? {}, content.values, readBlocks(content.blocks)));
}

function contentAt(server: PageState, { source }: BlockSurface) {
  if ('ts' in source) return server.messages[source.channel]?.find((one) => one.ts === source.ts);
  return server.home?.id === source.view ? server.home : server.views.find((one) => one.id === source.view);
}
