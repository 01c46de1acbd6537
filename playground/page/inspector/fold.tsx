import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = {
  readonly class?: string;
  /** Whether it is open at first. */
  readonly open: boolean;
  readonly summary: ComponentChildren;
  readonly children: () => ComponentChildren;
};

/** Something that folds; what is inside is drawn only while it is open, since a log holds more than a page should. */
export function Fold({ class: name, open: first, summary, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details class={name} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
