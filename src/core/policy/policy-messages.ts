import { messages } from '../text/text.ts';

/** In Chinese a space stands between Chinese and Latin signs, and none between Chinese ones. */
function apart(value: string): string {
  const before = /^[\p{Script=Han}“（]/u.test(value) ? '' : ' ';
  const after = /[\p{Script=Han}”）]$/u.test(value) ? '' : ' ';
  return `${before}${value}${after}`;
}

/** What people are told by the policy. Names of roles, contexts and operations stand in the messages as they are. */
export const msg = messages('policy', {
  questions: { en: () => 'questions', zh: () => '查询' },
  changes: { en: () => 'changes', zh: () => '变更' },
  exposures: { en: () => 'opening to the outside', zh: () => '对外开放' },
  disruptions: { en: () => 'interrupting service', zh: () => '中断服务' },
  notFromElsewhere: {
    en: () =>
      'Operations that interrupt service work only in the channel of their context. Use that channel, or have a policy rule name this context.',
    zh: () => '会中断服务的操作只能在该上下文所属的频道中进行。请在该频道中操作，或在策略中添加针对此上下文的规则。',
  },
  mostNeedsApproval: {
    en: () =>
      'If it touches more than half of the application’s components, and at least two, it needs the approval of another full member of this channel.',
    zh: () => '如果涉及应用中超过一半且至少两个组件，则需要此频道的另一位正式成员批准。',
  },
  longestRun: {
    en: (p: { time: string }) => `Its outcome is waited for up to ${p.time}.`,
    zh: (p) => `最长等待结果 ${p.time}。`,
  },
  deletions: { en: () => 'deleting', zh: () => '删除' },
  noSuchContext: {
    en: (p: { place: string; names: string }) =>
      `${p.place} is not among the contexts of this workspace’s policy. These are: ${p.names}.`,
    zh: (p) => `${p.place} 不在本工作区策略允许的上下文之中。可用的有：${p.names}。`,
  },
  onlyQuestionsHere: {
    en: () => 'In this channel only questions can be asked. Ask for changes in a channel that the policy names.',
    zh: () => '在此频道中只能查询。请在策略指定的频道中申请变更。',
  },
  notAllowedHere: {
    en: (p: { what: string }) => `The policy does not allow this in this channel: ${p.what}.`,
    zh: (p) => `策略不允许在此频道中进行该操作：${p.what}。`,
  },
  groupsUnreadable: {
    en: () => 'I could not read from Slack who is in which user group, so I cannot tell who may do this. Try again.',
    zh: () => '无法从 Slack 读取用户组成员，因此无法判断谁有权操作。请重试。',
  },
  membersUnreadable: {
    en: () => 'I could not read from Slack who is in this channel, so I cannot tell who may do this. Try again.',
    zh: () => '无法从 Slack 读取此频道的成员，因此无法判断谁有权操作。请重试。',
  },
  guest: {
    en: () => 'Guests can read what is posted, but not ask or decide. Ask a full member of this workspace.',
    zh: () => '访客可以查看消息，但不能提问或审批。请联系本工作区的正式成员。',
  },
  stranger: {
    en: () => 'People from other workspaces can read what is posted here, but not ask or decide.',
    zh: () => '其他工作区的成员可以查看消息，但不能提问或审批。',
  },
  bot: {
    en: () => 'Bots and apps cannot ask or decide.',
    zh: () => '机器人和应用不能提问或审批。',
  },
  onlyAskerConfirms: {
    en: (p: { asker: string }) => `Only ${p.asker}, who asked for it, can confirm this.`,
    zh: (p) => `只有申请人 ${p.asker} 可以确认。`,
  },
  neverOneself: {
    en: (p: { who: string }) => `You asked for this, so somebody else has to approve it: ${p.who}.`,
    zh: (p) => `这是您本人的申请，必须由他人审批：${p.who}。`,
  },
  neverOneselfButGlass: {
    en: (p: { who: string }) =>
      `You asked for this, so somebody else has to approve it: ${p.who}. In an emergency you may break the glass, with a written reason.`,
    zh: (p) => `这是您本人的申请，必须由他人审批：${p.who}。紧急情况下，您可以写明理由后破窗执行。`,
  },
  approvedAlready: {
    en: (p: { left: number }) =>
      `You have approved this already. It still needs ${p.left} ${p.left === 1 ? 'other person' : 'other people'}.`,
    zh: (p) => `您已批准过，还需要另外 ${p.left} 人批准。`,
  },
  enoughAlready: {
    en: () => 'This has all the approvals it needs already.',
    zh: () => '所需的批准已经齐全。',
  },
  nothingToDecide: {
    en: () => 'This needs nobody’s decision.',
    zh: () => '此操作无需审批。',
  },
  notInRole: {
    en: (p: { who: string }) => `You cannot decide this. It takes ${p.who}.`,
    zh: (p) => `您无权审批。审批人：${p.who}。`,
  },
  notInChannel: {
    en: () => 'Only members of this channel can decide this. Join it first.',
    zh: () => '只有此频道的成员可以审批，请先加入频道。',
  },
  noGlass: {
    en: () => 'There is nothing to break the glass for here: the policy names nobody who may decide this alone.',
    zh: () => '此处不能破窗执行：策略没有指定可以单独决定的人。',
  },
  notInGlassRole: {
    en: (p: { role: string }) => `Only ${p.role} may break the glass.`,
    zh: (p) => `只有 ${p.role} 可以破窗执行。`,
  },
  reasonTooShort: {
    en: (p: { least: number }) => `Breaking the glass needs a written reason of at least ${p.least} characters.`,
    zh: (p) => `破窗执行必须写明理由，至少 ${p.least} 个字符。`,
  },
  oneMember: { en: () => 'another full member of this channel', zh: () => '此频道的另一位正式成员' },
  someMembers: {
    en: (p: { count: number }) => `${p.count} other full members of this channel`,
    zh: (p) => `此频道的另外 ${p.count} 位正式成员`,
  },
  oneOf: { en: (p: { role: string }) => `one of ${p.role}`, zh: (p) => `${p.role} 中的一人` },
  someOf: {
    en: (p: { count: number; role: string }) => `${p.count} different people of ${p.role}`,
    zh: (p) => `${p.role} 中的 ${p.count} 位不同成员`,
  },
  theAsker: { en: () => 'the person who asked', zh: () => '申请人本人' },
  nobodyElseOf: {
    en: (p: { role: string }) =>
      `Nobody else could approve this: apart from you there is nobody in ${p.role}. It was not asked.`,
    zh: (p) => `没有其他人可以审批：除您之外，${p.role} 中没有其他成员。申请未发出。`,
  },
  tooFewOf: {
    en: (p: { role: string; count: number; able: number }) =>
      `This needs ${p.count} approvals by ${p.role}, and apart from you only ${p.able} could give one. It was not asked.`,
    zh: (p) => `此操作需要 ${p.role} 中 ${p.count} 人批准，除您之外只有 ${p.able} 人可以批准。申请未发出。`,
  },
  nobodyElseHere: {
    en: () => 'Nobody else here could approve this. Ask in a channel where another full member is. It was not asked.',
    zh: () => '这里没有其他人可以审批。请在有其他正式成员的频道中申请。申请未发出。',
  },
  tooFewHere: {
    en: (p: { count: number; able: number }) =>
      `This needs ${p.count} approvals by others in this channel, and only ${p.able} could give one. It was not asked.`,
    zh: (p) => `此操作需要此频道中另外 ${p.count} 人批准，只有 ${p.able} 人可以批准。申请未发出。`,
  },
  settingMembers: {
    en: (p: { what: string }) => `Only members of the channel concerned may do this: ${p.what}.`,
    zh: (p) => `只有相关频道的成员可以进行此操作：${p.what}。`,
  },
  settingNobody: {
    en: (p: { what: string }) => `The policy lets nobody do this: ${p.what}.`,
    zh: (p) => `策略不允许任何人进行此操作：${p.what}。`,
  },
  settingRole: {
    en: (p: { what: string; role: string }) => `Only ${p.role} may do this: ${p.what}.`,
    zh: (p) => `只有 ${p.role} 可以进行此操作：${p.what}。`,
  },
  setContext: { en: () => 'setting a channel’s context', zh: () => '设置频道的上下文' },
  schedule: { en: () => 'scheduling charts', zh: () => '设置定时图表' },
  openForAWhile: { en: () => 'opening for a while', zh: () => '限时开放' },
  endOthers: { en: () => 'ending what others set up', zh: () => '结束他人的设置' },
  readAudit: { en: () => 'reading another context’s audit', zh: () => '查看其他上下文的审计记录' },
  ruleDecides: {
    en: (p: { number: number; line: number; what: string }) =>
      `Rule ${p.number} (line ${p.line} of the policy) decides: ${p.what}`,
    zh: (p) => `由第 ${p.number} 条规则（策略第 ${p.line} 行）决定：${p.what}`,
  },
  defaultDecides: {
    en: (p: { what: string }) => `No rule matches, so the default decides: ${p.what}`,
    zh: (p) => `没有匹配的规则，按默认处理：${p.what}`,
  },
  noFileDecides: {
    en: (p: { what: string }) => `There is no policy file, so the default decides: ${p.what}`,
    zh: (p) => `没有策略文件，按默认处理：${p.what}`,
  },
  questionsRun: {
    en: () => 'It only reads, and questions need nobody’s decision.',
    zh: () => '此操作只读，查询无需审批。',
  },
  ruleSkipped: {
    en: (p: { number: number; line: number; why: string }) =>
      `Rule ${p.number} (line ${p.line}) does not match: ${p.why}.`,
    zh: (p) => `第 ${p.number} 条规则（第 ${p.line} 行）不匹配：${p.why}。`,
  },
  ruleUnknown: {
    en: (p: { number: number; line: number }) =>
      `Whether rule ${p.number} (line ${p.line}) matches depends on user groups that could not be read.`,
    zh: (p) => `第 ${p.number} 条规则（第 ${p.line} 行）是否匹配取决于用户组，但无法读取。`,
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
    en: (p: { wanted: string }) => `no context holds here; the rule is for ${p.wanted}`,
    zh: (p) => `此处没有上下文，而该规则适用于 ${p.wanted}`,
  },
  otherChannel: {
    en: (p: { is: string; wanted: string }) => `the channel is ${p.is}, not ${p.wanted}`,
    zh: (p) => `频道为 ${p.is}，而不是 ${p.wanted}`,
  },
  otherAsker: {
    en: (p: { is: string; wanted: string }) => `${p.is} asks, the rule is for ${p.wanted}`,
    zh: (p) => `申请人为 ${p.is}，而该规则适用于 ${p.wanted}`,
  },
  either: { en: (p: { one: string; other: string }) => `${p.one} or ${p.other}`, zh: (p) => `${p.one} 或 ${p.other}` },
  andAlso: { en: (p: { one: string; other: string }) => `${p.one}; ${p.other}`, zh: (p) => `${p.one}；${p.other}` },
  runs: { en: () => 'it runs at once.', zh: () => '立即执行。' },
  needsConfirm: { en: () => 'the person who asks has to confirm it.', zh: () => '需要申请人本人确认。' },
  needsApproval: {
    en: (p: { who: string }) => `it needs the approval of ${p.who}.`,
    zh: (p) => `需要${apart(p.who)}批准。`,
  },
  glassExists: {
    en: (p: { role: string }) => `In an emergency ${p.role} may break the glass: decide alone, with a written reason.`,
    zh: (p) => `紧急情况下，${p.role} 可以破窗执行：写明理由后单独决定。`,
  },
  timeToDecide: {
    en: (p: { time: string }) => `The request stays open for ${p.time}.`,
    zh: (p) => `申请的有效期为 ${p.time}。`,
  },
  longestOpening: {
    en: (p: { time: string }) => `An opening for a while may last ${p.time} at most.`,
    zh: (p) => `限时开放最长 ${p.time}。`,
  },
  refusedBecause: {
    en: (p: { why: string }) => `It would be refused. ${p.why}`,
    zh: (p) => `将被拒绝。${p.why}`,
  },
});
