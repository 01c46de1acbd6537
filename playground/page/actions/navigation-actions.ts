import type { PageActed } from '../../slack/page-protocol.ts';
import { membershipWanted } from '../state/completion.ts';
import type { Place } from '../state/page-address.ts';
import type { Typed } from '../state/rows.ts';
import { afterDeed } from '../state/tour.ts';
import { type Kit, nextId, patience } from './action-context.ts';

/** Writing, going about, and being somebody. */
export function createPlaceActs(kit: Kit) {
  return {
    /** Sends a message or a command; it stands there at once. */
    send: (text: string, channel: string, threadTs: string | null) => send(kit, text, channel, threadTs),
    go: (place: Place) => go(kit, place),
    goToBot: () => goToBot(kit),
    openDirect: () => openDirect(kit),
    /** Tells the bot that its home was opened, as Slack does each time. */
    openHome: () => openHome(kit),
    /** Becomes somebody else, and stays in the conversation if they may see it. */
    become: (as: string) =>
      kit.patch(
        as === kit.store.get().as ? { drawer: false } : { as, drawer: false, viewSays: '', busy: {}, question: null },
      ),
    /** A shortcut of the app, global or on a message. */
    shortcut: async (callbackId: string, on?: { readonly channel: string; readonly ts: string }) => {
      const target = on === undefined ? {} : { on: { channel: on.channel, ts: on.ts } };
      kit.tell(await kit.act((as) => ({ do: 'shortcut', as, callbackId, ...target })));
    },
  };
}

async function send({ store, act }: Kit, text: string, channel: string, threadTs: string | null): Promise<void> {
  const { as: writer, gap } = store.get();
  const at = Date.now() + gap;
  const fresh = { state: 'pending', say: '', ts: null } as const;
  const typed: Typed = { id: nextId(), as: writer ?? '', channel, threadTs, text, at, ...fresh };
  store.set((ui) => ({ ...ui, typed: [...ui.typed, typed].slice(-100) }));
  const thread = threadTs === null ? {} : { threadTs };
  const what = text.startsWith('/') ? 'slash' : 'say';
  const tilt = membershipWanted(text);
  const acted = await act((as) =>
    tilt === null ? { do: what, as, channel, text, ...thread } : { do: 'tilt', as, tilt: { tilt, channel } },
  );
  store.set((ui) => ({
    ...ui,
    typed: ui.typed.map((one) => (one.id === typed.id ? settled(one, acted) : one)),
    walk: acted.ok ? afterDeed(ui.walk, { kind: 'typed', as: typed.as, text }) : ui.walk,
  }));
}

function settled(typed: Typed, acted: PageActed): Typed {
  if (!acted.ok) return { ...typed, state: 'refused', say: acted.say };
  return { ...typed, state: 'sent', ts: acted.ts ?? null };
}

function go(kit: Kit, place: Place): void {
  const { panel } = kit.store.get();
  kit.patch({ place, drawer: false, panel: panel === 'glass' ? panel : null });
}

async function openHome({ patch, act }: Kit): Promise<void> {
  patch({ homeAsked: true, homeSays: '' });
  const acted = await act((as) => ({ do: 'home', as }));
  if (acted.ok) window.setTimeout(() => patch({ homeAsked: false }), patience);
  else patch({ homeAsked: false, homeSays: acted.say });
}

/** To a conversation where the bot is; stays where one is if the bot is there. */
function goToBot(kit: Kit): void {
  const { server, place } = kit.store.get();
  const here = place !== null && 'channel' in place ? place.channel : '';
  const fits = server?.channels.filter((one) => one.botIsMember && one.kind !== 'direct') ?? [];
  const target = fits.find((one) => one.id === here) ?? fits[0];
  if (target !== undefined) go(kit, { channel: target.id, thread: null });
}

async function openDirect(kit: Kit): Promise<void> {
  const acted = await kit.act((as) => ({ do: 'direct', as }));
  if (!acted.ok || acted.channel === undefined) return kit.tell(acted);
  await kit.refresh();
  go(kit, { channel: acted.channel, thread: null });
}
