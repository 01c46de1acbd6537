import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = {
  readonly class?: string;
  readonly open: boolean;
  readonly summary: ComponentChildren;
  readonly children: () => ComponentChildren;
};

/** Fold that draws its content only while it is open, because a whole log is too large to draw. */
export function Fold({ class: name, open: first, summary, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details class={name} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
