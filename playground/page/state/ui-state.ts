import type { InspectorStatus } from '../../inspector-protocol.ts';
import type { PageSource, PageState, PageValues } from '../../slack/page-protocol.ts';
import type { Confirm } from '../blocks/block-model.ts';
import type { PageLocation } from './page-address.ts';
import type { Notice, Typed } from './rows.ts';
import type { TourProgress } from './tour.ts';
import { startTour } from './tour.ts';

export type Toast = { readonly id: number; readonly say: string };

export type ConfirmQuestion = { readonly confirm: Confirm; readonly yes: () => void };

export type PagePanel = 'inspector' | 'keys' | 'jump' | null;

export type Theme = 'auto' | 'light' | 'dark';

/** Last acting person in this tab, and the time of the action (epoch ms of the browser). */
export type TabAction = { readonly as: string; readonly at: number };

export type Ui = {
  readonly server: PageState | null;
  readonly link: 'opening' | 'live' | 'lost';
  readonly as: string | null;
  readonly place: PageLocation | null;
  readonly forms: Readonly<Record<string, PageValues>>;
  readonly busy: Readonly<Record<string, true>>;
  readonly typed: readonly Typed[];
  readonly notices: readonly Notice[];
  readonly toasts: readonly Toast[];
  readonly viewSays: string;
  readonly question: ConfirmQuestion | null;
  readonly picture: { readonly src: string; readonly alt: string } | null;
  readonly panel: PagePanel;
  /** Whether the list of conversations is open, on narrow screens. */
  readonly drawer: boolean;
  readonly theme: Theme;
  readonly tour: TourProgress;
  /** Timestamp of the newest message that was read, by person and channel. */
  readonly lastRead: Readonly<Record<string, string>>;
  /** Page clock in epoch ms, updated every few seconds. */
  readonly now: number;
  /** How far the playground's clock is ahead of the browser's, in ms. */
  readonly gap: number;
  /** When the page first saw the workspace, by the workspace's clock. Earlier messages don't count for the tour. */
  readonly since: number;
  readonly homeAsked: boolean;
  readonly homeSays: string;
  /** Last action in this tab, which decides the modals that belong to this tab. */
  readonly acted: TabAction | null;
  readonly tabViews: readonly string[];
  /** Last known faults and time of the platform; null if not available. */
  readonly inspected: InspectorStatus | null;
};

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
  lastRead: {},
  now: 0,
  gap: 0,
  since: 0,
  homeAsked: false,
  homeSays: '',
  acted: null,
  tabViews: [],
  inspected: null,
};

export function busyKey(surface: string, blockId: string, actionId: string, value = ''): string {
  return `${surface}|${blockId}|${actionId}|${value}`;
}

export function lastReadKey(as: string, channel: string): string {
  return `${as}/${channel}`;
}

export type BlockSurface = { readonly key: string; readonly source: PageSource };
