import { foldText } from '../../core/command/nearest.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { watchText } from './watch-text.ts';

/**
 * Returns the watches of the component with this name; without one, those of all components.
 * @param names of the app's components
 */
export function watchesOf(name: string, watches: readonly Watch[], names: Iterable<string>): readonly Watch[] {
  const isNamed = (each: string) => foldText(each) === foldText(name);
  const own = watches.filter(({ components = [] }) => components.some((each) => isNamed(each.name)));
  if (own.length > 0 || ![...names].some(isNamed)) return own;
  const isOfApp = ({ item }: Watch['condition']) => item === 'certificates' || item === 'exposure';
  return watches.filter(({ components, condition }) => !components && !isOfApp(condition));
}

const maxOffered = 4;

/** Says that no watch has this id, and offers those of the component that has it as its name, and the list. */
export function watchNotFound(typed: string, found: readonly Watch[]): Problem {
  const offered = found.slice(0, maxOffered).map((watch) => ({
    label: watchMsg.offered({ what: watchText(watch) }),
    operation: 'watch.show',
    given: { id: [watch.id] },
  }));
  const more = found.length - offered.length;
  const choose = more > 0 ? watchMsg.chooseOfMore({ name: typed, more }) : watchMsg.chooseOf({ name: typed });
  const why = found.length > 0 ? choose : watchMsg.idUnknown({ id: typed });
  return refused(why, [...offered, { label: watchMsg.showList(), operation: 'watch.list', given: {} }]);
}
