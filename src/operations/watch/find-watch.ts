import { foldText } from '../../core/command/nearest.ts';
import { type Choice, type Problem, refused } from '../../core/command/problem.ts';
import { canonical } from '../../core/request/plan.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { watchText } from './watch-text.ts';

/**
 * Returns the watches that are about the component with this name: its own, then those of all components.
 * @param names of the app's components
 */
export function watchesOf(name: string, watches: readonly Watch[], names: Iterable<string>): readonly Watch[] {
  const isNamed = (each: string) => foldText(each) === foldText(name);
  const own = watches.filter(({ components = [] }) => components.some((each) => isNamed(each.name)));
  if (own.length === 0 && ![...names].some(isNamed)) return [];
  const isOfApp = ({ item }: Watch['condition']) => item === 'certificates' || item === 'exposure';
  return [...own, ...watches.filter(({ components, condition }) => !components && !isOfApp(condition))];
}

/** Returns a channel's own watches first. Omits those of other channels that read the same, because its own are meant. */
export function ownWatchesFirst(watches: readonly Watch[], channel: string): readonly Watch[] {
  const own = watches.filter((watch) => watch.channel === channel);
  const words = new Set(own.map((watch) => canonical(watchText(watch))));
  const others = watches.filter((watch) => watch.channel !== channel && !words.has(canonical(watchText(watch))));
  return [...own, ...others];
}

/** Returns the only watch that is found, if it is about nothing else than the named component. */
export function onlyWatchOf(found: readonly Watch[]): Watch | undefined {
  const [watch] = found;
  return found.length === 1 && watch?.components?.length === 1 ? watch : undefined;
}

/**
 * Offers the watches that are about the component with this name; without any, says that no watch has this id.
 * @param formOf returns the form that the choice of a watch opens, if any
 */
export function watchNotFound(
  typed: string,
  found: readonly Watch[],
  formOf: (watch: Watch) => Choice['form'] = () => undefined,
): Problem {
  const list = { label: watchMsg.showList(), operation: 'watch.list', given: {} };
  if (found.length === 0) return refused(watchMsg.idUnknown({ id: typed }), [list]);
  const choices = found.map((watch) => ({
    ...{ value: watch.id, label: watch.id },
    described: watchMsg.offered({ what: watchText(watch) }),
    form: formOf(watch),
  }));
  return { problem: 'ambiguous', param: 'id', typed, why: watchMsg.chooseOf({ name: typed }), choices };
}
