import { enumerated } from '../../../core/text/chinese.ts';
import { joinedWords } from '../../../core/text/joined.ts';
import { messages } from '../../../core/text/text.ts';

export const scaleMarkMsg = messages('scale', {
  /** Shown next to a line of a chart: `scale web 3 → 5`. */
  mark: {
    en: (p: { name: string; changes: string }) => joinedWords('scale', p.name, p.changes),
    zh: (p) => joinedWords('伸缩', p.name, enumerated(p.changes)),
  },
});
