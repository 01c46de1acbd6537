import { apart, enumerated, quoted } from '../../core/text/chinese.ts';
import { plural, pluralForm } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const watchMsg = messages('watches', {
  says: { en: 'Post a message when a component has a problem', zh: '组件出现问题时在本频道通知' },
  form: { en: 'Watch', zh: '监控告警' },
  usualSays: { en: 'Show what is usually watched, with the current values', zh: '查看常用监控告警及当前值' },
  usualForm: { en: 'Usual watches', zh: '常用监控告警' },
  usualTitle: { en: 'Usual watches', zh: '常用监控告警' },
  usualLine: {
    en: (p: { context: string }) =>
      `This is usually watched. It applies to all components of ${p.context}, including those added later.`,
    zh: (p) => `以下是常用的监控告警，适用于${apart(p.context)}的全部组件，包括以后添加的组件。`,
  },
  usualRestarts: {
    en: 'Out of memory can only be watched where kube-state-metrics is installed, so restarts are watched instead.',
    zh: '仅在安装了 kube-state-metrics 的集群中才能监控内存不足，因此改为监控重启。',
  },
  usualSetUp: { en: 'Set up', zh: '设置' },
  usualAlready: { en: 'This channel watches all of it already.', zh: '本频道已设置全部常用监控告警。' },
  setupSays: { en: 'Set up the usual watches in this channel', zh: '在本频道设置常用监控告警' },
  setupForm: { en: 'Set up usual watches', zh: '设置常用监控告警' },
  valueNow: { en: 'Now', zh: '当前' },
  noneNow: { en: 'None', zh: '无' },
  notMeasured: { en: 'No data', zh: '无数据' },
  watchedHere: { en: 'Watched here', zh: '已监控' },
  notWatched: { en: 'Not watched', zh: '未监控' },
  ofName: { en: '{name}: {value}', zh: '{name}：{value}' },
  noList: { en: 'The platform has no list of components.', zh: '平台没有组件列表。' },
  listSays: { en: 'Show what is watched', zh: '查看监控告警列表' },
  listFirst: { en: 'See what is firing, and silence it', zh: '查看正在告警的内容并静默' },
  listForm: { en: 'Watches', zh: '监控告警列表' },
  showSays: { en: 'Show a watch and how it is', zh: '查看一个监控告警及其状态' },
  byAt: { en: '{who}, {at}', zh: '{who}，{at}' },
  pauseSays: { en: 'Pause a watch', zh: '暂停监控告警' },
  resumeSays: { en: 'Resume a paused watch, or end its silence', zh: '继续已暂停的监控告警，或结束其静默' },
  deleteSays: { en: 'Delete a watch', zh: '删除监控告警' },
  silenceSays: { en: 'Silence a watch for a while', zh: '静默监控告警' },
  silenceForm: { en: 'Silence', zh: '静默' },

  componentsHint: {
    en: 'Leave it empty to watch all components, including those added later.',
    zh: '留空则监控全部组件，包括以后添加的组件。',
  },
  what: { en: 'What to watch', zh: '监控内容' },
  whatMissing: {
    en: (p: { known: string }) => `Say what to watch: ${p.known}.`,
    zh: (p) => `请指定监控内容：${enumerated(p.known)}。`,
  },
  whatWrong: {
    en: (p: { typed: string; known: string }) => `\`${p.typed}\` isn’t known. Use one of ${p.known}.`,
    zh: (p) => `无法识别 \`${p.typed}\`。请使用：${enumerated(p.known)}。`,
  },
  wordUnknown: {
    en: (p: { typed: string; known: string }) =>
      `\`${p.typed}\` is neither a component here nor something that can be watched: ${p.known}.`,
    zh: (p) => `\`${p.typed}\` 既不是此处的组件，也不是可监控的内容：${enumerated(p.known)}。`,
  },
  above: { en: 'Above', zh: '高于' },
  aboveHint: {
    en: 'A number, or one with a unit: 500ms, 90%, 1.5 cores.',
    zh: '数字，也可带单位：500ms、90%、1.5 核。',
  },
  aboveIn: { en: 'Above ({unit})', zh: '高于（{unit}）' },
  belowIn: { en: 'Below ({unit})', zh: '低于（{unit}）' },
  unlessBelow: { en: 'Needed unless you set “Below”.', zh: '未填写“低于”时必填。' },
  unlessAbove: { en: 'Needed unless you set “Above”.', zh: '未填写“高于”时必填。' },
  aboveTimes: { en: 'More restarts in 30 minutes than', zh: '30 分钟内重启次数超过' },
  belowDays: { en: 'Days before a certificate expires', zh: '证书过期前的天数' },
  usualIs: { en: 'Usually {value}.', zh: '通常为 {value}。' },
  below: { en: 'Below', zh: '低于' },
  belowHint: { en: 'For certificates: 14d.', zh: '证书请使用天数，例如 14d。' },
  for: { en: 'For', zh: '持续时间' },
  forHint: {
    en: 'How long it has to last. 5 minutes, or at once for restarts, out of memory and certificates.',
    zh: '持续多久后告警。默认 5 分钟；重启、内存不足和证书为立即告警。',
  },
  forWrong: {
    en: '`{typed}` isn’t a valid length of time. Use 1 minute to 24 hours, such as `for=5m`.',
    zh: '`{typed}` 不是有效的时长。请输入 1 分钟到 24 小时之间的整分钟，例如 `for=5m`。',
  },
  notify: { en: 'Notify', zh: '通知' },
  notifyHint: { en: 'People to mention when it begins.', zh: '开始时需要提醒的成员。' },
  groups: { en: 'Notify groups', zh: '通知用户组' },
  groupsHint: {
    en: 'User groups to mention. In a command, notify=@group does the same.',
    zh: '需要提醒的用户组。在命令中也可以输入 notify=@用户组。',
  },
  limitWrong: {
    en: '`{typed}` isn’t a valid threshold. Use a number with a unit, such as `500ms` or `90%`.',
    zh: '`{typed}` 不是有效的阈值。请使用带单位的数字，例如 `500ms` 或 `90%`。',
  },
  limitRange: {
    en: (p: { typed: string; low: string; high: string }) =>
      `\`${p.typed}\` isn’t possible here. Use a value from ${p.low} to ${p.high}.`,
    zh: (p) => `\`${p.typed}\` 不可用。请使用 ${p.low} 到${apart(p.high)}之间的值。`,
  },
  limitMissing: { en: 'Set a threshold: `above=` or `below=`.', zh: '请设置阈值：`above=` 或 `below=`。' },
  limitTwice: { en: 'Use `above=` or `below=`, not both.', zh: '`above=` 和 `below=` 只能使用一个。' },
  limitNone: { en: 'This has no threshold.', zh: '此项没有阈值。' },
  onlyBelow: { en: 'Certificates are watched with `below=14d`.', zh: '证书请使用 `below=14d`。' },
  onlyAbove: { en: 'Use `above=` here.', zh: '此项请使用 `above=`。' },
  noKubeState: {
    en: 'Out of memory can only be watched where kube-state-metrics is installed. Restarts can be watched instead.',
    zh: '仅在安装了 kube-state-metrics 的集群中才能监控内存不足。您可以改为监控重启。',
  },
  watchInstead: { en: (p: { item: string }) => `Watch ${p.item}`, zh: (p) => `监控${apart(p.item).trimEnd()}` },
  watchRestarts: { en: 'Watch restarts', zh: '监控重启' },

  noChannel: {
    en: 'Problems are posted in a channel. Run this command there.',
    zh: '告警会发布到频道中。请在频道中执行此命令。',
  },
  notInChannel: {
    en: 'I’m not a member of {channel}. Invite me with `/invite`, then try again.',
    zh: '我还不是 {channel} 的成员。请先用 `/invite` 邀请我，然后重试。',
  },
  tooMany: {
    en: '{most} watches exist already for this app. Delete one first.',
    zh: '本应用已有 {most} 个监控告警。请先删除一个。',
  },
  stillWatches: {
    en: (p: { count: number; context: string }) =>
      `${plural(p.count, 'watch', 'watches')} of this channel ${pluralForm(p.count, 'stays', 'stay')} with ${p.context}.`,
    zh: (p) => `本频道的 ${p.count} 个监控告警仍属于${apart(p.context).trimEnd()}。`,
  },
  regionUnread: {
    en: (p: { region: string }) => `region ${p.region} can’t be read`,
    zh: (p) => `无法读取集群${quoted(p.region)}`,
  },
  regionUnmeasured: {
    en: (p: { region: string }) => `the monitoring of region ${p.region} has no data`,
    zh: (p) => `集群${quoted(p.region)}的监控没有数据`,
  },
  tryAgain: { en: 'The watch couldn’t be saved. Try again.', zh: '无法保存监控告警，请重试。' },
  title: { en: 'Watch', zh: '监控告警' },
  added: {
    en: (p: { what: string; context: string; who: string }) =>
      `This channel now watches ${p.context}: ${p.what}. Set by ${p.who}.`,
    zh: (p) => `本频道已开始监控${apart(p.context).trimEnd()}：${p.what}。由 ${p.who} 设置。`,
  },
  baseline: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'address is', 'addresses are')} open now. I report those that are opened from now on, unless a request opens them or they’re expected.`,
    zh: '目前开放 {count} 个地址。此后开放的地址会被报告，通过申请开放的和预期的除外。',
  },
  addedNote: {
    en: 'Each problem is one message, which is edited until it ends. To pause, silence or delete the watch, use `{list}`.',
    zh: '每个问题只发一条消息，并持续更新直到结束。如需暂停、静默或删除，请使用 `{list}`。',
  },
  alreadyWatched: { en: 'This channel has this watch already: {what}.', zh: '本频道已有相同的监控告警：{what}。' },
  showWatch: { en: 'Show the watch', zh: '查看监控告警' },
  ofComponents: {
    en: (p: { names: string; what: string }) => `${p.what} (${p.names})`,
    zh: (p) => `${p.what}（${enumerated(p.names)}）`,
  },
  ofAll: { en: '{what} (all components)', zh: '{what}（全部组件）' },
  listTitle: { en: 'Watches of this app', zh: '本应用的监控告警' },
  listNone: {
    en: 'Nothing is watched here. Type `{example}` in a channel to start.',
    zh: '此处还没有监控告警。在频道中输入 `{example}` 即可开始。',
  },
  row: {
    en: (p: { mark: string; what: string; state: string; facts: string }) =>
      `${p.mark} *${p.what.charAt(0).toUpperCase()}${p.what.slice(1)}*\n${p.state}\n${p.facts}`,
    zh: '{mark} *{what}*\n{state}\n{facts}',
  },
  setBy: { en: 'set by {who}', zh: '由 {who} 设置' },
  notifies: { en: (p: { who: string }) => `notifies ${p.who}`, zh: (p) => `通知 ${enumerated(p.who)}` },
  addOne: { en: 'Add a watch', zh: '添加监控告警' },
  stateIs: {
    en: (p: { state: string }) => `${p.state.charAt(0).toUpperCase()}${p.state.slice(1)}`,
    zh: '{state}',
  },
  okOf: { en: 'OK: {count}', zh: '正常：{count} 个' },
  areFine: {
    en: (p: { count: number; others: number }) =>
      p.others === 0 ? `All ${p.count} are fine.` : `${plural(p.count, 'other is', 'others are')} fine.`,
    zh: (p) => (p.others === 0 ? `${p.count} 个全部正常。` : `另外 ${p.count} 个正常。`),
  },
  showAll: { en: 'Show all', zh: '显示全部' },
  showTroubled: { en: 'Hide those that are fine', zh: '隐藏正常的' },
  all: { en: 'Also those that are fine', zh: '包括正常的' },
  silenceForLength: {
    en: (p: { length: string }) => `Silence: ${p.length.charAt(0).toLowerCase()}${p.length.slice(1)}`,
    zh: '静默：{length}',
  },
  where: { en: 'Where', zh: '频道' },
  by: { en: 'By', zh: '设置人' },
  state: { en: 'State', zh: '状态' },
  id: { en: 'Watch', zh: '监控告警' },
  idMissing: { en: 'Choose a watch.', zh: '请选择监控告警。' },
  idUnknown: {
    en: 'There is no watch `{id}` here. Choose one in the list.',
    zh: '此处没有监控告警 `{id}`，请在列表中选择。',
  },
  channelIs: { en: '{channel}', zh: '{channel}' },
  firesSince: { en: '{name} since {at}', zh: '{name} 自 {at} 起' },
  withFacts: { en: '{name} ({facts})', zh: '{name}（{facts}）' },
  acknowledgedBy: { en: 'acknowledged by {who}', zh: '已由 {who} 认领' },
  fromAlertmanager: { en: 'From Alertmanager: {title}', zh: '来自 Alertmanager · {title}' },
  moreAlerts: {
    en: (p: { count: number }) => `${plural(p.count, 'more alert', 'more alerts')} from Alertmanager.`,
    zh: '还有 {count} 条来自 Alertmanager 的告警。',
  },
  linked: { en: '{name}', zh: '{name}' },
  ok: { en: 'OK', zh: '正常' },
  pending: { en: (p: { names: string }) => `pending: ${p.names}`, zh: (p) => `待确认：${enumerated(p.names)}` },
  firing: { en: (p: { names: string }) => `firing: ${p.names}`, zh: (p) => `告警中：${enumerated(p.names)}` },
  recovering: { en: (p: { names: string }) => `recovering: ${p.names}`, zh: (p) => `恢复中：${enumerated(p.names)}` },
  noData: { en: (p: { names: string }) => `no data: ${p.names}`, zh: (p) => `无数据：${enumerated(p.names)}` },
  noDataAtAll: { en: 'no data', zh: '无数据' },
  noDataOf: {
    en: (p: { count: number; names: string }) => `no data for ${p.count}: ${p.names}`,
    zh: (p) => `${p.count} 个无数据：${enumerated(p.names)}`,
  },
  absent: {
    en: (p: { who: string }) => `Not in the channel, so mentions don’t reach them: ${p.who}.`,
    zh: (p) => `以下成员不在频道中，无法收到提醒：${enumerated(p.who)}。`,
  },
  moved: {
    en: (p: { names: string }) => `moved to another app: ${p.names}`,
    zh: (p) => `已移至其他应用：${enumerated(p.names)}`,
  },
  movedTo: {
    en: (p: { names: string; app: string }) => `moved to ${p.app}: ${p.names}`,
    zh: (p) => `已移至“${p.app}”：${enumerated(p.names)}`,
  },
  notFound: { en: (p: { names: string }) => `not found: ${p.names}`, zh: (p) => `未找到：${enumerated(p.names)}` },
  inFile: {
    en: 'Watch `{id}` is set in `portolan.yaml`. Change or remove it there, then restart Portolan.',
    zh: '监控告警 `{id}` 在 `portolan.yaml` 中设置。请在该文件中修改或删除，然后重启 Portolan。',
  },
  inFileNote: {
    en: 'This watch is set in `portolan.yaml`. To change or remove it, edit the file and restart Portolan.',
    zh: '此监控告警在 `portolan.yaml` 中设置。如需修改或删除，请编辑该文件并重启 Portolan。',
  },
  notRunning: {
    en: (p: { names: string }) => `nothing to measure: ${p.names}`,
    zh: (p) => `暂无可测量内容：${enumerated(p.names)}`,
  },
  listUnmeasured: { en: 'Not evaluated. {why}', zh: '未评估。{why}' },
  certificatesUnread: {
    en: 'the platform can’t read the certificate of {names}, so it isn’t known when it expires',
    zh: '平台无法解析以下证书：{names}，无法得知其过期时间',
  },
  blind: { en: 'Can’t be read since {at}', zh: '自 {at} 起无法读取' },
  certificateNumber: { en: 'certificate {id}', zh: '证书 {id}' },
  unreadNow: {
    en: 'The platform can’t read the certificate of {names}, so its expiry can’t be watched. Certificates with IP addresses or URIs as names are known to cause this.',
    zh: '平台无法解析以下证书，因此无法监控其过期时间：{names}。包含 IP 地址或 URI 名称的证书会导致此问题。',
  },
  notEvaluated: { en: 'Not evaluated yet', zh: '尚未评估' },
  andMore: { en: 'and {count} more', zh: '等另外 {count} 个' },
  late: { en: 'not evaluated since {at}', zh: '自 {at} 起未评估' },
  paused: { en: 'Paused: {why}', zh: '已暂停：{why}' },
  pausedByPerson: { en: 'Paused', zh: '已暂停' },
  silenced: { en: 'silenced until {until}', zh: '已静默至 {until}' },
  silencedBy: { en: 'silenced by {who} until {until}', zh: '已由 {who} 静默至 {until}' },
  silencedUntilOver: { en: 'silenced by {who} until it recovers', zh: '已由 {who} 静默，直到恢复' },
  pause: { en: 'Pause', zh: '暂停' },
  resume: { en: 'Resume', zh: '继续' },
  delete: { en: 'Delete', zh: '删除' },
  deleteIt: { en: 'Delete…', zh: '删除…' },
  pauseInstead: { en: 'Pause instead', zh: '改为暂停' },
  pauseOrDelete: { en: 'Pause or delete…', zh: '暂停或删除…' },
  deleteAsks: {
    en: 'Delete this watch for everyone in its channel? This can’t be undone: {what}.',
    zh: '要为频道中的所有人删除此监控告警吗？删除后无法撤销：{what}。',
  },
  endSilence: { en: 'End silence', zh: '结束静默' },
  pausedNow: { en: 'Paused: {what}.', zh: '已暂停：{what}。' },
  resumedNow: { en: 'Resumed: {what}.', zh: '已继续：{what}。' },
  silenceEndedNow: { en: 'No longer silenced: {what}.', zh: '已结束静默：{what}。' },
  ofIncident: { en: 'the incident “{title}”', zh: '告警“{title}”' },
  notSilenced: { en: 'It wasn’t silenced anymore.', zh: '静默此前已结束。' },
  deletedNow: { en: 'Deleted: {what}.', zh: '已删除：{what}。' },
  pausedTold: { en: '{who} paused a watch: {what}.', zh: '{who} 暂停了监控告警：{what}。' },
  resumedTold: { en: '{who} resumed a watch: {what}.', zh: '{who} 继续了监控告警：{what}。' },
  silenceEndTold: { en: '{who} ended the silence of a watch: {what}.', zh: '{who} 结束了监控告警的静默：{what}。' },
  deletedTold: { en: '{who} deleted a watch: {what}.', zh: '{who} 删除了监控告警：{what}。' },
  silencedTold: {
    en: '{who} silenced a watch until {until}: {what}.',
    zh: '{who} 静默了监控告警，至 {until}：{what}。',
  },
  silencedUntilOverTold: {
    en: '{who} silenced this until it recovers: {what}.',
    zh: '{who} 静默了以下告警，直到恢复：{what}。',
  },
  silencedNow: { en: 'Silenced until {until}: {what}.', zh: '已静默至 {until}：{what}。' },
  silencedUntilOverNow: { en: 'Silenced until it recovers: {what}.', zh: '已静默，直到恢复：{what}。' },
  nothingFires: {
    en: 'Nothing of this watch is firing, so there’s nothing to recover. Use a length of time, such as `1h`.',
    zh: '此监控告警当前没有触发，无需等待恢复。请使用时长，例如 `1h`。',
  },
  componentsGone: {
    en: 'I no longer watch this, since its components were deleted: {what}.',
    zh: '相关组件已删除，此监控告警已结束：{what}。',
  },
  emptied: {
    en: 'Nothing is left to watch here, since the components were deleted: {what}. The watch stays in portolan.yaml.',
    zh: '相关组件已删除，没有可监控的对象：{what}。此监控告警仍保留在 portolan.yaml 中。',
  },
  unmeasured: {
    en: 'I can’t watch this: {what}. {why} The watch stays in the list.',
    zh: '无法监控：{what}。{why}此监控告警仍保留在列表中。',
  },
  watchEnded: {
    en: (p: { what: string; context: string; channel: string; why: string }) =>
      `I no longer watch ${p.context} for ${p.channel} (${p.what}): ${p.why}. To resume, invite me and resume the watch.`,
    zh: (p) =>
      `已停止为 ${p.channel} 监控${apart(p.context).trimEnd()}（${p.what}）：${p.why}。如需继续，请邀请我并继续该监控告警。`,
  },
});
