import { messages } from '../../core/text/text.ts';

export const markMsg = messages('charts.mark', {
  moreChanges: { en: (p: { count: number }) => `and ${p.count} more`, zh: (p) => `等另外 ${p.count} 个` },
});
