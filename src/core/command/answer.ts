import type { Secret } from '../text/secret.ts';
import type { Text } from '../text/text.ts';
import type { RawArgs } from './params.ts';
import type { Proposal } from './problem.ts';

export interface AskButton extends Proposal {
  /** `modal` opens the operation's modal with these values; otherwise the operation runs immediately. */
  readonly opens?: 'modal';
  readonly style?: 'primary' | 'danger';
  readonly in?: string;
  readonly confirm?: Text;
}

/** A select that runs an operation. The chosen option fills `params`; a chosen `in` replaces the context. */
export interface AskSelect extends Proposal {
  readonly part: 'select';
  /** The parameters that an option fills, in the order of the option's values. */
  readonly params: readonly string[];
  /** An empty value means that its parameter is omitted. */
  readonly options: readonly { readonly values: readonly string[]; readonly label: Text }[];
  readonly opens?: 'modal';
  /** Finds commands by what a person types. Before that, those of the help with these values, as `options` also has. */
  readonly finds?: RawArgs;
}

/** Menu of a row; with one entry, a button. All entries ask about the same thing. */
export interface AskMenu {
  readonly given: RawArgs;
  /** Context of the row; by default that of the answer. */
  readonly in?: string;
  readonly entries: readonly (Proposal & Pick<AskButton, 'opens'>)[];
}

export type Part =
  | { readonly part: 'line'; readonly text: Text }
  | { readonly part: 'note'; readonly text: Text }
  | { readonly part: 'heading'; readonly text: Text }
  | { readonly part: 'fields'; readonly fields: readonly { readonly label: Text; readonly value: Text }[] }
  | {
      readonly part: 'table';
      readonly columns: readonly Text[];
      readonly rows: readonly (readonly Text[])[];
      /** Shows each row as lines: the first cell, and the others beneath it. For cells that don't fit a phone's columns. */
      readonly isStacked?: true;
      /** Menus of the rows, if they are stacked. */
      readonly menus?: readonly AskMenu[] | undefined;
    }
  | {
      readonly part: 'forms';
      readonly label: Text;
      readonly operations: readonly { readonly id: string; readonly label: Text }[];
    }
  | { readonly part: 'preformatted'; readonly text: string }
  | {
      readonly part: 'row';
      readonly text: Text;
      readonly menu?: AskMenu;
      /** A request that the row's button shows, with its decisions. */
      readonly reviews?: {
        readonly id: string;
        readonly revision: number;
        readonly title: Text;
        /** Whether the reader can decide it. */
        readonly mayDecide: boolean;
      };
    }
  | AskSelect
  | { readonly part: 'buttons'; readonly buttons: readonly AskButton[] };

/** An operation's answer as text; `slack/answer-view.ts` draws it. */
export interface Answer {
  readonly title: Text;
  readonly parts: readonly Part[];
  /** Whether the platform didn't answer, so that the answer has only what Portolan recorded, not the state of now. */
  readonly isRecorded?: true;
  /** False if the answer concerns only the requester. */
  readonly share?: boolean;
  /** The message with the pressed button shows the result, so a reply goes only to people who typed the command. */
  readonly shownThere?: true;
  /** The result is already posted in the same place for everyone, so the requester gets no separate reply. */
  readonly announced?: true;
  /** Files sent to the requester's direct messages with the bot. Their content is generated during the upload. */
  readonly files?: readonly {
    readonly name: string;
    readonly title: Text;
    readonly content: AsyncIterable<string | Uint8Array>;
    readonly tooLarge?: Text;
  }[];
}

/** A secret that one person sees one time, in a modal. It never appears in a message, note or log. */
export interface Revealed {
  readonly title: Text;
  readonly before: readonly Text[];
  readonly secret: Secret;
  readonly after: readonly Text[];
}

/** The answer of `/monitor` (docs/platform.md#monitoring). Times in epoch seconds, step in seconds. */
export interface ChartOrder {
  readonly chart: true;
  readonly components?: readonly { readonly id: string; readonly alias?: string; readonly name: string }[];
  readonly items?: readonly string[];
  /** The items are defaults, not requested ones: draw as many as fit, and omit items without data. */
  readonly isUsual?: true;
  readonly range: Range;
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly outerOnly: boolean;
  /** Post in the requester's direct messages with the bot instead of the channel. */
  readonly privately: boolean;
  readonly thresholds?: readonly OrderedThreshold[];
  readonly remark?: Text;
  /** Id of the incident that the chart is about. Untrusted: anyone can type one. */
  readonly incident?: string;
  /** Earlier period to compare with, in epoch seconds. Its label fits into a sentence. */
  readonly comparison?: ChartComparisonOrder;
}

/** Threshold that a person gave. */
interface OrderedThreshold {
  readonly item: string;
  /** In the unit of the item's panel. */
  readonly value: number;
  /** Whether `value` is a share of each component's limit, from 0 to 1. */
  readonly isOfLimit?: true;
  /** Whether to mark values below the threshold. */
  readonly below?: true;
}

export interface ChartComparisonOrder {
  readonly start: number;
  readonly end: number;
  readonly label: Text;
}

/** A range of time: the last … ms, or from one moment to another (epoch ms). */
export type Range = { readonly last: number } | { readonly from: number; readonly to: number };
