import type { GlassAct } from '../../glass-protocol.ts';
import type { PageAct, PageActed, PageOptions, PageState, PageValue } from '../../slack/protocol.ts';
import type { Confirm } from '../blocks/model.ts';
import { readBlocks } from '../blocks/read.ts';
import { afterDeed, startWalk } from '../walk/walk.ts';
import { allValues, handIn, handInAll, keyOf, withValue } from './forms.ts';
import type { Place } from './place.ts';
import type { Typed } from './rows.ts';
import { sendAct, sendPlatformTilt } from './server.ts';
import type { Store } from './store.ts';
import { busyKey, type Panel, type Surface, type Theme, type Ui } from './ui.ts';

/** A press without its address. */
export type Press = {
  readonly blockId: string;
  readonly actionId: string;
  readonly value?: PageValue;
  /** Tells apart the entries of one element that wait for an answer. */
  readonly mark?: string;
};

/** What people can do on the page. Nothing here throws; what Slack refuses is shown where it was tried. */
export type Actions = ReturnType<typeof createActions>;

const patience = 3_000;
let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
};

/** The page's actions on its store; `refresh` fetches the workspace anew. */
export function createActions(store: Store<Ui>, refresh: () => Promise<void>) {
  const patch = (part: Partial<Ui>) => store.set((ui) => ({ ...ui, ...part }));

  function toast(say: string): void {
    const id = nextId();
    store.set((ui) => ({ ...ui, toasts: [...ui.toasts.filter((one) => one.say !== say), { id, say }].slice(-3) }));
    window.setTimeout(() => dropToast(id), 7_000);
  }

  function dropToast(id: number): void {
    store.set((ui) => ({ ...ui, toasts: ui.toasts.filter((one) => one.id !== id) }));
  }

  async function act(todo: (as: string) => PageAct): Promise<PageActed> {
    const { as } = store.get();
    if (as === null) return { ok: false, error: 'nobody', say: 'Choose somebody to act as first.' };
    return sendAct(todo(as));
  }

  /** Shows a refusal: in the open modal, else as a toast. */
  function tell(acted: PageActed): void {
    if (acted.ok) return;
    const inModal = (store.get().server?.views.length ?? 0) > 0;
    if (inModal) patch({ viewSays: acted.say });
    else toast(acted.say);
  }

  function setBusy(key: string, on: boolean): void {
    store.set((ui) => {
      const { [key]: was, ...others } = ui.busy;
      if (on === (was === true)) return ui;
      return { ...ui, busy: on ? { ...others, [key]: true } : others };
    });
  }

  async function press(surface: Surface, what: Press): Promise<void> {
    const key = busyKey(surface.key, what.blockId, what.actionId, what.mark);
    setBusy(key, true);
    patch({ viewSays: '' });
    window.setTimeout(() => setBusy(key, false), patience);
    const values = valuesAt(store.get(), surface);
    const acted = await act((as) => ({
      do: 'press',
      as,
      on: surface.source,
      blockId: what.blockId,
      actionId: what.actionId,
      ...(what.value === undefined ? {} : { value: handIn(what.value) }),
      values,
    }));
    if (!acted.ok) setBusy(key, false);
    if (acted.ok && !('view' in surface.source)) watch(what.actionId, surface.source.ts);
    tell(acted);
  }

  function watch(actionId: string, ts: string): void {
    store.set((ui) =>
      ui.as === null ? ui : { ...ui, walk: afterDeed(ui.walk, { kind: 'pressed', as: ui.as, actionId, ts }) },
    );
  }

  async function load(
    surface: Surface,
    blockId: string,
    actionId: string,
    typed: string,
  ): Promise<PageOptions | string> {
    const values = valuesAt(store.get(), surface);
    const acted = await act((as) => ({ do: 'options', as, on: surface.source, blockId, actionId, typed, values }));
    if (!acted.ok) return acted.say;
    return acted.options ?? { options: [], groups: [] };
  }

  function change(surface: Surface, blockId: string, actionId: string, value: PageValue): void {
    store.set((ui) => {
      const form = withValue(ui.forms[surface.key] ?? {}, blockId, actionId, value);
      return { ...ui, forms: { ...ui.forms, [surface.key]: form } };
    });
  }

  async function send(text: string, channel: string, threadTs: string | null): Promise<void> {
    const command = text.startsWith('/');
    const at = Date.now() + store.get().gap;
    const typed: Typed = {
      id: nextId(),
      as: store.get().as ?? '',
      channel,
      threadTs,
      text,
      at,
      state: 'pending',
      say: '',
      ts: null,
    };
    store.set((ui) => ({ ...ui, typed: [...ui.typed, typed].slice(-100) }));
    const thread = threadTs === null ? {} : { threadTs };
    const acted = await act((as) => ({ do: command ? 'slash' : 'say', as, channel, text, ...thread }));
    store.set((ui) => ({
      ...ui,
      typed: ui.typed.map((one) => (one.id === typed.id ? settled(one, acted) : one)),
      walk: acted.ok ? afterDeed(ui.walk, { kind: 'typed', as: typed.as, text }) : ui.walk,
    }));
  }

  async function submit(view: string): Promise<boolean> {
    const surface: Surface = { key: keyOf({ view }), source: { view } };
    const key = busyKey(surface.key, '', 'submit');
    setBusy(key, true);
    patch({ viewSays: '' });
    const acted = await act((as) => ({ do: 'submit', as, view, values: valuesAt(store.get(), surface) }));
    setBusy(key, false);
    tell(acted);
    await refresh();
    return acted.ok && acted.submitted?.result !== 'errors';
  }

  async function close(view: string, all: boolean): Promise<void> {
    patch({ viewSays: '' });
    tell(await act((as) => ({ do: 'close', as, view, all })));
    await refresh();
  }

  async function openDirect(): Promise<void> {
    const acted = await act((as) => ({ do: 'direct', as }));
    if (!acted.ok || acted.channel === undefined) return tell(acted);
    await refresh();
    go({ channel: acted.channel, thread: null });
  }

  function go(place: Place): void {
    patch({ place, drawer: false, panel: store.get().panel === 'glass' ? 'glass' : null });
    if ('home' in place) void openHome();
  }

  /** To a conversation where the bot is, staying where it is too. */
  function goToBot(): void {
    const { server, place } = store.get();
    const here = place !== null && 'channel' in place ? place.channel : '';
    const fits = server?.channels.filter((one) => one.botIsMember && one.kind !== 'direct') ?? [];
    const target = fits.find((one) => one.id === here) ?? fits[0];
    if (target !== undefined) go({ channel: target.id, thread: null });
  }

  async function openHome(): Promise<void> {
    patch({ homeAsked: true });
    const acted = await act((as) => ({ do: 'home', as }));
    window.setTimeout(() => patch({ homeAsked: false }), patience);
    tell(acted);
  }

  /** Becomes somebody else, and stays in the conversation if they may see it. */
  function become(as: string): void {
    patch(as === store.get().as ? { drawer: false } : { as, drawer: false, viewSays: '', busy: {}, question: null });
  }

  async function shortcut(callbackId: string, on?: { readonly channel: string; readonly ts: string }): Promise<void> {
    const target = on === undefined ? {} : { on: { channel: on.channel, ts: on.ts } };
    tell(await act((as) => ({ do: 'shortcut', as, callbackId, ...target })));
  }

  async function tiltSlack(tilt: Extract<PageAct, { readonly do: 'tilt' }>['tilt']): Promise<string | null> {
    const acted = await act((as) => ({ do: 'tilt', as, tilt }));
    return acted.ok ? null : acted.say;
  }

  return {
    press,
    load,
    change,
    send,
    submit,
    close,
    go,
    goToBot,
    become,
    openDirect,
    shortcut,
    tiltSlack,
    toast,
    dropToast,
    tiltPlatform: (act: GlassAct) => sendPlatformTilt(act),
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

function settled(typed: Typed, acted: PageActed): Typed {
  if (!acted.ok) return { ...typed, state: 'refused', say: acted.say };
  return { ...typed, state: 'sent', ts: acted.ts ?? null };
}

/** What stands in all inputs of a message or view. */
function valuesAt(ui: Ui, surface: Surface) {
  const { server } = ui;
  const found = server === null ? undefined : contentAt(server, surface);
  if (found === undefined) return {};
  return handInAll(allValues(ui.forms[surface.key] ?? {}, found.values, readBlocks(found.blocks)));
}

function contentAt(server: PageState, { source }: Surface) {
  if ('view' in source)
    return [...server.views, ...(server.home === null ? [] : [server.home])].find((one) => one.id === source.view);
  return server.messages[source.channel]?.find((one) => one.ts === source.ts);
}
