import { messages } from '../../core/text/text.ts';

export const appMsg = messages('app', {
  says: { en: () => 'List the apps of the team', zh: () => '列出团队的应用' },
  form: { en: () => 'List apps', zh: () => '列出应用' },
  title: {
    en: (p: { team: string; region: string }) => `Apps of ${p.team} in ${p.region}`,
    zh: (p) => `团队“${p.team}”在集群“${p.region}”的应用`,
  },
  name: { en: () => 'Name', zh: () => '名称' },
  status: { en: () => 'Status', zh: () => '状态' },
  components: { en: () => 'Components', zh: () => '组件' },
  number: { en: () => 'Number', zh: () => '编号' },
  running: { en: () => '● running', zh: () => '● 运行中' },
  partlyRunning: { en: () => '◐ partly running', zh: () => '◐ 部分运行' },
  noneRunning: { en: () => '○ none running', zh: () => '○ 均未运行' },
  empty: { en: () => '○ empty', zh: () => '○ 无组件' },
  unknown: { en: () => '? unknown', zh: () => '? 未知' },
  otherStatus: { en: (p: { status: string }) => `? ${p.status}`, zh: (p) => `? ${p.status}` },
  runningOf: {
    en: (p: { running: number; count: number }) => `${p.running} of ${p.count} running`,
    zh: (p) => `${p.running} / ${p.count} 运行中`,
  },
  count: { en: (p: { count: number }) => `${p.count}`, zh: (p) => `${p.count}` },
  none: { en: () => 'The team has no apps in this region yet.', zh: () => '团队在该集群还没有应用。' },
  noneFound: {
    en: (p: { typed: string }) => `No app has \`${p.typed}\` in its name.`,
    zh: (p) => `没有名称包含 \`${p.typed}\` 的应用。`,
  },
  unknownNote: {
    en: () => '“unknown” means that the region isn’t responding, so the platform doesn’t know what is running.',
    zh: () => '“未知”表示集群没有响应，平台无法得知哪些组件在运行。',
  },
  use: { en: (p: { name: string }) => `Use ${p.name}…`, zh: (p) => `使用“${p.name}”……` },
  slow: {
    en: () => 'The platform is taking too long to look up the app’s name. Use its number, or try again.',
    zh: () => '平台查询应用名称的时间过长。请使用应用编号，或稍后重试。',
  },
});
