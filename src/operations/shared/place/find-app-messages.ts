import { messages } from '../../../core/text/text.ts';

export const findAppMsg = messages('app', {
  noList: {
    en: () => 'This platform’s API can’t list apps. Use the app’s number.',
    zh: () => '该平台的 API 不能列出应用，请使用应用编号。',
  },
  unknownName: {
    en: (p: { typed: string; team: string; region: string }) =>
      `Team ${p.team} has no app called \`${p.typed}\` in ${p.region}.`,
    zh: (p) => `团队“${p.team}”在集群“${p.region}”中没有名为 \`${p.typed}\` 的应用。`,
  },
  several: {
    en: (p: { typed: string; count: number }) => `${p.count} apps are called \`${p.typed}\`. Which one?`,
    zh: (p) => `有 ${p.count} 个应用都叫 \`${p.typed}\`。是哪一个？`,
  },
});
