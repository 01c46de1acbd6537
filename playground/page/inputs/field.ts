import type { PageValue } from '../../slack/page-protocol.ts';
import type { Confirm, ElementModel } from '../blocks/block-model.ts';
import { useActions, useSurface, useUi } from '../common/page-hooks.ts';
import { valueIn } from '../state/forms.ts';
import { type BlockSurface, busyKey, type Ui } from '../state/ui-state.ts';

export type Wired = {
  readonly value: PageValue;
  readonly busy: boolean;
  /** Stores the value, and also submits it if the element dispatches actions. */
  readonly set: (value: PageValue) => void;
  /** Submits the value immediately (Enter in a text input that dispatches actions). */
  readonly press: (value: PageValue) => void;
};

export type Labelling = {
  readonly id: string;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
};

/** Properties of every element. `acts`: a change is sent to the bot as an action, not only stored as a value. */
export type PlacedField<Model> = {
  readonly model: Model;
  readonly blockId: string;
  readonly acts: boolean;
  readonly labelling: Labelling;
};

const none = {};

function knownValues(ui: Ui, { source }: BlockSurface) {
  const { server } = ui;
  if (server === null) return none;
  if ('view' in source) {
    const view = server.home?.id === source.view ? server.home : server.views.find((one) => one.id === source.view);
    return view?.values ?? none;
  }
  return server.messages[source.channel]?.find((one) => one.ts === source.ts)?.values ?? none;
}

export function useField(
  model: ElementModel & { readonly actionId: string; readonly confirm: Confirm | null },
  blockId: string,
  acts: boolean,
): Wired {
  const surface = useSurface();
  const actions = useActions();
  const typed = useUi((ui) => ui.forms[surface.key] ?? none);
  const slackValues = useUi((ui) => knownValues(ui, surface));
  const busy = useUi((ui) => ui.busy[busyKey(surface.key, blockId, model.actionId)] === true);
  const value = valueIn(typed, slackValues, blockId, model);
  const keep = (next: PageValue) => actions.change(surface, blockId, model.actionId, next);
  const press = (next: PageValue) => {
    actions.ask(model.confirm, () => {
      keep(next);
      void actions.press(surface, { blockId, actionId: model.actionId, value: next });
    });
  };
  return { value, busy, set: acts ? press : keep, press };
}
