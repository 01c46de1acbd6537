import { useEffect } from 'preact/hooks';
import type { Actions } from '../actions/page-actions.ts';
import { useActions, usePageStore } from '../common/page-hooks.ts';
import type { Ui } from '../state/ui-state.ts';
import { actors, channelsInOrder } from './sidebar.tsx';

/** Handles global keys. Single letters work only outside inputs, and no key works while a dialog is open. */
export function useKeys(): void {
  const actions = useActions();
  const store = usePageStore();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      if (pressed(event, store.get(), actions)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [actions, store]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function pressed(event: KeyboardEvent, ui: Ui, actions: Actions): boolean {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return did(() => actions.openPanel('jump'));
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) return step(ui, actions, key === 'ArrowUp' ? -1 : 1);
  if (altKey && /^Digit[1-9]$/.test(event.code)) return become(ui, actions, Number(event.code.slice(5)) - 1);
  if (key === 'Escape') return shut(ui, actions);
  if (ctrlKey || metaKey || altKey || isTyping(target)) return false;
  if (key === '?') return did(() => actions.openPanel('keys'));
  if (key.toLowerCase() === 'g') return did(() => actions.openPanel(ui.panel === 'inspector' ? null : 'inspector'));
  if (key === '/') {
    window.dispatchEvent(new CustomEvent('portolan:type', { detail: '/' }));
    return true;
  }
  return false;
}

function did(todo: () => void): boolean {
  todo();
  return true;
}

function step(ui: Ui, actions: Actions, by: number): boolean {
  if (ui.server === null) return false;
  const channels = channelsInOrder(ui.server);
  const { place } = ui;
  const at = channels.findIndex((one) => place !== null && 'channel' in place && one.id === place.channel);
  const next = channels[(at + by + channels.length) % channels.length];
  if (next !== undefined) actions.go({ channel: next.id, thread: null });
  return true;
}

function become(ui: Ui, actions: Actions, index: number): boolean {
  const person = ui.server === null ? undefined : actors(ui.server)[index];
  if (person !== undefined) actions.become(person.id);
  return person !== undefined;
}

function shut(ui: Ui, actions: Actions): boolean {
  if (ui.drawer) return did(() => actions.openDrawer(false));
  if (ui.panel !== null) return did(() => actions.openPanel(null));
  const { place } = ui;
  if (place === null || !('channel' in place) || place.thread === null) return false;
  return did(() => actions.go({ channel: place.channel, thread: null }));
}
