import { apart, chineseWords, enumerated, quotedNames } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const followingMsg = messages('following', {
  says: { en: 'Post builds and deploys of the app in this channel', zh: '在本频道发布应用的构建和部署' },
  form: { en: 'Follow deploys', zh: '关注部署' },
  noneSays: { en: 'Stop following builds and deploys in this channel', zh: '停止在本频道关注构建和部署' },
  noneForm: { en: 'Stop following', zh: '停止关注' },
  listSays: { en: 'Show which channels follow the app', zh: '查看哪些频道关注了应用' },
  listForm: { en: 'Following channels', zh: '关注的频道' },
  detailsSays: { en: 'Show what a followed run went through', zh: '查看已关注任务的经过' },
  componentsHint: {
    en: 'Leave it empty to follow all components, including those added later.',
    zh: '留空则关注全部组件，包括以后添加的组件。',
  },
  only: { en: 'What to post', zh: '发布内容' },
  deploys: { en: 'Builds, deploys, rolling updates and rollbacks', zh: '构建、部署、更新（滚动）和回滚' },
  failures: { en: 'Only those that fail', zh: '仅失败的' },
  all: { en: 'Also start, stop, restart and scale', zh: '还包括启动、停止、重启和水平扩展' },
  onlyWrong: {
    en: '`{typed}` isn’t known. Use `deploys`, `failures` or `all`.',
    zh: '无法识别 `{typed}`。请使用 `deploys`、`failures` 或 `all`。',
  },
  noChannel: {
    en: 'Builds and deploys are posted in a channel. Run this command there.',
    zh: '构建和部署会发布到频道中。请在频道中执行此命令。',
  },
  notInChannel: {
    en: 'I’m not a member of {channel}. Invite me with `/invite`, then try again.',
    zh: '我还不是 {channel} 的成员。请先用 `/invite` 邀请我，然后重试。',
  },
  title: { en: 'Following', zh: '关注' },
  added: {
    en: (p: { context: string; what: string; who: string }) =>
      `This channel now follows ${p.context}: ${p.what}. Set by ${p.who}.`,
    zh: (p) => `本频道已关注${apart(p.context).trimEnd()}：${p.what}。由 ${p.who} 设置。`,
  },
  before: {
    en: (p: { context: string }) => `Until now, it followed ${p.context}.`,
    zh: (p) => `此前关注的是${apart(p.context).trimEnd()}。`,
  },
  addedOf: {
    en: (p: { what: string; names: string }) => `${p.what}, of ${p.names}`,
    zh: (p) => `${p.what}（${enumerated(p.names)}）`,
  },
  whatDeploys: { en: 'builds, deploys, rolling updates and rollbacks', zh: '构建、部署、更新（滚动）和回滚' },
  whatFailures: { en: 'builds and deploys that fail', zh: '失败的构建和部署' },
  whatAll: {
    en: 'builds, deploys, rolling updates, rollbacks, starts, stops, restarts and scaling',
    zh: '构建、部署、更新（滚动）、回滚、启动、停止、重启和水平扩展',
  },
  late: {
    en: (p: { recent: string; quiet: string }) =>
      `A build is seen within ${p.recent}. Where nothing has run for 14 days, it’s seen within ${p.quiet}.`,
    zh: (p) => `构建最晚会在${apart(p.recent)}内被发现；14 天内没有运行过任务的组件，最晚${apart(p.quiet)}内被发现。`,
  },
  fromNow: {
    en: 'What ended before isn’t posted. What Portolan runs in this channel has its card already.',
    zh: '此前已结束的任务不会发布。由本频道中的 Portolan 申请执行的操作只显示在其卡片上。',
  },
  stillFollows: {
    en: (p: { context: string }) => `Builds and deploys posted here are still those of ${p.context}.`,
    zh: (p) => `此处发布的仍是${apart(p.context)}的构建和部署。`,
  },
  switchTo: { en: 'Follow {name} instead', zh: '改为关注“{name}”' },
  stopped: {
    en: (p: { context: string; who: string }) => `This channel no longer follows ${p.context}. Stopped by ${p.who}.`,
    zh: (p) => `本频道已停止关注${apart(p.context).trimEnd()}。由 ${p.who} 停止。`,
  },
  notFollowing: { en: 'This channel follows nothing.', zh: '本频道没有关注任何应用。' },
  listTitle: { en: 'Channels that follow this app', zh: '关注本应用的频道' },
  listNone: {
    en: 'No channel follows this app. Type `{example}` in a channel to start.',
    zh: '还没有频道关注本应用。在频道中输入 `{example}` 即可开始。',
  },
  where: { en: 'Where', zh: '频道' },
  what: { en: 'What', zh: '内容' },
  app: { en: 'App', zh: '应用' },
  by: { en: 'By', zh: '设置人' },
  state: { en: 'State', zh: '状态' },
  active: { en: 'Active', zh: '生效中' },
  paused: { en: 'Paused: {why}', zh: '已暂停：{why}' },
  channelIs: { en: '{channel}', zh: '{channel}' },
  stop: { en: 'Stop following', zh: '停止关注' },

  id: { en: 'Message', zh: '消息' },
  idMissing: { en: 'Press Details on a message.', zh: '请点击消息上的“详情”。' },
  idUnknown: {
    en: 'This message is older than 90 days, so its details are no longer stored.',
    zh: '此消息已超过 90 天，详情不再保留。',
  },
  detailsTitle: { en: 'Details', zh: '详情' },
  component: { en: 'Component', zh: '组件' },
  began: { en: 'Began', zh: '开始' },
  built: { en: 'Build', zh: '构建' },
  took: { en: 'In all', zh: '总计' },
  outcome: { en: 'Outcome', zh: '结果' },
  image: { en: 'Image', zh: '镜像' },
  starter: { en: 'Started by', zh: '发起人' },
  cause: { en: 'Cause', zh: '原因' },
  request: { en: 'Request', zh: '申请' },
  card: { en: '{link}', zh: '{link}' },
  itsCard: { en: 'its card', zh: '该卡片' },
  moment: { en: '{at}', zh: '{at}' },
  beganAt: { en: 'Began {at}', zh: '开始于 {at}' },
  beganAndEnded: { en: 'Began {at}, ended {ended}', zh: '开始于 {at}，结束于 {ended}' },
  platform: { en: 'the platform', zh: '平台' },

  scanning: { en: 'Scanning the source code', zh: '正在扫描源代码' },
  building: { en: 'Building', zh: '构建中' },
  rollingOut: { en: 'Rolling out', zh: '更新中' },
  rollingOutAfter: { en: 'Rolling out (build {built})', zh: '更新中（构建用时 {built}）' },
  working: { en: 'In progress', zh: '进行中' },
  about: { en: 'about {time}', zh: '约 {time}' },
  running: { en: '*Running*', zh: '*运行中*' },
  runningAfter: { en: '*Running* after {took}', zh: '*运行中*，用时 {took}' },
  runningBuilt: { en: '*Running* after {took} (build {built})', zh: '*运行中*，用时 {took}（构建 {built}）' },
  done: { en: '*Done*', zh: '*已完成*' },
  doneAfter: { en: '*Done* after {took}', zh: '*已完成*，用时 {took}' },
  idle: { en: '*Nothing to do*', zh: '*无需执行*' },
  onlyBuilt: { en: '*Built*, not rolled out', zh: '*已构建*，未更新' },
  onlyBuiltAfter: { en: '*Built* in {built}, not rolled out', zh: '*已构建*，用时 {built}，未更新' },
  failedScan: { en: '*Failed while scanning the source code*', zh: '*扫描源代码失败*' },
  failedBuild: { en: '*Failed while building*', zh: '*构建失败*' },
  failedRollout: { en: '*Failed while rolling out*', zh: '*更新失败*' },
  failedWork: { en: '*Failed*', zh: '*失败*' },
  failedStatus: { en: '*Failed*: the component is {status}', zh: '*失败*：组件{status}' },
  failedBlocked: {
    en: '*Failed*: its new instances don’t run, old ones may still be serving',
    zh: '*失败*：新实例无法运行，旧实例可能仍在提供服务',
  },
  abnormal: { en: 'abnormal', zh: '异常' },
  degraded: { en: 'partly abnormal', zh: '部分异常' },
  stoppedStatus: { en: 'stopped', zh: '已关闭' },
  stillRunning: { en: 'still running', zh: '仍在运行' },
  unknown: { en: '*Not known*: the platform reports no end', zh: '*未知*：平台未报告结束' },
  replaced: { en: '*Not known*: something else began before it was running', zh: '*未知*：运行之前已有其他操作开始' },
  gone: { en: '*Component deleted*', zh: '*组件已删除*' },
  causeIs: { en: '{what}: {text}', zh: '{what}：{text}' },
  kindDeploy: { en: 'Deploy', zh: '部署' },
  kindUpgrade: { en: 'Rolling update of', zh: '更新（滚动）' },
  kindRollback: { en: 'Roll back', zh: '回滚' },
  kindStart: { en: 'Start', zh: '启动' },
  kindStop: { en: 'Stop', zh: '停止' },
  kindRestart: { en: 'Restart', zh: '重启' },
  kindScale: { en: 'Scale', zh: '水平扩展' },
  kindResize: { en: 'Resize', zh: '垂直扩展' },
  titleOf: {
    en: (p: { kind: string; names: string }) => `${p.kind} ${p.names}`,
    zh: (p) => `${p.kind}${quotedNames(p.names)}`,
  },
  titleMany: {
    en: (p: { kind: string; count: number }) => `${p.kind} ${plural(p.count, 'component')}`,
    zh: (p) => chineseWords([p.kind, `${p.count} 个组件`]),
  },
  log: { en: 'Log', zh: '日志' },
  logOf: { en: 'Log of {name}', zh: '{name} 的日志' },
  details: { en: 'Details', zh: '详情' },
  byWhom: { en: '{title} · {by}', zh: '{title} · {by}' },
  webhook: { en: 'started by a webhook', zh: '由 Webhook 触发' },
  mention: { en: '{who} {title}: {state}', zh: '{who} {title}：{state}' },
  missed: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'build or deploy', 'builds and deploys')} ended more than an hour ago, while I couldn’t see it. The events of the components show them.`,
    zh: '有 {count} 个构建或部署在无法读取期间结束，已超过 1 小时。请在组件的操作记录中查看。',
  },
  missedFailed: {
    en: (p: { count: number; failed: number }) =>
      `${plural(p.count, 'build or deploy', 'builds and deploys')} ended more than an hour ago, while I couldn’t see it; ${p.failed} failed. The events of the components show them.`,
    zh: '有 {count} 个构建或部署在无法读取期间结束，已超过 1 小时，其中 {failed} 个失败。请在组件的操作记录中查看。',
  },
  notPosted: {
    en: (p: { channel: string; context: string; why: string }) =>
      `I no longer post builds and deploys of ${p.context} in ${p.channel}: ${p.why}. To resume, invite me and follow the app there again.`,
    zh: (p) =>
      `已停止在 ${p.channel} 发布${apart(p.context)}的构建和部署：${p.why}。如需继续，请邀请我并在该频道重新设置关注。`,
  },
  notPostedByPolicy: {
    en: (p: { channel: string; context: string; why: string }) =>
      `I no longer post builds and deploys of ${p.context} in ${p.channel}: ${p.why}. To resume, have the context added to the policy file, then follow the app there again.`,
    zh: (p) =>
      `已停止在 ${p.channel} 发布${apart(p.context)}的构建和部署：${p.why}。如需继续，请在审批策略文件中重新添加该上下文，然后在该频道重新设置关注。`,
  },
});
