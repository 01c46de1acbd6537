import { apart, quotedNames } from '../text/chinese.ts';
import { plural } from '../text/plural.ts';
import { messages } from '../text/text.ts';

export const policyMsg = messages('policy', {
  questions: { en: () => 'read-only commands', zh: () => '查询' },
  changes: { en: () => 'changes', zh: () => '变更' },
  exposures: { en: () => 'opening external access', zh: () => '开启对外服务' },
  disruptions: { en: () => 'interrupting service', zh: () => '中断服务' },
  notFromElsewhere: {
    en: () =>
      'This operation works only in the channel of its context. Use that channel, or add a policy rule for this context.',
    zh: () => '此操作只能在该上下文所属的频道中进行。请在该频道中操作，或在审批策略中添加针对此上下文的规则。',
  },
  mostNeedsApproval: {
    en: () =>
      'If it affects more than half of the application’s components, and at least two, it needs approval from another full member of this channel.',
    zh: () => '如果涉及应用中超过一半且至少两个组件，则需要此频道的另一位正式成员批准。',
  },
  longestRun: {
    en: (p: { time: string }) => `I wait up to ${p.time} for its outcome.`,
    zh: (p) => `最多等待结果${apart(p.time).trimEnd()}。`,
  },
  deletions: { en: () => 'deleting', zh: () => '删除' },
  noSuchContext: {
    en: (p: { place: string; names: string }) =>
      `The policy doesn’t list the context ${p.place}. Use one of: ${p.names}.`,
    zh: (p) => `审批策略中没有上下文 ${p.place}。可用的有：${quotedNames(p.names)}。`,
  },
  onlyQuestionsHere: {
    en: () =>
      'The policy allows only read-only commands in this channel. Request changes in a channel that the policy lists.',
    zh: () => '审批策略只允许在此频道中查询。请在审批策略列出的频道中申请变更。',
  },
  notAllowedHere: {
    en: (p: { what: string }) => `The policy doesn’t allow ${p.what} in this channel.`,
    zh: (p) => `审批策略不允许在此频道中进行以下操作：${p.what}。`,
  },
  slackLimits: {
    en: (p: { wait: string }) => `Slack is limiting requests. Try again in ${p.wait}.`,
    zh: (p) => `Slack 正在限制请求频率，请在${apart(p.wait)}后重试。`,
  },
  groupsUnreadable: {
    en: () => 'I couldn’t read the user groups from Slack, so I can’t check who may do this. Try again.',
    zh: () => '无法从 Slack 读取用户组成员，无法判断谁有权操作。请重试。',
  },
  membersUnreadable: {
    en: () => 'I couldn’t read this channel’s members from Slack, so I can’t check who may do this. Try again.',
    zh: () => '无法从 Slack 读取此频道的成员，因此无法判断谁有权操作。请重试。',
  },
  guest: {
    en: () => 'Guests can’t make or decide on requests. Ask a full member of this workspace.',
    zh: () => '访客不能提出申请或审批。请联系本工作区的正式成员。',
  },
  stranger: {
    en: () => 'People from other workspaces can’t make or decide on requests here.',
    zh: () => '其他工作区的成员不能在此提出申请或审批。',
  },
  bot: {
    en: () => 'Bots and apps can’t make or decide on requests.',
    zh: () => '机器人和应用不能提出申请或审批。',
  },
  onlyAskerConfirms: {
    en: (p: { asker: string }) => `Only the requester, ${p.asker}, can confirm this request.`,
    zh: (p) => `只有申请人 ${p.asker} 可以确认。`,
  },
  neverOneself: {
    en: (p: { who: string }) => `You can’t approve your own request. It needs approval from ${p.who}.`,
    zh: (p) => `您不能审批自己的申请，需由${apart(p.who)}审批。`,
  },
  neverOneselfButGlass: {
    en: (p: { who: string }) =>
      `You can’t approve your own request. It needs approval from ${p.who}. In an emergency, you can use Break glass with a written reason.`,
    zh: (p) => `您不能审批自己的申请，需由${apart(p.who)}审批。紧急情况下，您可以写明理由后使用“紧急执行”。`,
  },
  approvedAlready: {
    en: (p: { left: number }) =>
      `You’ve already approved this. ${p.left} more ${p.left === 1 ? 'approval is' : 'approvals are'} needed.`,
    zh: (p) => `您已批准过，还需要另外 ${p.left} 人批准。`,
  },
  enoughAlready: {
    en: () => 'This already has all the approvals it needs.',
    zh: () => '所需的批准已经齐全。',
  },
  nothingToDecide: {
    en: () => 'This doesn’t need a decision.',
    zh: () => '此操作无需审批。',
  },
  notInRole: {
    en: (p: { who: string }) => `You can’t decide on this request. It needs approval from ${p.who}.`,
    zh: (p) => `您无权审批，需由${apart(p.who)}审批。`,
  },
  othersSettle: {
    en: (p: { who: string }) => `Someone else has to say how your request ended: ${p.who}.`,
    zh: (p) => `您的申请结果须由他人确认：${p.who}。`,
  },
  notInChannel: {
    en: () => 'Only members of this channel can decide on this request. Join the channel first.',
    zh: () => '只有此频道的成员可以审批，请先加入频道。',
  },
  noGlass: {
    en: () => 'Break glass isn’t available here: the policy doesn’t name a role for it.',
    zh: () => '此处不能紧急执行：审批策略没有为此指定角色。',
  },
  notInGlassRole: {
    en: (p: { role: string }) => `Only ${p.role} can use Break glass.`,
    zh: (p) => `只有“${p.role}”可以使用紧急执行。`,
  },
  reasonTooShort: {
    en: (p: { what: string; least: number }) => `${p.what} needs a written reason of at least ${p.least} characters.`,
    zh: (p) => `${apart(p.what).trimStart()}必须写明理由，至少 ${p.least} 个字符。`,
  },
  glass: { en: () => 'Break glass', zh: () => '紧急执行' },
  oneMember: { en: () => 'another full member of this channel', zh: () => '此频道的另一位正式成员' },
  someMembers: {
    en: (p: { count: number }) => `${p.count} other full members of this channel`,
    zh: (p) => `此频道的另外 ${p.count} 位正式成员`,
  },
  oneOf: { en: (p: { role: string }) => p.role, zh: (p) => `“${p.role}”` },
  someOf: {
    en: (p: { count: number; role: string }) => `${p.count} people from ${p.role}`,
    zh: (p) => `“${p.role}”的 ${p.count} 名成员`,
  },
  theAsker: { en: () => 'the requester', zh: () => '申请人本人' },
  nobodyElseOf: {
    en: (p: { role: string }) => `No one else in ${p.role} can approve this, so no request was made.`,
    zh: (p) => `“${p.role}”中没有其他人可以审批，因此申请未发出。`,
  },
  tooFewOf: {
    en: (p: { role: string; count: number; able: number }) =>
      `This needs ${plural(p.count, 'approval')} from ${p.role}, but only ${plural(p.able, 'other person', 'other people')} can approve it. No request was made.`,
    zh: (p) => `此操作需要“${p.role}”中 ${p.count} 人批准，但除您之外只有 ${p.able} 人可以批准。申请未发出。`,
  },
  nobodyElseHere: {
    en: () =>
      'No one else in this channel can approve this, so no request was made. Use a channel with another full member.',
    zh: () => '此频道中没有其他人可以审批，因此申请未发出。请在有其他正式成员的频道中申请。',
  },
  tooFewHere: {
    en: (p: { count: number; able: number }) =>
      `This needs ${plural(p.count, 'approval')} from others in this channel, but only ${plural(p.able, 'other person', 'other people')} can approve it. No request was made.`,
    zh: (p) => `此操作需要此频道中另外 ${p.count} 人批准，但只有 ${p.able} 人可以批准。申请未发出。`,
  },
  settingMembers: {
    en: (p: { what: string }) => `Only members of the channel can do this: ${p.what}.`,
    zh: (p) => `只有相关频道的成员可以进行此操作：${p.what}。`,
  },
  settingNobody: {
    en: (p: { what: string }) => `The policy doesn’t allow anyone to do this: ${p.what}.`,
    zh: (p) => `审批策略不允许任何人进行此操作：${p.what}。`,
  },
  settingRole: {
    en: (p: { what: string; role: string }) => `Only ${p.role} can do this: ${p.what}.`,
    zh: (p) => `只有“${p.role}”可以进行此操作：${p.what}。`,
  },
  setContext: { en: () => 'setting a channel’s context', zh: () => '设置频道的上下文' },
  schedule: { en: () => 'scheduling charts', zh: () => '设置定时监控图' },
  watch: { en: () => 'watching components', zh: () => '设置监控告警' },
  follow: { en: () => 'following builds and deploys', zh: () => '设置构建和部署的关注' },
  openForAWhile: { en: () => 'temporary access', zh: () => '临时开放' },
  endOthers: { en: () => 'changing or ending what other people set up', zh: () => '更改或结束他人的设置' },
  acceptExposure: { en: () => 'accepting addresses as expected', zh: () => '将地址确认为预期' },
  neverOwnExposure: {
    en: () => 'You opened this address yourself. Someone else has to accept it as expected.',
    zh: () => '该地址由您开放，须由其他人确认为预期。',
  },
  readAudit: { en: () => 'reading another context’s audit log', zh: () => '查看其他上下文的审计日志' },
  ticketMissing: {
    en: (p: { pattern: string }) => `This change needs a ticket, given as \`ticket=…\`. Its form: \`${p.pattern}\`.`,
    zh: (p) => `此变更需要工单，以 \`ticket=…\` 提供。格式：\`${p.pattern}\`。`,
  },
  ticketWrong: {
    en: (p: { typed: string; pattern: string }) => `\`${p.typed}\` isn’t a ticket of the form \`${p.pattern}\`.`,
    zh: (p) => `\`${p.typed}\` 不符合工单格式 \`${p.pattern}\`。`,
  },
  ticketLong: {
    en: (p: { most: number }) => `A ticket can have at most ${p.most} characters.`,
    zh: (p) => `工单最多 ${p.most} 个字符。`,
  },
  freeze: { en: () => 'freezing changes', zh: () => '冻结变更' },
  ruleDecides: {
    en: (p: { number: number; line: number; what: string }) =>
      `Rule ${p.number} (line ${p.line} of the policy file) applies: ${p.what}`,
    zh: (p) => `适用第 ${p.number} 条规则（审批策略文件第 ${p.line} 行）：${p.what}`,
  },
  defaultDecides: {
    en: (p: { what: string }) => `No rule matches, so the default applies: ${p.what}`,
    zh: (p) => `没有匹配的规则，按默认处理：${p.what}`,
  },
  noFileDecides: {
    en: (p: { what: string }) => `No policy file is set, so the default applies: ${p.what}`,
    zh: (p) => `没有审批策略文件，按默认处理：${p.what}`,
  },
  questionsRun: {
    en: () => 'This command only reads data, so it needs no approval.',
    zh: () => '此操作仅查询，无需审批。',
  },
  ruleSkipped: {
    en: (p: { number: number; line: number; why: string }) =>
      `Rule ${p.number} (line ${p.line}) doesn’t match: ${p.why}.`,
    zh: (p) => `第 ${p.number} 条规则（第 ${p.line} 行）不匹配：${p.why}。`,
  },
  ruleUnknown: {
    en: (p: { number: number; line: number }) =>
      `Rule ${p.number} (line ${p.line}) couldn’t be checked: its user groups couldn’t be read from Slack.`,
    zh: (p) => `第 ${p.number} 条规则（第 ${p.line} 行）无法判断：无法从 Slack 读取其用户组。`,
  },
  otherRisk: {
    en: (p: { is: string; wanted: string }) => `the risk is ${p.is}, not ${p.wanted}`,
    zh: (p) => `风险为 ${p.is}，而不是 ${p.wanted}`,
  },
  otherOperation: {
    en: (p: { is: string; wanted: string }) => `the operation is ${p.is}, not ${p.wanted}`,
    zh: (p) => `操作为 ${p.is}，而不是 ${p.wanted}`,
  },
  otherContext: {
    en: (p: { is: string; wanted: string }) => `the context is ${p.is}, not ${p.wanted}`,
    zh: (p) => `上下文为 ${p.is}，而不是 ${p.wanted}`,
  },
  noContext: {
    en: (p: { wanted: string }) => `no context is set; the rule is for ${p.wanted}`,
    zh: (p) => `未设置上下文，而该规则适用于 ${p.wanted}`,
  },
  otherChannel: {
    en: (p: { is: string; wanted: string }) => `the channel is ${p.is}, not ${p.wanted}`,
    zh: (p) => `频道为 ${p.is}，而不是 ${p.wanted}`,
  },
  otherAsker: {
    en: (p: { is: string; wanted: string }) => `the requester is ${p.is}, not ${p.wanted}`,
    zh: (p) => `申请人为 ${p.is}，而不是 ${p.wanted}`,
  },
  either: { en: (p: { one: string; other: string }) => `${p.one} or ${p.other}`, zh: (p) => `${p.one} 或 ${p.other}` },
  andAlso: { en: (p: { one: string; other: string }) => `${p.one}; ${p.other}`, zh: (p) => `${p.one}；${p.other}` },
  runs: { en: () => 'it runs immediately.', zh: () => '立即执行。' },
  needsConfirm: { en: () => 'the requester must confirm it.', zh: () => '需要申请人本人确认。' },
  needsApproval: {
    en: (p: { who: string }) => `it needs approval from ${p.who}.`,
    zh: (p) => `需要${apart(p.who)}批准。`,
  },
  glassExists: {
    en: (p: { role: string }) =>
      `In an emergency, ${p.role} can use Break glass to run it without approval. A written reason is required.`,
    zh: (p) => `紧急情况下，“${p.role}”可以使用紧急执行：写明理由后无需审批。`,
  },
  timeToDecide: {
    en: (p: { time: string }) => `A request expires after ${p.time}.`,
    zh: (p) => `申请在${apart(p.time)}后过期。`,
  },
  longestOpening: {
    en: (p: { time: string }) => `Temporary access can last up to ${p.time}.`,
    zh: (p) => `临时开放最长${apart(p.time).trimEnd()}。`,
  },
  refusedBecause: {
    en: (p: { why: string }) => `This would be refused. ${p.why}`,
    zh: (p) => `将被拒绝。${p.why}`,
  },
});
