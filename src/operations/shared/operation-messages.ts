import { messages } from '../../core/text/text.ts';

export const sharedMsg = messages('operations', {
  notInApi: { en: 'This platform’s API doesn’t support this command.', zh: '此平台的 API 不支持该命令。' },
  notShared: {
    en: 'This answer can’t be shared because it includes content from other channels that are private.',
    zh: '此结果包含其他私有频道中的内容，因此不能分享。',
  },
  notInChannel: {
    en: 'I’m not a member of {channel}. Invite me with `/invite`, then try again.',
    zh: '我还不是 {channel} 的成员。请先用 `/invite` 邀请我，然后重试。',
  },
  components: { en: 'Components', zh: '组件' },
  component: { en: 'Component', zh: '组件' },
  componentMissing: { en: 'Enter a component.', zh: '请指定组件。' },
  componentHint: { en: 'Its name, alias or ID.', zh: '名称、别名或 ID。' },
  port: { en: 'Port', zh: '端口' },
  portMissing: { en: 'Enter a port, such as 8080.', zh: '请指定端口，例如 8080。' },
  portWrong: {
    en: '`{typed}` isn’t a valid port. Use a number from 1 to 65535.',
    zh: '`{typed}` 不是有效的端口。请使用 1 到 65535 之间的整数。',
  },
  protocol: { en: 'Protocol', zh: '协议' },
  protocolWrong: {
    en: '`{typed}` isn’t a supported protocol. Use one of: {known}.',
    zh: '不支持协议 `{typed}`。可选：{known:list}。',
  },
  protocolMissing: { en: 'Enter a protocol: {known}.', zh: '请指定协议：{known:list}。' },
  page: { en: 'Page', zh: '页码' },
  pageSize: { en: 'Rows per page', zh: '每页条数' },
  numberWrong: {
    en: '`{typed}` isn’t valid. Use a whole number from {low} to {high}.',
    zh: '`{typed}` 无效。请使用 {low} 到 {high} 之间的整数。',
  },
  search: { en: 'Search', zh: '搜索' },
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
  linked: { en: '{address}', zh: '{address}' },
  none: { en: '–', zh: '–' },
  set: { en: 'set', zh: '已设置' },
  notPlausible: { en: 'implausible value: {value}', zh: '数值不合理：{value}' },
  more: { en: 'More', zh: '更多' },
  less: { en: 'Less', zh: '收起' },
  on: { en: '● on', zh: '● 开' },
  /** For a change that will probably fail. */
  onIfItWorks: { en: '● on, if it works', zh: '● 开（若成功）' },
  off: { en: '○ off', zh: '○ 关' },
  previousPage: { en: '‹ Previous', zh: '‹ 上一页' },
  nextPage: { en: 'Next ›', zh: '下一页 ›' },
  unknownComponent: { en: 'No component in {app} is named `{typed}`.', zh: '应用“{app}”中没有名为 `{typed}` 的组件。' },
  appNumber: { en: 'app {app}', zh: '{app}' },
  severalComponents: {
    en: '{count} components are named `{typed}`. Which one?',
    zh: '有 {count} 个组件都叫 `{typed}`。是哪一个？',
  },
  unknownRegion: { en: 'Team {team} has no region named `{typed}`.', zh: '团队“{team}”没有名为 `{typed}` 的集群。' },
  team: { en: 'Team', zh: '团队' },
  teamHint: {
    en: 'The team’s name on the platform. Default: the team of the current context.',
    zh: '团队在平台上的名称。默认为当前上下文的团队。',
  },
  teamMissing: {
    en: 'Enter a team, such as team=shop, or set a context for this channel first.',
    zh: '请指定团队，例如 team=shop；也可以先为本频道设置上下文。',
  },
  severalTeams: { en: 'There are {count} teams. Which one?', zh: '共有 {count} 个团队。是哪一个？' },
  unknownTeam: { en: 'Team `{typed}` wasn’t found.', zh: '没有名为 `{typed}` 的团队。' },
  region: { en: 'Region', zh: '集群' },
  regionMissing: { en: 'Enter a region.', zh: '请指定集群。' },
  severalRegions: {
    en: '{count} regions are named `{typed}`. Which one?',
    zh: '有 {count} 个集群都叫 `{typed}`。是哪一个？',
  },
  unknownPort: { en: 'Component {component} has no port {port}.', zh: '组件“{component}”没有端口 {port}。' },
  inYourLanguage: {
    en: 'Problems and builds are posted in English, the language of your Slack. To change that for this channel, use `{command}`.',
    zh: '告警和构建消息以中文发布，与您 Slack 的语言一致。如需更改本频道的语言，请使用 `{command}`。',
  },
  inOtherLanguage: {
    en: 'Problems and builds are posted in Chinese, like the earlier watches and builds here. To change that for this channel, use `{command}`.',
    zh: '告警和构建消息以英文发布，与本频道已有的监控告警和构建消息一致。如需更改本频道的语言，请使用 `{command}`。',
  },
});
