import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Props = {
  readonly name: string;
  /** Id of the element that titles the dialog. */
  readonly labelledBy: string;
  readonly onClose: () => void;
  readonly light?: boolean;
  readonly children: ComponentChildren;
};

/** Browser's modal dialog: traps and restores the focus. Escape only calls `onClose`; the caller closes the dialog. */
export function Dialog({ name, labelledBy, onClose, light = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser reports it as cancel
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (light && event.target === event.currentTarget) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
