import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = {
  readonly class?: string;
  readonly open: boolean;
  readonly summary: ComponentChildren;
  readonly children: () => ComponentChildren;
};

/** Fold that draws its content only while open, because a log is too large for a page. */
export function Fold({ class: name, open: first, summary, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details class={name} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
