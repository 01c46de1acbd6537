import type { PageOptions, PageState, PageValue } from '../../slack/page-protocol.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { allValues, handIn, handInAll, keyOf, withValue } from '../state/forms.ts';
import { afterAction } from '../state/tour.ts';
import { type BlockSurface, busyKey, type Ui } from '../state/ui-state.ts';
import type { ActionContext } from './action-context.ts';

/** A press without its address. */
export type ButtonPress = { readonly blockId: string; readonly actionId: string; readonly value?: PageValue };

/** Using the elements of messages and views. */
export function createFormActions(context: ActionContext) {
  return {
    /** Uses a button, menu or select; it looks pressed until something changed, or three seconds. */
    press: (surface: BlockSurface, what: ButtonPress) => press(context, surface, what),
    /** What an external select offers for `typed`, or why it offers nothing. */
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
    /** Keeps what was entered. */
    change: (surface: BlockSurface, blockId: string, actionId: string, value: PageValue) =>
      context.store.set((ui) => {
        const form = withValue(ui.forms[surface.key] ?? {}, blockId, actionId, value);
        return { ...ui, forms: { ...ui.forms, [surface.key]: form } };
      }),
    submit: (view: string) => submit(context, view),
    /** Closes the view on top, or all of them. */
    close: async (view: string, all: boolean) => {
      context.patch({ viewSays: '' });
      context.tell(await context.act((as) => ({ do: 'close', as, view, all })));
      await context.refresh();
    },
  };
}

/** How long a button stays busy after its press was acknowledged, in ms: a second click of a double click is none. */
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
  // As in Slack, a button is ready again soon after the bot has acknowledged the press.
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

/** What stands in all inputs of a message or view. */
function valuesAt(ui: Ui, surface: BlockSurface) {
  const found = ui.server === null ? undefined : contentAt(ui.server, surface);
  if (found === undefined) return {};
  return handInAll(allValues(ui.forms[surface.key] ?? {}, found.values, readBlocks(found.blocks)));
}

function contentAt(server: PageState, { source }: BlockSurface) {
  if ('ts' in source) return server.messages[source.channel]?.find((one) => one.ts === source.ts);
  return server.home?.id === source.view ? server.home : server.views.find((one) => one.id === source.view);
}
