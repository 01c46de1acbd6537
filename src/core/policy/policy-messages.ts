import { messages } from '../text/text.ts';

export const policyMsg = messages('policy', {
  questions: { en: 'read-only commands', zh: '查询' },
  changes: { en: 'changes', zh: '变更' },
  exposures: { en: 'opening external access', zh: '开启对外服务' },
  disruptions: { en: 'interrupting service', zh: '中断服务' },
  notFromElsewhere: {
    en: 'This operation works only in the channel of its context. Use that channel, or add a policy rule for this context.',
    zh: '此操作只能在该上下文所属的频道中进行。请在该频道中操作，或在审批策略中添加针对此上下文的规则。',
  },
  mostNeedsApproval: {
    en: 'If it affects more than half of the application’s components, and at least two, it needs approval from someone else in this channel.',
    zh: '如果涉及应用中超过一半且至少两个组件，则需要此频道的其他成员批准。',
  },
  longestRun: { en: 'I wait up to {time} for its outcome.', zh: '最多等待结果{time:apart-before}。' },
  deletions: { en: 'deleting', zh: '删除' },
  noSuchContext: {
    en: 'The policy doesn’t list the context {place}. Use one of: {names}.',
    zh: '审批策略中没有上下文 {place}。可用的有：{names:quoted}。',
  },
  onlyQuestionsHere: {
    en: 'The policy allows only read-only commands in this channel. Request changes in a channel that the policy lists.',
    zh: '审批策略只允许在此频道中查询。请在审批策略列出的频道中申请变更。',
  },
  notAllowedHere: {
    en: 'The policy doesn’t allow {what} in this channel.',
    zh: '审批策略不允许在此频道中进行以下操作：{what}。',
  },
  slackLimits: {
    en: 'Slack is limiting requests. Try again in {wait}.',
    zh: 'Slack 正在限制请求频率，请在{wait:apart}后重试。',
  },
  groupsUnreadable: {
    en: 'I couldn’t read the user groups from Slack, so I can’t check who may do this. Try again.',
    zh: '无法从 Slack 读取用户组成员，无法判断谁有权操作。请重试。',
  },
  membersUnreadable: {
    en: 'I couldn’t read this channel’s members from Slack, so I can’t check who may do this. Try again.',
    zh: '无法从 Slack 读取此频道的成员，因此无法判断谁有权操作。请重试。',
  },
  guest: {
    en: 'Guests can’t make or decide on requests. Ask a full member of this workspace.',
    zh: '访客不能提出申请或审批。请联系本工作区的正式成员。',
  },
  stranger: {
    en: 'People from other workspaces can’t make or decide on requests here.',
    zh: '其他工作区的成员不能在此提出申请或审批。',
  },
  bot: { en: 'Bots and apps can’t make or decide on requests.', zh: '机器人和应用不能提出申请或审批。' },
  onlyAskerConfirms: {
    en: 'Only the requester, {asker}, can confirm this request.',
    zh: '只有申请人 {asker} 可以确认。',
  },
  neverOneself: {
    en: 'You can’t approve your own request. It needs approval from {who}.',
    zh: '您不能审批自己的申请，需由{who:apart}审批。',
  },
  neverOneselfButGlass: {
    en: 'You can’t approve your own request. It needs approval from {who}. In an emergency, you can use Break glass with a written reason.',
    zh: '您不能审批自己的申请，需由{who:apart}审批。紧急情况下，您可以写明理由后使用“紧急执行”。',
  },
  approvedAlready: {
    en: 'You’ve already approved this. {left} more {left:approval is|approvals are} needed.',
    zh: '您已批准过，还需要另外 {left} 人批准。',
  },
  enoughAlready: { en: 'This already has all the approvals it needs.', zh: '所需的批准已经齐全。' },
  nothingToDecide: { en: 'This doesn’t need a decision.', zh: '此操作无需审批。' },
  notInRole: {
    en: 'You can’t decide on this request. It needs approval from {who}.',
    zh: '您无权审批，需由{who:apart}审批。',
  },
  othersSettle: {
    en: 'Someone else has to say how your request ended: {who}.',
    zh: '您的申请结果须由他人确认：{who}。',
  },
  notInChannel: {
    en: 'Only members of this channel can decide on this request. Join the channel first.',
    zh: '只有此频道的成员可以审批，请先加入频道。',
  },
  noGlass: {
    en: 'Break glass isn’t available here: the policy doesn’t name a role for it.',
    zh: '此处不能紧急执行：审批策略没有为此指定角色。',
  },
  notInGlassRole: { en: 'Only {role} can use Break glass.', zh: '只有“{role}”可以使用紧急执行。' },
  reasonTooShort: {
    en: '{what} needs a written reason of at least {least} characters.',
    zh: '{what:apart-after}必须写明理由，至少 {least} 个字符。',
  },
  glass: { en: 'Break glass', zh: '紧急执行' },
  oneMember: { en: 'someone else in this channel', zh: '此频道的其他成员' },
  someMembers: { en: '{count} other people in this channel', zh: '此频道的另外 {count} 位成员' },
  oneOf: { en: '{role}', zh: '“{role}”' },
  someOf: { en: '{count} people from {role}', zh: '“{role}”的 {count} 名成员' },
  theAsker: { en: 'the requester', zh: '申请人本人' },
  nobodyElseOf: {
    en: 'No one else in {role} can approve this, so no request was made.',
    zh: '“{role}”中没有其他人可以审批，因此未提交申请。',
  },
  tooFewOf: {
    en: 'This needs {count:# approval|# approvals} from {role}, but only {able:# other person|# other people} can approve it. No request was made.',
    zh: '此操作需要“{role}”中 {count} 人批准，但除您之外只有 {able} 人可以批准。未提交申请。',
  },
  nobodyElseHere: {
    en: 'No one else in this channel can approve this, so no request was made. Use a channel with another full member.',
    zh: '此频道中没有其他人可以审批，因此未提交申请。请在有其他正式成员的频道中申请。',
  },
  tooFewHere: {
    en: 'This needs {count:# approval|# approvals} from others in this channel, but only {able:# other person|# other people} can approve it. No request was made.',
    zh: '此操作需要此频道中另外 {count} 人批准，但只有 {able} 人可以批准。未提交申请。',
  },
  settingMembers: {
    en: 'Only members of the channel can do this: {what}.',
    zh: '只有相关频道的成员可以进行此操作：{what}。',
  },
  settingNobody: {
    en: 'The policy doesn’t allow anyone to do this: {what}.',
    zh: '审批策略不允许任何人进行此操作：{what}。',
  },
  settingRole: { en: 'Only {role} can do this: {what}.', zh: '只有“{role}”可以进行此操作：{what}。' },
  setContext: { en: 'setting a channel’s context, language or theme', zh: '设置频道的上下文、语言或主题' },
  schedule: { en: 'scheduling charts', zh: '设置定时监控图' },
  watch: { en: 'watching components', zh: '设置监控告警' },
  follow: { en: 'following builds and deploys', zh: '设置构建和部署的关注' },
  openForAWhile: { en: 'temporary access', zh: '临时开放' },
  endOthers: { en: 'changing or ending what other people set up', zh: '更改或结束他人的设置' },
  acceptExposure: { en: 'accepting addresses as expected', zh: '将地址确认为预期' },
  neverOwnExposure: {
    en: 'You opened this address yourself. Someone else has to accept it as expected.',
    zh: '该地址由您开启，须由其他人确认为预期。',
  },
  readAudit: { en: 'reading another context’s audit log', zh: '查看其他上下文的审计日志' },
  ticketMissing: {
    en: 'This change needs a ticket, given as `ticket=…`. Its form: `{pattern}`.',
    zh: '此变更需要工单，以 `ticket=…` 提供。格式：`{pattern}`。',
  },
  ticketWrong: {
    en: '`{typed}` isn’t a ticket of the form `{pattern}`.',
    zh: '`{typed}` 不符合工单格式 `{pattern}`。',
  },
  ticketLong: { en: 'A ticket can have at most {most} characters.', zh: '工单最多 {most} 个字符。' },
  freeze: { en: 'freezing changes', zh: '冻结变更' },
  ruleDecides: {
    en: 'Rule {number} (line {line} of the policy file) applies: {what}',
    zh: '适用第 {number} 条规则（审批策略文件第 {line} 行）：{what}',
  },
  defaultDecides: { en: 'No rule matches, so the default applies: {what}', zh: '没有匹配的规则，按默认处理：{what}' },
  noFileDecides: {
    en: 'No policy file is set, so the default applies: {what}',
    zh: '没有审批策略文件，按默认处理：{what}',
  },
  questionsRun: { en: 'This command only reads data, so it needs no approval.', zh: '此操作仅查询，无需审批。' },
  ruleSkipped: {
    en: 'Rule {number} (line {line}) doesn’t match: {why}.',
    zh: '第 {number} 条规则（第 {line} 行）不匹配：{why}。',
  },
  ruleUnknown: {
    en: 'Rule {number} (line {line}) couldn’t be checked: its user groups couldn’t be read from Slack.',
    zh: '第 {number} 条规则（第 {line} 行）无法判断：无法从 Slack 读取其用户组。',
  },
  otherRisk: { en: 'the risk is {is}, not {wanted}', zh: '风险为 {is}，而不是 {wanted}' },
  otherOperation: { en: 'the operation is {is}, not {wanted}', zh: '操作为 {is}，而不是 {wanted}' },
  otherContext: { en: 'the context is {is}, not {wanted}', zh: '上下文为 {is}，而不是 {wanted}' },
  noContext: { en: 'no context is set; the rule is for {wanted}', zh: '未设置上下文，而该规则适用于 {wanted}' },
  otherChannel: { en: 'the channel is {is}, not {wanted}', zh: '频道为 {is}，而不是 {wanted}' },
  otherAsker: { en: 'the requester is {is}, not {wanted}', zh: '申请人为 {is}，而不是 {wanted}' },
  either: { en: '{one} or {other}', zh: '{one} 或 {other}' },
  andAlso: { en: '{one}; {other}', zh: '{one}；{other}' },
  runs: { en: 'it runs immediately.', zh: '立即执行。' },
  needsConfirm: { en: 'the requester must confirm it.', zh: '需要申请人本人确认。' },
  needsApproval: { en: 'it needs approval from {who}.', zh: '需要{who:apart}批准。' },
  glassExists: {
    en: 'In an emergency, {role} can use Break glass to run it without approval. A written reason is required.',
    zh: '紧急情况下，“{role}”可以使用紧急执行：写明理由后无需审批。',
  },
  timeToDecide: { en: 'A request expires after {time}.', zh: '申请在{time:apart}后过期。' },
  longestOpening: { en: 'Temporary access can last up to {time}.', zh: '临时开放最长{time:apart-before}。' },
  refusedBecause: { en: 'This would be refused. {why}', zh: '将被拒绝。{why}' },
});
