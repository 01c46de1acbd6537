import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Watch } from './stored-watch.ts';
import { msg } from './watch-messages.ts';
import { lastingText } from './watched-items.ts';

/** What a watch is about, with its components. */
export function watchText({
  condition,
  components,
  configured = [],
}: Pick<Watch, 'condition' | 'components' | 'configured'>): Text {
  const what = lastingText(condition);
  if (condition.item === 'certificates') return what;
  if (!components) return msg.ofAll({ what });
  const names = join(
    [
      ...components.map(({ name }) => name),
      ...configured.filter(({ id }) => id === undefined).map(({ typed }) => typed),
    ].map(verbatim),
    ', ',
  );
  return msg.ofComponents({ what, names });
}
