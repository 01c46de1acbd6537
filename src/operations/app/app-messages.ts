import { messages } from '../../core/text/text.ts';

export const appMsg = messages('app', {
  says: { en: 'List the apps of the team', zh: '列出团队的应用' },
  form: { en: 'List apps', zh: '列出应用' },
  title: { en: 'Apps of {team} in {region}', zh: '团队“{team}”在集群“{region}”的应用' },
  name: { en: 'Name', zh: '名称' },
  status: { en: 'Status', zh: '状态' },
  components: { en: 'Components', zh: '组件' },
  number: { en: 'Number', zh: '编号' },
  running: { en: '● running', zh: '● 运行中' },
  partlyRunning: { en: '◐ partly running', zh: '◐ 部分运行' },
  noneRunning: { en: '○ none running', zh: '○ 均未运行' },
  empty: { en: '○ empty', zh: '○ 无组件' },
  unknown: { en: '? unknown', zh: '? 未知' },
  otherStatus: { en: '? {status}', zh: '? {status}' },
  runningOf: { en: '{running} of {count} running', zh: '{running} / {count} 运行中' },
  count: { en: '{count}', zh: '{count}' },
  none: { en: 'The team has no apps in this region yet.', zh: '团队在该集群还没有应用。' },
  noneFound: { en: 'No app has `{typed}` in its name.', zh: '没有名称包含 `{typed}` 的应用。' },
  unknownNote: {
    en: '“unknown” means that the region isn’t responding, so the platform doesn’t know what is running.',
    zh: '“未知”表示集群没有响应，平台无法得知哪些组件在运行。',
  },
  use: { en: 'Use {name}…', zh: '使用“{name}”…' },
  slow: {
    en: 'The platform is taking too long to look up the app’s name. Use its number, or try again.',
    zh: '平台查询应用名称的时间过长。请使用应用编号，或稍后重试。',
  },
});
