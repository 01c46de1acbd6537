import { messages } from '../../../core/text/text.ts';

export const findAppMsg = messages('app', {
  noList: {
    en: 'This platform’s API can’t list apps. Use the app’s number.',
    zh: '该平台的 API 不能列出应用，请使用应用编号。',
  },
  unknownName: {
    en: 'Team {team} has no app called `{typed}` in {region}.',
    zh: '团队“{team}”在集群“{region}”中没有名为 `{typed}` 的应用。',
  },
  several: { en: '{count} apps are called `{typed}`. Which one?', zh: '有 {count} 个应用都叫 `{typed}`。是哪一个？' },
});
