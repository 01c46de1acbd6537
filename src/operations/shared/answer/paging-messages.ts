import { messages } from '../../../core/text/text.ts';

export const pagingMsg = messages('paging', {
  pageOf: {
    en: (p: { from: number; to: number; total: number }) =>
      `${p.from === p.to ? p.from : `${p.from}–${p.to}`} of ${p.total}`,
    zh: (p) => `第 ${p.from === p.to ? p.from : `${p.from}–${p.to}`} 条，共 ${p.total} 条`,
  },
  all: { en: '{total} in total', zh: '共 {total} 条' },
  pastEnd: {
    en: 'Page {page} doesn’t exist. {pages:There is only 1 page.|There are # pages.}',
    zh: '没有第 {page} 页，共 {pages} 页。',
  },
});
