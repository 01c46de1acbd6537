import type { PageActed } from '../../slack/page-protocol.ts';
import { membershipWanted } from '../state/completion.ts';
import type { PageLocation } from '../state/page-address.ts';
import type { Typed } from '../state/rows.ts';
import { afterAction } from '../state/tour.ts';
import { type ActionContext, nextId, patience } from './action-context.ts';

export function createNavigationActions(context: ActionContext) {
  return {
    send: (text: string, channel: string, threadTs: string | null) => send(context, text, channel, threadTs),
    go: (place: PageLocation) => go(context, place),
    goToBot: () => goToBot(context),
    openDirect: () => openDirect(context, 'direct'),
    openSlackbot: () => openDirect(context, 'slackbot'),
    /** Tells the bot that App Home was opened, as Slack does each time. */
    openHome: () => openHome(context),
    /** Changes the acting person. Stays in the conversation if that person can see it. */
    become: (as: string) =>
      context.patch(
        as === context.store.get().as
          ? { drawer: false }
          : { as, drawer: false, viewSays: '', busy: {}, question: null },
      ),
    shortcut: async (callbackId: string, on?: { readonly channel: string; readonly ts: string }) => {
      const target = on === undefined ? {} : { on: { channel: on.channel, ts: on.ts } };
      context.tell(await context.act((as) => ({ do: 'shortcut', as, callbackId, ...target })));
    },
  };
}

async function send(
  { store, act }: ActionContext,
  text: string,
  channel: string,
  threadTs: string | null,
): Promise<void> {
  const { as: writer, gap } = store.get();
  const at = Date.now() + gap;
  const fresh = { state: 'pending', say: '', ts: null } as const;
  const typed: Typed = { id: nextId(), as: writer ?? '', channel, threadTs, text, at, ...fresh };
  store.set((ui) => ({ ...ui, typed: [...ui.typed, typed].slice(-100) }));
  const thread = threadTs === null ? {} : { threadTs };
  const what = text.startsWith('/') ? 'slash' : 'say';
  const fault = membershipWanted(text);
  const acted = await act((as) =>
    fault === null ? { do: what, as, channel, text, ...thread } : { do: 'fault', as, fault: { fault, channel } },
  );
  store.set((ui) => ({
    ...ui,
    typed: ui.typed.map((one) => (one.id === typed.id ? settled(one, acted) : one)),
    tour: acted.ok ? afterAction(ui.tour, { kind: 'typed', as: typed.as, text }) : ui.tour,
  }));
}

function settled(typed: Typed, acted: PageActed): Typed {
  if (!acted.ok) return { ...typed, state: 'refused', say: acted.say };
  return { ...typed, state: 'sent', ts: acted.ts ?? null };
}

function go(context: ActionContext, place: PageLocation): void {
  const { panel } = context.store.get();
  context.patch({ place, drawer: false, panel: panel === 'inspector' ? panel : null });
}

async function openHome({ patch, act }: ActionContext): Promise<void> {
  patch({ homeAsked: true, homeSays: '' });
  const acted = await act((as) => ({ do: 'home', as }));
  if (acted.ok) window.setTimeout(() => patch({ homeAsked: false }), patience);
  else patch({ homeAsked: false, homeSays: acted.say });
}

/** Goes to a conversation that includes the bot. Stays in the current one if it includes the bot. */
function goToBot(context: ActionContext): void {
  const { server, place } = context.store.get();
  const here = place !== null && 'channel' in place ? place.channel : '';
  const fits = server?.channels.filter((one) => one.botIsMember && one.kind !== 'direct') ?? [];
  const target = fits.find((one) => one.id === here) ?? fits[0];
  if (target !== undefined) go(context, { channel: target.id, thread: null });
}

async function openDirect(context: ActionContext, what: 'direct' | 'slackbot'): Promise<void> {
  const acted = await context.act((as) => ({ do: what, as }));
  if (!acted.ok || acted.channel === undefined) return context.tell(acted);
  await context.refresh();
  go(context, { channel: acted.channel, thread: null });
}
