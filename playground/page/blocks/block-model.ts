import type { Inline, TextBlock } from '../text/nodes.ts';

/** Block Kit as the page draws it, parsed once from JSON (`read-blocks.ts`). Invalid parts become a visible `fault`. */

export type Confirm = {
  readonly title: readonly Inline[];
  readonly text: readonly TextBlock[];
  readonly confirm: string;
  readonly deny: string;
  readonly danger: boolean;
};

export type BlockChoice = {
  readonly value: string;
  readonly label: string;
  readonly text: readonly Inline[];
  readonly description: readonly Inline[];
  readonly href: string | null;
};

/** Group of options; the title is empty for options without a group. */
export type ChoiceGroup = { readonly label: string; readonly choices: readonly BlockChoice[] };

/** URL of the picture, or null if the browser isn't allowed to load it. */
export type BlockPicture = { readonly src: string | null; readonly alt: string };

type Pressable = { readonly actionId: string; readonly confirm: Confirm | null };

export type ButtonModel = Pressable & {
  readonly type: 'button';
  readonly text: readonly Inline[];
  readonly label: string;
  readonly style: 'primary' | 'danger' | 'plain';
  readonly value: string | null;
  readonly href: string | null;
};

export type OverflowModel = Pressable & { readonly type: 'overflow'; readonly choices: readonly BlockChoice[] };

export type SelectSource = 'static' | 'external' | 'users' | 'conversations' | 'channels';

export type SelectModel = Pressable & {
  readonly type: 'select';
  readonly source: SelectSource;
  readonly many: boolean;
  readonly groups: readonly ChoiceGroup[];
  readonly initial: readonly BlockChoice[];
  readonly placeholder: string;
  readonly minQuery: number;
  readonly most: number;
  readonly kinds: readonly string[];
  readonly focus: boolean;
};

export type ChoicesModel = Pressable & {
  readonly type: 'radio' | 'checkboxes';
  readonly choices: readonly BlockChoice[];
  readonly initial: readonly string[];
};

export type PickerModel = Pressable & {
  readonly type: 'date' | 'time' | 'datetime';
  readonly initial: string;
  readonly placeholder: string;
};

export type TextInputModel = Pressable & {
  readonly type: 'text';
  readonly kind: 'plain' | 'url' | 'email' | 'number' | 'rich';
  readonly multiline: boolean;
  readonly decimals: boolean;
  readonly initial: string;
  readonly placeholder: string;
  readonly minLength: number;
  readonly maxLength: number;
  readonly min: string | null;
  readonly max: string | null;
  readonly on: readonly ('on_enter_pressed' | 'on_character_entered')[];
  readonly focus: boolean;
};

export type FeedbackModel = Pressable & { readonly type: 'feedback'; readonly choices: readonly BlockChoice[] };

export type PictureElement = BlockPicture & { readonly type: 'picture' };

/** Element that can't be drawn: its name, the reason, and its JSON. */
export type FaultModel = { readonly type: 'fault'; readonly what: string; readonly json: string };

export type ElementModel =
  | ButtonModel
  | OverflowModel
  | SelectModel
  | ChoicesModel
  | PickerModel
  | TextInputModel
  | FeedbackModel
  | PictureElement
  | FaultModel;

/** Text or a small picture in a context block. */
export type ContextPart = { readonly type: 'words'; readonly text: readonly TextBlock[] } | PictureElement;

export type Align = 'left' | 'center' | 'right';

export type BlockCell = { readonly text: readonly TextBlock[]; readonly number: boolean };

export type TableModel = {
  readonly type: 'table';
  readonly caption: string;
  readonly rows: readonly (readonly BlockCell[])[];
  readonly aligns: readonly Align[];
  readonly wraps: readonly boolean[];
  /** Number of rows on one page of the table; 0 shows all rows. */
  readonly pageSize: number;
};

export type SectionModel = {
  readonly type: 'section';
  readonly text: readonly TextBlock[];
  readonly fields: readonly (readonly TextBlock[])[];
  readonly accessory: ElementModel | null;
};

export type InputModel = {
  readonly type: 'input';
  readonly label: readonly Inline[];
  readonly hint: readonly Inline[];
  readonly optional: boolean;
  readonly dispatch: boolean;
  readonly element: ElementModel;
};

export type CardModel = {
  readonly type: 'card';
  readonly hero: BlockPicture | null;
  readonly icon: BlockPicture | null;
  readonly title: readonly TextBlock[];
  readonly subtitle: readonly TextBlock[];
  readonly body: readonly TextBlock[];
  readonly actions: readonly ElementModel[];
};

export type ContainerModel = {
  readonly type: 'container';
  readonly title: readonly TextBlock[];
  readonly subtitle: readonly TextBlock[];
  readonly collapsible: boolean;
  readonly collapsed: boolean;
  readonly children: readonly BlockModel[];
};

type Kind =
  | { readonly type: 'divider' }
  | { readonly type: 'header'; readonly text: readonly Inline[]; readonly level: number }
  | SectionModel
  | { readonly type: 'context'; readonly parts: readonly ContextPart[] }
  | { readonly type: 'actions'; readonly elements: readonly ElementModel[] }
  | (BlockPicture & { readonly type: 'image'; readonly title: readonly Inline[] })
  | InputModel
  | { readonly type: 'text'; readonly text: readonly TextBlock[] }
  | TableModel
  | { readonly type: 'alert'; readonly level: string; readonly text: readonly TextBlock[] }
  | CardModel
  | { readonly type: 'carousel'; readonly cards: readonly BlockModel[] }
  | ContainerModel
  | FaultModel;

export type BlockModel = Kind & { readonly blockId: string };
