import type { PageOptions, PageState, PageValue } from '../../slack/page-protocol.ts';
import { readBlocks } from '../blocks/read-blocks.ts';
import { allValues, handIn, handInAll, keyOf, withValue } from '../state/forms.ts';
import { afterDeed } from '../state/tour.ts';
import { busyKey, type Surface, type Ui } from '../state/ui-state.ts';
import { type Kit, patience } from './action-context.ts';

/** A press without its address. */
export type Press = { readonly blockId: string; readonly actionId: string; readonly value?: PageValue };

/** Using the elements of messages and views. */
export function createElementActs(kit: Kit) {
  return {
    /** Uses a button, menu or select; it looks pressed until something changed, or three seconds. */
    press: (surface: Surface, what: Press) => press(kit, surface, what),
    /** What an external select offers for `typed`, or why it offers nothing. */
    load: async (surface: Surface, blockId: string, actionId: string, typed: string): Promise<PageOptions | string> => {
      const values = valuesAt(kit.store.get(), surface);
      const acted = await kit.act((as) => ({
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
    change: (surface: Surface, blockId: string, actionId: string, value: PageValue) =>
      kit.store.set((ui) => {
        const form = withValue(ui.forms[surface.key] ?? {}, blockId, actionId, value);
        return { ...ui, forms: { ...ui.forms, [surface.key]: form } };
      }),
    submit: (view: string) => submit(kit, view),
    /** Closes the view on top, or all of them. */
    close: async (view: string, all: boolean) => {
      kit.patch({ viewSays: '' });
      kit.tell(await kit.act((as) => ({ do: 'close', as, view, all })));
      await kit.refresh();
    },
  };
}

async function press({ store, patch, act, tell, setBusy }: Kit, surface: Surface, what: Press): Promise<void> {
  const key = busyKey(surface.key, what.blockId, what.actionId);
  setBusy(key, true);
  patch({ viewSays: '' });
  window.setTimeout(() => setBusy(key, false), patience);
  const values = valuesAt(store.get(), surface);
  const { blockId, actionId } = what;
  const value = what.value === undefined ? {} : { value: handIn(what.value) };
  const acted = await act((as) => ({ do: 'press', as, on: surface.source, blockId, actionId, ...value, values }));
  if (!acted.ok) setBusy(key, false);
  if (acted.ok && 'ts' in surface.source) noteDeed(store, actionId, surface.source.ts);
  tell(acted);
}

function noteDeed(store: Kit['store'], actionId: string, ts: string): void {
  store.set((ui) =>
    ui.as === null ? ui : { ...ui, walk: afterDeed(ui.walk, { kind: 'pressed', as: ui.as, actionId, ts }) },
  );
}

async function submit({ store, patch, act, tell, setBusy, refresh }: Kit, view: string): Promise<void> {
  const surface: Surface = { key: keyOf({ view }), source: { view } };
  const key = busyKey(surface.key, '', 'submit');
  setBusy(key, true);
  patch({ viewSays: '' });
  tell(await act((as) => ({ do: 'submit', as, view, values: valuesAt(store.get(), surface) })));
  setBusy(key, false);
  await refresh();
}

/** What stands in all inputs of a message or view. */
function valuesAt(ui: Ui, surface: Surface) {
  const found = ui.server === null ? undefined : contentAt(ui.server, surface);
  if (found === undefined) return {};
  return handInAll(allValues(ui.forms[surface.key] ?? {}, found.values, readBlocks(found.blocks)));
}

function contentAt(server: PageState, { source }: Surface) {
  if ('ts' in source) return server.messages[source.channel]?.find((one) => one.ts === source.ts);
  return server.home?.id === source.view ? server.home : server.views.find((one) => one.id === source.view);
}
