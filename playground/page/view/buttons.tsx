import { useId, useRef, useState } from 'preact/hooks';
import type { ButtonModel, FeedbackModel, OverflowModel } from '../blocks/block-model.ts';
import { Icon } from '../common/icon.tsx';
import { Line } from '../common/inline-text.tsx';
import { useActions, useSurface, useUi, useWords } from '../common/page-hooks.ts';
import { moved } from '../inputs/completions.ts';
import { useLeaving } from '../inputs/select.tsx';
import { busyKey } from '../state/ui-state.ts';

type Props<Model> = { readonly model: Model; readonly blockId: string };

/** Button. A button with a URL also opens the URL, as in Slack. */
export function Button({ model, blockId }: Props<ButtonModel>) {
  const surface = useSurface();
  const actions = useActions();
  const busy = useUi((ui) => ui.busy[busyKey(surface.key, blockId, model.actionId)] === true);
  const press = () => {
    if (busy) return;
    actions.ask(model.confirm, () => {
      if (model.href !== null) window.open(model.href, '_blank', 'noopener,noreferrer');
      const value = model.value === null ? {} : { value: model.value };
      void actions.press(surface, { blockId, actionId: model.actionId, ...value });
    });
  };
  return (
    <button
      type="button"
      class={`button ${model.style}${busy ? ' busy' : ''}`}
      data-action={model.actionId}
      aria-label={model.label}
      aria-disabled={busy}
      onClick={press}
    >
      <Line nodes={model.text} />
      {model.href !== null && (
        <span class="out" aria-hidden="true">
          ↗
        </span>
      )}
    </button>
  );
}

export function Feedback({ model, blockId }: Props<FeedbackModel>) {
  const surface = useSurface();
  const actions = useActions();
  return (
    <>
      {model.choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          class="button quiet"
          onClick={() => void actions.press(surface, { blockId, actionId: model.actionId, value: choice.value })}
        >
          <Line nodes={choice.text} />
        </button>
      ))}
    </>
  );
}

export function Overflow({ model, blockId }: Props<OverflowModel>) {
  const surface = useSurface();
  const actions = useActions();
  const words = useWords();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const busy = useUi((ui) => ui.busy[busyKey(surface.key, blockId, model.actionId)] === true);
  useLeaving(frame, open, () => setOpen(false));
  const items = () => [...(frame.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const focusItem = (index: number) => window.requestAnimationFrame(() => items()[index]?.focus());
  const close = (back: boolean) => {
    setOpen(false);
    if (back) frame.current?.querySelector('button')?.focus();
  };
  const take = (value: string, href: string | null) => {
    close(true);
    actions.ask(model.confirm, () => {
      if (href !== null) window.open(href, '_blank', 'noopener,noreferrer');
      void actions.press(surface, { blockId, actionId: model.actionId, value });
    });
  };
  const onKey = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close(true);
    } else if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) {
      event.preventDefault();
      const all = items();
      const focused = document.activeElement;
      const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
      all[moved(at, all.length, event.key)]?.focus();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu inside
    <div class="overflow" ref={frame} onKeyDown={onKey}>
      <button
        type="button"
        class={busy ? 'button icon-only busy' : 'button icon-only'}
        data-action={model.actionId}
        aria-label={words.moreActions}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={menuId}
        onClick={() => {
          setOpen(!open);
          if (!open) focusItem(0);
        }}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div class="menu" id={menuId} role="menu">
          {model.choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => take(choice.value, choice.href)}
            >
              <Line nodes={choice.text} />
              {choice.description.length > 0 && (
                <small>
                  <Line nodes={choice.description} />
                </small>
              )}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
