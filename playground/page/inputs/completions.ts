import type { BlockChoice, ChoiceGroup } from '../blocks/block-model.ts';

export function narrow(groups: readonly ChoiceGroup[], typed: string): readonly ChoiceGroup[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return groups;
  const fits = (choice: BlockChoice) =>
    choice.label.toLocaleLowerCase().includes(wanted) || choice.value.toLocaleLowerCase().includes(wanted);
  return groups
    .map((group) => ({ ...group, choices: group.choices.filter(fits) }))
    .filter((group) => group.choices.length > 0);
}

/** Returns the index to which a key moves; wraps around at the ends. -1: nothing is active. */
export function moved(at: number, count: number, key: string): number {
  if (count === 0) return -1;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at <= 0 ? count : at) - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return at;
  }
}

export function toggled(chosen: readonly string[], value: string, most: number): readonly string[] {
  if (chosen.includes(value)) return chosen.filter((one) => one !== value);
  return chosen.length >= most ? chosen : [...chosen, value];
}
