import { chineseWords } from '../core/text/chinese.ts';
import { withoutCapital } from '../core/text/plural.ts';
import { messages } from '../core/text/text.ts';

export const changeMsg = messages('change', {
  agentExpires: {
    en: 'The token of your agent *{agent}* expires on {at}. Create a new one if you still need it.',
    zh: '您的智能体 *{agent}* 的令牌将于 {at} 过期。如仍需使用，请创建新的令牌。',
  },
  agentGone: {
    en: 'The agent *{agent}*, which requested this, was revoked.',
    zh: '提出此申请的智能体 *{agent}* 已被吊销。',
  },
  ownerLeft: { en: '{owner} is no longer a member of {channel}.', zh: '{owner} 已不是 {channel} 的成员。' },
  unknownCard: { en: 'This request wasn’t found. Make a new one.', zh: '找不到此申请，请重新申请。' },
  noBot: {
    en: 'I can’t post in this channel, so no request was made. Invite me with /invite, then try again.',
    zh: '我无法在此频道发消息，因此未提交申请。请用 /invite 邀请我，然后重新申请。',
  },
  noChannel: {
    en: 'That channel no longer exists or is archived, so no request was made. Use another channel.',
    zh: '该频道已不存在或已归档，因此未提交申请。请在其他频道申请。',
  },
  unpostable: {
    en: 'I couldn’t post the card, so the request was canceled. {fix}',
    zh: '卡片无法发布，申请已取消。{fix}',
  },
  cardStale: {
    en: 'I couldn’t update the card of this request, so it may show an earlier state. {fix}',
    zh: '此申请的卡片无法更新，显示的可能是较早的状态。{fix}',
  },
  notYourChannel: {
    en: 'You aren’t a member of {channel}, so no request was made. Choose a channel you’re in.',
    zh: '您不在 {channel} 中，因此未在那里提交申请。请选择您所在的频道。',
  },
  /** `why` is a sentence. */
  notNow: {
    en: 'It keeps its planned time, because it can’t run now. {why}',
    zh: '现在无法执行，计划的时间不变。{why}',
  },
  notYoursToClose: {
    en: 'Only members of {channel} can close this. Join the channel, then try again.',
    zh: '只有 {channel} 的成员可以关闭。请加入该频道，然后重试。',
  },
  requestElsewhere: { en: 'a change to the same thing, in a private channel', zh: '私有频道中针对同一对象的变更' },
  nobodySees: {
    en: 'Someone else must approve this, but no one else can see this conversation. Request it in a channel.',
    zh: '该变更须由他人审批，而这里没有其他人能看到。请在频道中申请。',
  },
  askedUnable: {
    en: '{who} can’t decide this. It needs approval from {says}.',
    zh: '{who} 无权审批此变更，须由{says:apart}批准。',
  },
  askedNobody: {
    en: 'Nobody else has to approve this, so leave `ask=` out.',
    zh: '此变更无需他人审批，请去掉 `ask=`。',
  },
  storeFailed: {
    en: 'Portolan’s database didn’t respond, so this may not have been saved. Check the card, then try again if needed.',
    zh: 'Portolan 的数据库没有响应，无法确认是否已保存。请查看卡片，必要时重试。',
  },
  pressFailed: {
    en: 'Something went wrong in Portolan. Check the card, then try again.',
    zh: 'Portolan 内部出错。请查看卡片，然后重试。',
  },
  peopleUnreadable: {
    en: 'I couldn’t read your profile from Slack, so nothing was done. Try again.',
    zh: '无法从 Slack 读取您的身份，操作未生效。请重试。',
  },
  tooLong: { en: 'Too long. The maximum here is {most}.', zh: '时间过长，此处最多 {most}。' },
  tooFarAhead: {
    en: 'Too long. The new closing time can be at most {most} from now.',
    zh: '时间过长，新的关闭时间最多为从现在起 {most}。',
  },
  notLater: { en: 'Choose a time after the current closing time, {at}.', zh: '请选择晚于当前关闭时间 {at} 的时间。' },
  noUndo: { en: 'This can’t be undone. {why}', zh: '无法撤销。{why}' },
  notOver: {
    en: 'This request is still in progress. Wait until it ends, then try again.',
    zh: '该变更尚未结束，请等待结束后再操作。',
  },
  nothingDone: { en: 'This can’t be undone, because nothing was changed.', zh: '未做任何更改，无需撤销。' },
  notExpired: {
    en: 'This request hasn’t expired, and it wasn’t denied or canceled.',
    zh: '该申请尚未过期，也未被拒绝或取消。',
  },
  nothingLeft: { en: 'No steps are left.', zh: '没有剩余步骤。' },
  asked: { en: 'A new request was posted.', zh: '已提交新的申请。' },
  askedAlready: {
    en: 'The same request is already pending: {request}.',
    zh: '已有相同的未完成申请：{request}。',
  },
  confirmedWaits: {
    en: 'Confirmed. Waiting for {other} on the same component.',
    zh: '已确认。正在等待同一组件的{other}。',
  },
  approvedWaits: {
    en: 'Approved. Waiting for {other} on the same component.',
    zh: '已批准。正在等待同一组件的{other}。',
  },
  nothingToCheck: { en: 'No check is needed: the outcome is already known.', zh: '无需检查：结果已确定。' },
  notShown: { en: 'The platform accepted the change but doesn’t show it yet.', zh: '平台已接受变更，但状态尚未更新。' },
  sideEffects: {
    en: (p: { why: string }) => `${p.why} Some of it may have changed anyway. Check the component.`,
    zh: (p) => chineseWords([p.why, '但可能已产生部分变化，请查看组件状态。']),
  },
  stillRunning: {
    en: 'Another request is still in progress on this component: {title}. Wait until it ends.',
    zh: '该组件上的另一申请仍在进行：{title}。请等待其结束。',
  },
  stillRunningAt: {
    en: 'Another request is still in progress on this component: {title} ({link}). Wait until it ends.',
    zh: '该组件上的另一申请仍在进行：{title}（{link}）。请等待其结束。',
  },
  alreadyBeside: {
    en: (p: { already: string; other: string; title: string }) =>
      `${p.already} Request ${p.other} is pending there: ${p.title}.`,
    zh: (p) => chineseWords([p.already, `另有待处理的申请 ${p.other}：${p.title}。`]),
  },
  itsCard: { en: 'show it', zh: '查看' },
  eventsUnreadable: {
    en: 'The platform’s events can’t be read, so the call wasn’t sent. Try again.',
    zh: '无法读取平台的事件，因此未发送调用。请重试。',
  },
  incidentAt: { en: '{incident}, began at {at}', zh: '{incident}，始于 {at}' },
  killedAt: {
    en: (p: { incident: string; killed: string }) => `${p.incident}, ${withoutCapital(p.killed)}`,
    zh: '{incident}，{killed}',
  },
  killedOver: {
    en: (p: { incident: string; killed: string }) => `${p.incident}, ${withoutCapital(p.killed)}, resolved`,
    zh: '{incident}，{killed}，已恢复',
  },
  recoversSince: {
    en: '{incident}, began at {at}, recovering since {since}',
    zh: '{incident}，始于 {at}，{since} 开始恢复',
  },
  afterOther: { en: '{says}, after another change at {at}', zh: '{says}，在 {at} 的另一变更之后' },
  afterNamed: { en: '{says}, after another change: {change}', zh: '{says}，在另一变更之后：{change}' },
  alsoBefore: { en: '{says}; before that, {from}–{to}', zh: '{says}；此前 {from}–{to} 也曾告警' },
  theIncident: { en: 'Incident', zh: '告警' },
  stillFiring: {
    en: '{incident} since {at}: still firing at {now}',
    zh: '{incident}，始于 {at}，{now} 仍在持续',
  },
  firesAfterLull: {
    en: '{incident} since {at} (except {lull}): still firing at {now}',
    zh: '{incident}，始于 {at}（{lull}除外），{now} 仍在持续',
  },
  isResolved: { en: '{incident}, {from}–{to}, resolved', zh: '{incident}，{from}–{to}，已恢复' },
  isResolvedAfterLull: {
    en: '{incident}, {from}–{to} (except {lull}), resolved',
    zh: '{incident}，{from}–{to}（{lull}除外），已恢复',
  },
  lull: { en: '{from}–{to}', zh: '{from}–{to}' },
  /** The condition is met again, although it may not fire again yet. */
  isBack: { en: '{incident}, {from}–{to}, then again from {again}', zh: '{incident}，{from}–{to}，{again} 起再次出现' },
  runsAgain: { en: '{name}: abnormal before, running after', zh: '{name}：变更前运行异常，变更后运行中' },
  allRunAgain: {
    en: '{name}: some instances abnormal before, all running after',
    zh: '{name}：变更前部分实例异常，变更后全部运行中',
  },
  notAgain: { en: 'Not reported again: {why}', zh: '此后未再上报：{why}' },
  reportedAt: { en: '{why} · last reported at {at}', zh: '{why} · 最近上报于 {at}' },
  noChartAfter: {
    en: 'Before and after couldn’t be compared, because monitoring didn’t respond {from}–{to}.',
    zh: '{from} 至 {to} 监控没有响应，无法对比变更前后。',
  },
  chartLater: {
    en: 'Before and after aren’t compared yet, because monitoring doesn’t respond. Trying again until {until}.',
    zh: '监控没有响应，尚未对比变更前后，将重试至 {until}。',
  },
  noChartHere: {
    en: 'Before and after couldn’t be compared here.',
    zh: '无法在此对比变更前后。',
  },
  noChartIn: {
    en: 'Before and after “{title}” weren’t compared, because I couldn’t post in {channel} for a day. To post there, invite me again.',
    zh: '我在一天内无法在 {channel} 发布消息，因此没有对比“{title}”变更前后的情况。如需在该频道发布，请重新邀请我。',
  },
  closingNotWanted: {
    en: 'Its closing time was changed while this waited, so it stays open.',
    zh: '等待期间关闭时间已更改，因此保持开放。',
  },
  tooLate: { en: 'Saving took too long, so the call wasn’t sent.', zh: '保存耗时过长，因此未发送调用。' },
  bug: {
    en: 'Portolan had an internal error, so the result of the call is unknown.',
    zh: 'Portolan 内部出错，无法确认调用的结果。',
  },
  noContext: { en: 'No context is set.', zh: '未设置上下文。' },
});
