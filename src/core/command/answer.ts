import type { Secret } from '../text/secret.ts';
import type { Text } from '../text/text.ts';
import type { RawArgs } from './params.ts';
import type { Proposal } from './problem.ts';

/** A button of an answer: asks an operation again, or opens its modal. */
export interface AskButton extends Proposal {
  /** `modal` opens the operation's modal with these values; otherwise the operation is asked at once. */
  readonly opens?: 'modal';
  readonly style?: 'primary' | 'danger';
  /** The context that it is about, as `in=` takes it, if that isn't the answer's. */
  readonly in?: string;
  /** What is asked before it does anything; the label is the answer that means yes. */
  readonly confirm?: Text;
}

/**
 * A select that asks an operation: what is chosen becomes some of its parameters, beside what is given. It shows its
 * label while nothing is chosen. What is chosen for `in` is the context, if that isn't the answer's.
 */
export interface AskSelect extends Proposal {
  readonly part: 'select';
  /** The parameters that an option gives a value, in the order of its values. */
  readonly params: readonly string[];
  /** A parameter whose value is empty isn't given. */
  readonly options: readonly { readonly values: readonly string[]; readonly label: Text }[];
  /** `modal` opens the operation's modal with these values; otherwise the operation is asked at once. */
  readonly opens?: 'modal';
}

/** The menu of a row: each entry asks an operation about the same thing. */
export interface AskMenu {
  /** What all entries are given. */
  readonly given: RawArgs;
  readonly entries: readonly Proposal[];
}

/** One piece of an answer, in the order in which it is read. */
export type Part =
  | { readonly part: 'line'; readonly text: Text }
  | { readonly part: 'note'; readonly text: Text }
  | { readonly part: 'heading'; readonly text: Text }
  | { readonly part: 'fields'; readonly fields: readonly { readonly label: Text; readonly value: Text }[] }
  | {
      readonly part: 'table';
      readonly columns: readonly Text[];
      readonly rows: readonly (readonly Text[])[];
      /** What a screen reader and the notification say for it. */
      readonly caption: Text;
    }
  /** One select that opens the form of an operation. */
  | {
      readonly part: 'forms';
      readonly label: Text;
      readonly operations: readonly { readonly id: string; readonly label: Text }[];
    }
  /** Text of a program as it was written, such as a log, in lines. */
  | { readonly part: 'preformatted'; readonly text: string }
  /** One thing of a list, with what can be done about it. */
  | { readonly part: 'row'; readonly text: Text; readonly menu?: AskMenu }
  | AskSelect
  | { readonly part: 'buttons'; readonly buttons: readonly AskButton[] };

/** What a question is answered with: a document in words, drawn by `slack/answer-view.ts`. */
export interface Answer {
  readonly title: Text;
  readonly parts: readonly Part[];
  /** False for answers that concern the asker alone. */
  readonly share?: boolean;
  /** The message whose button asked for it shows it: only who typed it is told. */
  readonly shownThere?: true;
  /** It was posted for everyone where it was asked, the asker too: nothing is told to them alone. */
  readonly announced?: true;
  /** Files that go with it, to the asker's own messages with the bot; their content is made as it is sent. */
  readonly files?: readonly {
    readonly name: string;
    readonly title: Text;
    readonly content: AsyncIterable<string | Uint8Array>;
    /** What is said instead of one that Slack doesn't take for its size. */
    readonly tooLarge?: Text;
  }[];
}

/** A secret that one person is shown once, in a modal: in no message, note or log. */
export interface Revealed {
  readonly title: Text;
  readonly before: readonly Text[];
  readonly secret: Secret;
  readonly after: readonly Text[];
}

/**
 * An order for a chart (docs/platform.md#monitoring): what `/monitor` is answered with. Times in epoch seconds, step
 * in seconds.
 */
export interface ChartOrder {
  readonly chart: true;
  /** Components to show, by id with the name that people know; undefined: all that are monitored. */
  readonly components?: readonly { readonly id: string; readonly alias?: string; readonly name: string }[];
  readonly items?: readonly string[];
  /** Nobody asked for the items by name: as many of them are drawn as have room, and what there isn't is left out. */
  readonly isUsual?: true;
  readonly range: Range;
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly outerOnly: boolean;
  /** The asker's own messages with the bot, instead of the channel. */
  readonly privately: boolean;
  /** Values that a person asked about, in the unit of their item's panel; `below`: those below are marked. */
  readonly thresholds?: readonly { readonly item: string; readonly value: number; readonly below?: true }[];
  /** How what was typed is understood, where it could mean something else: its message begins with it. */
  readonly remark?: Text;
  /** The earlier period to draw beside it. */
  readonly comparison?: ChartComparisonOrder;
}

/** An earlier period of a chart, in epoch seconds, with what it is called within a sentence. */
export interface ChartComparisonOrder {
  readonly start: number;
  readonly end: number;
  readonly label: Text;
}

/** A range of time: so long until now (ms), or from one moment to another (epoch ms). */
export type Range = { readonly last: number } | { readonly from: number; readonly to: number };
