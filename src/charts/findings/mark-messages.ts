import { messages } from '../../core/text/text.ts';

export const markMsg = messages('charts.mark', {
  moreChanges: { en: 'and {count} more', zh: '等另外 {count} 个' },
});
