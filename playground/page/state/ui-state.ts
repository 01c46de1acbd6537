import type { InspectorStatus } from '../../inspector-protocol.ts';
import type { PageSource, PageState, PageValues } from '../../slack/page-protocol.ts';
import type { Confirm } from '../blocks/block-model.ts';
import type { PageLocation } from './page-address.ts';
import type { Notice, Typed } from './rows.ts';
import type { TourProgress } from './tour.ts';
import { startTour } from './tour.ts';

/** A line that comes up and goes away by itself. */
export type Toast = { readonly id: number; readonly say: string };

/** A question before an action; `yes` does it. */
export type ConfirmQuestion = { readonly confirm: Confirm; readonly yes: () => void };

/** What lies over or beside the conversation. */
export type PagePanel = 'inspector' | 'keys' | 'jump' | null;

/** `auto` follows the machine. */
export type Theme = 'auto' | 'light' | 'dark';

/** Who acted in this tab last, and when (epoch ms of the browser). */
export type TabAction = { readonly as: string; readonly at: number };

/** Everything the page knows. */
export type Ui = {
  readonly server: PageState | null;
  /** `opening` until the first answer; `lost` when the stream broke. */
  readonly link: 'opening' | 'live' | 'lost';
  readonly as: string | null;
  readonly place: PageLocation | null;
  /** What was typed into inputs, by message or view. */
  readonly forms: Readonly<Record<string, PageValues>>;
  /** Pressed and not answered yet, by place, block and action. */
  readonly busy: Readonly<Record<string, true>>;
  readonly typed: readonly Typed[];
  readonly notices: readonly Notice[];
  readonly toasts: readonly Toast[];
  /** What Slack says about the view that is open, beyond its fields. */
  readonly viewSays: string;
  readonly question: ConfirmQuestion | null;
  readonly picture: { readonly src: string; readonly alt: string } | null;
  readonly panel: PagePanel;
  /** On narrow screens: the list of conversations is out. */
  readonly drawer: boolean;
  readonly theme: Theme;
  readonly tour: TourProgress;
  /** Latest ts read, by person and channel. */
  readonly seen: Readonly<Record<string, string>>;
  /** Page clock, epoch milliseconds, moved every few seconds. */
  readonly now: number;
  /** How far the playground's clock is ahead of the browser's, milliseconds. */
  readonly gap: number;
  /** When the workspace was first seen, by its own clock: what stood there before does not count for the tour. */
  readonly since: number;
  /** Home was asked for, and nothing came yet. */
  readonly homeAsked: boolean;
  /** Why there is no home for this person; empty when nothing was refused. */
  readonly homeSays: string;
  /** What was done last in this tab, and the modals that came of it: others belong to other tabs. */
  readonly acted: TabAction | null;
  readonly tabViews: readonly string[];
  /** The platform's faults and the playground's time, as they were read last; null where they can't be had. */
  readonly inspected: InspectorStatus | null;
};

/** The page before anything is known. */
export const emptyUi: Ui = {
  server: null,
  link: 'opening',
  as: null,
  place: null,
  forms: {},
  busy: {},
  typed: [],
  notices: [],
  toasts: [],
  viewSays: '',
  question: null,
  picture: null,
  panel: null,
  drawer: false,
  theme: 'auto',
  tour: startTour,
  seen: {},
  now: 0,
  gap: 0,
  since: 0,
  homeAsked: false,
  homeSays: '',
  acted: null,
  tabViews: [],
  inspected: null,
};

/** The name under which a press waits for its answer. */
export function busyKey(surface: string, blockId: string, actionId: string, value = ''): string {
  return `${surface}|${blockId}|${actionId}|${value}`;
}

/** The key of what a person has read of a channel. */
export function seenKey(as: string, channel: string): string {
  return `${as}/${channel}`;
}

/** Where an element stands, as the page addresses it. */
export type BlockSurface = { readonly key: string; readonly source: PageSource };
