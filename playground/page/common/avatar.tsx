import type { PagePerson } from '../../slack/page-protocol.ts';
import { useUi } from './page-hooks.ts';

/** Initials of a person, or the bot's compass. Only decoration, because the name is shown next to it. */
export function Avatar({
  person,
  size = 'usual',
}: {
  readonly person: PagePerson | undefined;
  readonly size?: 'small' | 'usual' | 'large';
}) {
  const bot = useUi((ui) => ui.server?.bot.user);
  if (person === undefined) return <span class={`avatar ${size} nobody`} aria-hidden="true" />;
  if (person.id === bot) {
    return (
      <span class={`avatar ${size} compass`} aria-hidden="true">
        <Compass />
      </span>
    );
  }
  return (
    <span class={`avatar ${size}`} style={{ '--hue': String(person.hue) }} aria-hidden="true">
      {person.initials}
    </span>
  );
}

export function Compass() {
  return (
    <svg viewBox="0 0 32 32" role="presentation" focusable="false">
      <circle cx="16" cy="16" r="12.5" fill="none" stroke="currentColor" stroke-opacity=".35" />
      <path d="M16 2.5l3.2 10.3L29.5 16l-10.3 3.2L16 29.5l-3.2-10.3L2.5 16l10.3-3.2z" fill="currentColor" />
      <path d="M16 2.5l3.2 10.3L16 16z" class="north" />
    </svg>
  );
}
