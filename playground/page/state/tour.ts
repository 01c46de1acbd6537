import { isJson, listOf, stringOf } from '../../slack/json-values.ts';
import type { PageCommand, PageMessage, PageState } from '../../slack/page-protocol.ts';

export const tourSteps = ['look', 'chart', 'ask', 'approve', 'undo'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Progress of the tour. `asked` is the card that the tour follows, and its requester. */
export type TourProgress = {
  readonly done: readonly TourStep[];
  readonly hidden: boolean;
  readonly asked: { readonly channel: string; readonly ts: string; readonly by: string } | null;
  readonly undoing: boolean;
  /** Card of the undo request. The tour ends when the undo is done. */
  readonly undo: string | null;
};

export const startTour: TourProgress = { done: [], hidden: false, asked: null, undoing: false, undo: null };

export type TourAction =
  | { readonly kind: 'typed'; readonly as: string; readonly text: string }
  | { readonly kind: 'pressed'; readonly as: string; readonly actionId: string; readonly ts: string };

export function actionsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  if (!isJson(value)) return [];
  const own = stringOf(value.action_id);
  return [...(own === '' ? [] : [own]), ...Object.values(value).flatMap(actionsIn)];
}

const undoing: readonly string[] = ['request.undo', 'request.close_now'];

function hasAction(message: PageMessage, ...wanted: readonly string[]): boolean {
  return actionsIn(message.blocks).some((action) => wanted.includes(action));
}

/** Whether a message is a requested chart. Charts in a card's thread don't count. */
function hasPicture(message: PageMessage): boolean {
  if (message.threadTs !== null && message.threadTs !== message.ts) return false;
  return (
    message.blocks.some((block) => block.type === 'image') ||
    message.files.some((file) => file.mimetype.startsWith('image/'))
  );
}

function tick(tour: TourProgress, step: TourStep): TourProgress {
  return tour.done.includes(step)
    ? tour
    : { ...tour, done: tourSteps.filter((one) => one === step || tour.done.includes(one)) };
}

/** Returns the last word of a command without slash and prefix: `/rb-port` and `/portolan port` give `port`. */
function subjectOf(text: string): string {
  const [command = '', next = ''] = text.trim().toLowerCase().split(/\s+/);
  const name = command.replace(/^\//, '').split('-').at(-1) ?? '';
  return name === 'portolan' ? next : name;
}

export function afterAction(tour: TourProgress, deed: TourAction): TourProgress {
  if (deed.kind === 'typed') return ['component', 'region'].includes(subjectOf(deed.text)) ? tick(tour, 'look') : tour;
  return undoing.includes(deed.actionId) ? { ...tour, undoing: true } : tour;
}

/**
 * Updates the tour after the workspace changed: a picture ticks the chart step, a card with Approve the request step, a
 * card with Undo the approval step. `fresh`: the bot's messages since the page was opened.
 */
export function afterChange(tour: TourProgress, fresh: readonly PageMessage[], as: string): TourProgress {
  const charted = fresh.some(hasPicture) ? tick(tour, 'chart') : tour;
  const open = fresh.findLast((message) => hasAction(message, 'request.approve'));
  const asked =
    charted.asked === null && open !== undefined
      ? { ...tick(charted, 'ask'), asked: { channel: open.channel, ts: open.ts, by: as } }
      : charted;
  return followCard(asked, fresh, open);
}

function followCard(tour: TourProgress, fresh: readonly PageMessage[], open: PageMessage | undefined): TourProgress {
  const card = fresh.find((message) => message.ts === tour.asked?.ts);
  if (card === undefined) return tour;
  if (!tour.done.includes('approve')) {
    if (hasAction(card, ...undoing)) return tick(tour, 'approve');
    const over = !hasAction(card, 'request.approve', 'request.check', 'request.cancel') && open !== undefined;
    return over ? { ...tour, asked: { channel: open.channel, ts: open.ts, by: tour.asked?.by ?? '' } } : tour;
  }
  return tour.undoing ? followUndo(tour, card, fresh, open) : tour;
}

/** Ticks the undo step when the port is closed again: the undo itself offers Undo, or nothing is left to close. */
function followUndo(
  tour: TourProgress,
  card: PageMessage,
  fresh: readonly PageMessage[],
  open: PageMessage | undefined,
): TourProgress {
  if (!hasAction(card, ...undoing)) return tick(tour, 'undo');
  const undo = fresh.find((message) => message.ts === tour.undo);
  if (undo !== undefined && hasAction(undo, 'request.undo')) return tick(tour, 'undo');
  return open !== undefined && open.ts !== card.ts ? { ...tour, undo: open.ts } : tour;
}

/** Returns the command that the page types for a step, with the workspace's command names. */
export function wordsFor(step: TourStep, commands: readonly PageCommand[]): string | null {
  const named = (name: string) =>
    commands.find(({ command }) => command === `/${name}` || command.endsWith(`-${name}`))?.command;
  const words = {
    look: ['component', ''],
    chart: ['monitor', ' api 1h'],
    ask: ['port', ' open api 8000'],
  } as const;
  if (step === 'approve' || step === 'undo') return null;
  const [name, rest] = words[step];
  const command = named(name);
  return command === undefined ? null : `${command}${rest}`;
}

/** Returns a possible approver: another full member of the channel, if possible with the same language. */
export function approverFor(state: PageState, channel: string, by: string): string | null {
  const members = state.channels.find((one) => one.id === channel)?.members ?? [];
  const language = (locale: string | undefined) => locale?.split('-')[0];
  const asker = language(state.people.find((one) => one.id === by)?.locale);
  const fits = state.people.filter((one) => one.kind === 'member' && one.id !== by && members.includes(one.id));
  return (fits.find((one) => language(one.locale) === asker) ?? fits[0])?.id ?? null;
}

export function readTour(kept: unknown): TourProgress {
  if (!isJson(kept)) return startTour;
  const done = tourSteps.filter((step) => listOf(kept.done).includes(step));
  const asked = isJson(kept.asked)
    ? { channel: stringOf(kept.asked.channel), ts: stringOf(kept.asked.ts), by: stringOf(kept.asked.by) }
    : null;
  const undo = typeof kept.undo === 'string' ? kept.undo : null;
  return { done, hidden: kept.hidden === true, asked, undoing: kept.undoing === true, undo };
}
