import { messages } from '../../core/text/text.ts';

export const platformCheckMsg = messages('doctor.platform', {
  clockFine: { en: 'this machine’s clock agrees with the platform’s', zh: '本机时钟与平台一致' },
  clockAhead: { en: 'this machine’s clock is {length} ahead of the platform’s.', zh: '本机时钟比平台快 {length}。' },
  clockBehind: { en: 'this machine’s clock is {length} behind the platform’s.', zh: '本机时钟比平台慢 {length}。' },
  clockMatters: {
    en: 'Charts end at the wrong time, and changes are matched with events by time.',
    zh: '图表的结束时间会出错，变更与事件也按时间对应。',
  },
  synchronizeBoth: { en: 'Synchronize both with NTP.', zh: '请使用 NTP 同步两者。' },
  databaseAhead: {
    en: 'this machine’s clock is {length} ahead of the database’s.',
    zh: '本机时钟比数据库快 {length}。',
  },
  databaseBehind: {
    en: 'this machine’s clock is {length} behind the database’s.',
    zh: '本机时钟比数据库慢 {length}。',
  },
  databaseClockMatters: {
    en: 'The bot follows the database’s clock, but Slack’s requests are checked by this machine’s.',
    zh: '机器人以数据库时钟为准，但检查 Slack 的请求时使用本机时钟。',
  },
  validUntil: { en: 'valid until {day}', zh: '有效期至 {day}' },
  expires: { en: 'it expires on {day}.', zh: '将于 {day} 过期。' },
  noConnection: {
    en: 'After that, Portolan doesn’t connect to the platform any more.',
    zh: '过期后，Portolan 不再连接平台。',
  },
  renew: { en: 'Renew it.', zh: '请更新证书。' },
  noContext: { en: 'none is configured, so people choose one in Slack', zh: '没有配置，由用户在 Slack 中选择' },
  moreContexts: {
    en: '{count} more contexts of the policy weren’t checked',
    zh: '审批策略中还有 {count} 个上下文未检查',
  },
  correctContext: { en: 'Correct PLATFORM_CONTEXT.', zh: '请更正 PLATFORM_CONTEXT。' },
  correctPolicy: { en: 'Correct the policy file.', zh: '请更正审批策略文件。' },
  contextFails: { en: 'Commands that use this context fail.', zh: '使用该上下文的命令会失败。' },
  place: { en: '{where}: {en}', zh: '{where}：{zh}' },
  useNumber: { en: 'Use the app’s number: {labels}.', zh: '请使用应用编号：{labels}。' },
  noApp: { en: 'names no app.', zh: '没有指明应用。' },
  didYouMean: { en: 'Did you mean {near}?', zh: '是否为 {near}？' },
  thereAre: { en: 'There are: {near}.', zh: '现有：{near}。' },
  thereAreMore: { en: 'There are: {near} and {more} more.', zh: '现有：{near}，另有 {more} 个。' },
  region: { en: '{where}: region {region}: {en}.', zh: '{where}：集群 {region}：{zh}。' },
  regionMatters: {
    en: 'Most questions and all changes are refused until the region is enabled.',
    zh: '集群启用之前，大多数查询和全部变更都会被拒绝。',
  },
  unchecked: { en: '{where} couldn’t be checked: {en}', zh: '无法检查 {where}：{zh}' },
  runLater: { en: 'Run doctor again later.', zh: '请稍后重新运行 doctor。' },
  checkPrometheus: {
    en: 'Check the region’s Prometheus (rbd-monitor).',
    zh: '请检查集群的 Prometheus（rbd-monitor）。',
  },
  rightsUnreadable: {
    en: 'whether the token’s user may start, stop, upgrade and deploy components can’t be read',
    zh: '无法读取令牌的用户是否有权启动、停止、更新和部署组件',
  },
  rightsNeeded: {
    en: 'Its user needs a team role with these permissions, such as developer, or to be an enterprise administrator.',
    zh: '其用户需要具备这些权限的团队角色，例如“开发者”，或者是企业管理员。',
  },
  notMember: { en: 'the token’s user isn’t a member of the team {team}.', zh: '令牌的用户不是团队“{team}”的成员。' },
  notMemberMatters: {
    en: 'Unless it is an enterprise administrator, it can’t start, stop, upgrade or deploy components there.',
    zh: '除非是企业管理员，否则不能在该团队中启动、停止、更新或部署组件。',
  },
  addUser: {
    en: 'Add the user to the team, with a role that has these permissions.',
    zh: '请将该用户加入团队，并授予具备这些权限的角色。',
  },
  freezeOver: { en: '{at} the freeze “{reason}” is over.', zh: '{at} 冻结“{reason}”已结束。' },
  freezeIdle: { en: 'It has no effect any more.', zh: '它已不起作用。' },
  removeFreeze: { en: 'Remove it, or correct its times.', zh: '请删除，或更正其时间。' },
  windowClosed: { en: '{at} a window never opens within a year.', zh: '{at} 有一个变更窗口在一年内从不打开。' },
  windowCovered: {
    en: 'Freezes cover all of its hours, so the changes that it is about never run.',
    zh: '冻结覆盖了它的全部时段，因此相关变更永远不会执行。',
  },
  correctWindow: { en: 'Correct the window or the freezes.', zh: '请更正变更窗口或冻结。' },
  noneYet: { en: 'there is none yet, and the first start can’t create it', zh: '尚不存在，首次启动也无法创建' },
});
