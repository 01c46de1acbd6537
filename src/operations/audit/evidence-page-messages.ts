import { apart, enumerated } from '../../core/text/chinese.ts';
import { plural, pluralForm } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const evidencePageMsg = messages('evidence.page', {
  title: { en: () => 'Evidence of changes', zh: () => '变更证据' },
  allContexts: {
    en: (p: { names: string }) => `All contexts: ${p.names === '' ? 'none' : p.names}`,
    zh: (p) => `全部上下文：${p.names === '' ? '无' : enumerated(p.names)}`,
  },
  appsAndMore: {
    en: (p: { names: string; count: number }) => `${p.names} and ${p.count} more`,
    zh: (p) => `${p.names}等，另有 ${p.count} 个`,
  },
  selection: {
    en: (p: { names: string }) => `Only these contexts: ${p.names}`,
    zh: (p) => `仅限以下上下文：${p.names}`,
  },
  period: { en: (p: { from: string; to: string }) => `${p.from} to ${p.to}`, zh: (p) => `${p.from} 至 ${p.to}` },
  made: {
    en: (p: { at: string; version: string }) => `Exported ${p.at} by Portolan ${p.version}. All times are in UTC.`,
    zh: (p) => `由 Portolan ${p.version} 于 ${p.at} 导出。所有时间均为 UTC。`,
  },
  madeFor: { en: (p: { name: string }) => `Requested by ${p.name}.`, zh: (p) => `申请导出人：${p.name}。` },
  signedWith: { en: (p: { key: string }) => `Signed with the key ${p.key}`, zh: (p) => `签名密钥：${p.key}` },
  unsigned: {
    en: () => 'Unsigned: nothing shows that this archive is as it was exported.',
    zh: () => '未签名：无法证明此归档在导出后未被更改。',
  },
  leftPrivate: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'entry', 'entries')} of channels that the person who asked can’t see ${pluralForm(p.count, 'is', 'are')} left out. Requests that have such entries are missing, or look unfinished.`,
    zh: (p) => `已略去申请人无权查看的频道中的 ${p.count} 条记录。含有这些记录的申请不会列出，或显示为未完成。`,
  },
  changesTile: { en: () => 'Changes that reached the applications', zh: () => '实际生效的变更' },
  sureAndMaybe: {
    en: (p: { sure: number; unsure: number }) => `${p.sure} + ${p.unsure} maybe`,
    zh: (p) => `${p.sure} + ${p.unsure} 项待定`,
  },
  changesByPeople: {
    en: (p: { count: number }) => `${p.count} that people requested through Portolan`,
    zh: (p) => `人员通过 Portolan 申请 ${p.count} 项`,
  },
  changesAutomatic: {
    en: (p: { count: number }) => `${p.count} that Portolan made itself, to end temporary access`,
    zh: (p) => `Portolan 为结束临时开放自动执行 ${p.count} 项`,
  },
  changesOutside: {
    en: (p: { count: number }) => `${p.count} seen outside Portolan`,
    zh: (p) => `在 Portolan 之外发现 ${p.count} 项`,
  },
  unsureAmong: {
    en: (p: { count: number }) => `Maybe: the outcome of ${p.count} of these isn’t known`,
    zh: (p) => `待定：其中 ${p.count} 项结果未知`,
  },
  aloneTile: { en: () => 'Requested by people, without a second person', zh: () => '人员申请且无第二人参与' },
  ofChanges: {
    en: (p: { alone: number; all: number }) => `${p.alone} of ${p.all}`,
    zh: (p) => `${p.alone} / ${p.all}`,
  },
  aloneByRule: {
    en: (p: { count: number }) => `${p.count} because the policy asks for one person only`,
    zh: (p) => `${p.count} 项：审批策略只要求一人`,
  },
  aloneByGlass: {
    en: (p: { count: number }) => `${p.count} by break glass, with a written reason`,
    zh: (p) => `${p.count} 项：紧急执行，附书面原因`,
  },
  automaticApart: {
    en: (p: { count: number }) => `Not counted here: ${plural(p.count, 'automatic change')}`,
    zh: (p) => `不含自动执行的 ${p.count} 项`,
  },
  outsideAlone: {
    en: (p: { count: number }) => `${p.count} outside Portolan: not known whether a second person agreed`,
    zh: (p) => `Portolan 之外的 ${p.count} 项：是否有第二人同意未知`,
  },
  outsideTile: { en: () => 'Seen outside Portolan', zh: () => 'Portolan 之外的变更' },
  outsideRuns: {
    en: (p: { count: number }) => plural(p.count, 'build, deploy or other run', 'builds, deploys or other runs'),
    zh: (p) => `构建、部署等操作 ${p.count} 项`,
  },
  outsideAccess: {
    en: (p: { count: number }) => plural(p.count, 'opening or closing', 'openings or closings'),
    zh: (p) => `开放或关闭 ${p.count} 项`,
  },
  outsideFailed: {
    en: (p: { count: number }) =>
      `${p.count} of these failed, and ${pluralForm(p.count, 'isn’t', 'aren’t')} counted as a change that arrived`,
    zh: (p) => `其中 ${p.count} 项失败，不计入实际生效的变更`,
  },
  outsideFrozen: {
    en: (p: { count: number; which: string }) =>
      `${p.count} of these during a freeze, or outside the change window: ${p.which}`,
    zh: (p) => `其中 ${p.count} 项发生在冻结期内或变更窗口之外：${enumerated(p.which)}`,
  },
  frozenOne: {
    en: (p: { what: string; component: string; at: string }) => `${p.what} of ${p.component}, ${p.at}`,
    zh: (p) => `${p.at} ${p.what} ${p.component}`,
  },
  inFreeze: {
    en: (p: { what: string; reason: string }) =>
      `${p.what}, during a freeze${p.reason === '' ? '' : `: “${p.reason}”`}`,
    zh: (p) => `${p.what}，在冻结期内${p.reason === '' ? '' : `：“${p.reason}”`}`,
  },
  outsideWindow: {
    en: (p: { what: string }) => `${p.what}, outside the change window`,
    zh: (p) => `${p.what}，在变更窗口之外`,
  },
  failedOutside: { en: () => 'Failed', zh: () => '失败' },
  seenOpen: { en: () => 'Seen open', zh: () => '发现已开放' },
  seenClosed: { en: () => 'Seen closed', zh: () => '发现已关闭' },
  seenDeleted: { en: () => 'Seen deleted', zh: () => '发现已删除' },
  exceptionBecause: {
    en: (p: { reason: string }) => `exception to a freeze: “${p.reason}”`,
    zh: (p) => `冻结期例外：“${p.reason}”`,
  },
  gapsTile: {
    en: () => 'Applications with gaps in what was seen outside',
    zh: () => 'Portolan 之外存在观察空白的应用',
  },
  gapsOfApp: { en: (p: { app: string; times: string }) => `${p.app}: ${p.times}`, zh: (p) => `${p.app}：${p.times}` },
  runsUnseen: {
    en: (p: { time: string }) => `builds and deploys not followed ${p.time}`,
    zh: (p) => `${apart(p.time).trimStart()}未跟踪构建和部署`,
  },
  accessUnseen: {
    en: (p: { time: string }) => `addresses not read ${p.time}`,
    zh: (p) => `${apart(p.time).trimStart()}未读取访问地址`,
  },
  never: { en: () => 'at all', zh: () => '全程' },
  forTime: { en: (p: { time: string }) => `for ${p.time}`, zh: (p) => `有 ${p.time}` },
  moreGaps: {
    en: (p: { count: number }) => `and ${plural(p.count, 'more application')}`,
    zh: (p) => `另有 ${p.count} 个应用`,
  },
  noGaps: {
    en: () => 'Builds and deploys were followed, and addresses were read, the whole time',
    zh: () => '全程跟踪了构建和部署，并读取了访问地址',
  },
  requests: { en: () => 'Requests', zh: () => '申请' },
  requestsAre: {
    en: (p: { count: number; automatic: number }) =>
      `${plural(p.count, 'request was', 'requests were')} made or decided in this time${p.automatic > 0 ? `, ${p.automatic} of them by Portolan itself` : ''}:`,
    zh: (p) => `此期间共有 ${p.count} 项申请${p.automatic > 0 ? `，其中 Portolan 自动发起 ${p.automatic} 项` : ''}：`,
  },
  result: { en: () => 'Result', zh: () => '结果' },
  count: { en: () => 'Count', zh: () => '数量' },
  changed: { en: () => 'Done', zh: () => '已完成' },
  partly: { en: () => 'Partly done', zh: () => '部分完成' },
  unknown: { en: () => 'Outcome unknown', zh: () => '结果未知' },
  nothing: {
    en: () => 'Changed nothing: denied, canceled, expired or failed',
    zh: () => '未产生变更：被拒绝、取消、过期或失败',
  },
  open: { en: () => 'Still pending', zh: () => '尚未完成' },
  separation: { en: () => 'Separation of duties', zh: () => '职责分离' },
  separationSays: {
    en: () => 'Requests that changed something, or may have, by what they risk and who decided.',
    zh: () => '产生或可能产生变更的申请，按风险和审批方式统计。',
  },
  risk: { en: () => 'Risk', zh: () => '风险' },
  'risk-change': { en: () => 'Change', zh: () => '普通变更' },
  'risk-expose': { en: () => 'Opens to the outside', zh: () => '对外开放' },
  'risk-disrupt': { en: () => 'Interrupts service', zh: () => '中断服务' },
  'risk-destroy': { en: () => 'Deletes', zh: () => '删除' },
  'risk-unknown': { en: () => 'Not recorded', zh: () => '未记录' },
  all: { en: () => 'All', zh: () => '合计' },
  'two-people': { en: () => 'Second person approved', zh: () => '第二人批准' },
  'one-person': { en: () => 'One person, by policy', zh: () => '审批策略只要求一人' },
  'break-glass': { en: () => 'Break glass', zh: () => '紧急执行' },
  automatic: { en: () => 'Automatic', zh: () => '自动' },
  ofAgents: { en: () => 'Of these, proposed by agents', zh: () => '其中由智能体提出' },
  exceptions: { en: () => 'Of these, exceptions to a freeze', zh: () => '其中冻结期特批' },
  alone: { en: () => 'Without a second person', zh: () => '无第二人参与的变更' },
  aloneNone: {
    en: () => 'Every change through Portolan was approved by a second person.',
    zh: () => '通过 Portolan 的每项变更均经第二人批准。',
  },
  when: { en: () => 'When', zh: () => '时间' },
  who: { en: () => 'Requested by', zh: () => '申请人' },
  change: { en: () => 'Change', zh: () => '变更' },
  why: { en: () => 'Why', zh: () => '原因' },
  decidedBy: { en: () => 'Decided by', zh: () => '审批人' },
  byAgent: {
    en: (p: { agent: string; who: string }) => `${p.who}, through the agent ${p.agent}`,
    zh: (p) => `${p.who}（经智能体 ${p.agent}）`,
  },
  whyRule: {
    en: (p: { rule: string }) => `The policy asks for one person (${p.rule})`,
    zh: (p) => `审批策略只要求一人（${p.rule}）`,
  },
  ruleDefault: { en: () => 'default rule', zh: () => '默认规则' },
  ruleUnknown: { en: () => 'the rule isn’t recorded', zh: () => '规则未记录' },
  ruleLine: { en: (p: { line: string }) => `rule in line ${p.line}`, zh: (p) => `第 ${p.line} 行的规则` },
  whyGlass: {
    en: (p: { who: string; reason: string }) => `Break glass by ${p.who}: “${p.reason}”`,
    zh: (p) => `${p.who} 紧急执行：“${p.reason}”`,
  },
  approvedBy: { en: (p: { who: string }) => `${p.who} approved`, zh: (p) => `${p.who} 批准` },
  confirmedBy: { en: (p: { who: string }) => `${p.who} confirmed`, zh: (p) => `${p.who} 确认` },
  asRole: { en: (p: { says: string; role: string }) => `${p.says} (${p.role})`, zh: (p) => `${p.says}（${p.role}）` },
  portolan: { en: () => 'Portolan, automatically', zh: () => 'Portolan 自动执行' },
  nobody: { en: () => 'Ran without a decision, by policy', zh: () => '按审批策略无需批准' },
  outside: { en: () => 'Outside Portolan', zh: () => 'Portolan 之外' },
  outsideSays: {
    en: () => 'What happened on the platform that no request explains.',
    zh: () => '平台上发生、但没有对应申请的变更。',
  },
  outsideNone: {
    en: () => 'Nothing was seen outside Portolan. Read below what was covered.',
    zh: () => '未发现 Portolan 之外的变更。覆盖范围见下文。',
  },
  outsideNever: {
    en: () => 'Nothing outside Portolan was observed: no application was followed, and no addresses were read.',
    zh: () => '未观察 Portolan 之外的变更：没有跟踪任何应用，也没有读取任何访问地址。',
  },
  what: { en: () => 'What', zh: () => '操作' },
  where: { en: () => 'Component', zh: () => '组件' },
  platformUser: { en: () => 'Platform user', zh: () => '平台用户' },
  platformItself: { en: () => 'not known', zh: () => '未知' },
  deploy: { en: () => 'Deploy', zh: () => '构建并部署' },
  upgrade: { en: () => 'Rolling update', zh: () => '更新（滚动）' },
  rollback: { en: () => 'Rollback', zh: () => '回滚' },
  start: { en: () => 'Start', zh: () => '启动' },
  stop: { en: () => 'Stop', zh: () => '关闭' },
  restart: { en: () => 'Restart', zh: () => '重启' },
  scale: { en: () => 'Scale', zh: () => '水平扩展' },
  resize: { en: () => 'Resize', zh: () => '垂直扩展' },
  opened: { en: () => 'External access opened', zh: () => '开启对外服务' },
  closed: { en: () => 'External access closed', zh: () => '关闭对外服务' },
  'rule-deleted': { en: () => 'Gateway rule deleted', zh: () => '删除网关策略' },
  notKnown: { en: () => 'What isn’t known', zh: () => '未知事项' },
  gapsSay: {
    en: () => 'In these times, builds and deploys outside Portolan may not have been seen:',
    zh: () => '以下时段内，Portolan 之外的构建和部署可能未被发现：',
  },
  application: { en: () => 'Application', zh: () => '应用' },
  from: { en: () => 'From', zh: () => '开始' },
  to: { en: () => 'To', zh: () => '结束' },
  length: { en: () => 'Length', zh: () => '时长' },
  'gap-never': { en: () => 'Nobody followed it', zh: () => '未被跟踪' },
  'gap-before': { en: () => 'Before following began', zh: () => '开始跟踪之前' },
  'gap-between': {
    en: () => 'No readings: Portolan or the platform was down, or nobody followed it',
    zh: () => '无读取：Portolan 或平台中断，或未被跟踪',
  },
  accessGapsSay: {
    en: () => 'In these times, openings and closings outside Portolan may not have been seen:',
    zh: () => '以下时段内，Portolan 之外的开放和关闭可能未被发现：',
  },
  'gap-unread': { en: () => 'Its addresses weren’t read', zh: () => '未读取其访问地址' },
  'gap-first': { en: () => 'Before its addresses were first read', zh: () => '首次读取访问地址之前' },
  'gap-last': { en: () => 'After its addresses were last read', zh: () => '最后一次读取访问地址之后' },
  'gap-after': { en: () => 'After the last reading', zh: () => '最后一次读取之后' },
  accessNever: {
    en: () => 'Openings and closings outside Portolan weren’t observed: no exposure report was made.',
    zh: () => '未观察 Portolan 之外的开放和关闭：没有生成过暴露面报告。',
  },
  accessBetween: {
    en: () =>
      'Openings and closings outside Portolan are known from exposure reports and watches only. What was opened and closed again between two readings wasn’t seen, and when exactly something was opened isn’t known.',
    zh: () =>
      'Portolan 之外的开放和关闭仅来自暴露面报告和监视。两次读取之间开放后又关闭的地址不会被发现，确切的开放时间也无从得知。',
  },
  unsureOnes: {
    en: (p: { count: number }) =>
      `The outcome of ${plural(p.count, 'request')} isn’t known: a call was sent, and what it changed couldn’t be read.`,
    zh: (p) => `${p.count} 项申请的结果未知：调用已发送，但无法读取其影响。`,
  },
  freezeUnknown: {
    en: (p: { count: number }) =>
      `Whether a freeze applied isn’t known for ${plural(p.count, 'change')} outside Portolan: that version of the policy file wasn’t kept.`,
    zh: (p) => `${p.count} 项 Portolan 之外的变更是否处于冻结期未知：当时的审批策略文件版本未保存。`,
  },
  differingPlans: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'stored plan')} ${pluralForm(p.count, 'isn’t', 'aren’t')} the one that the audit log names.`,
    zh: (p) => `${p.count} 个已保存的计划与审计日志中的不一致。`,
  },
  risksUnrecorded: {
    en: (p: { count: number }) => `The risk of ${plural(p.count, 'change')} isn’t recorded.`,
    zh: (p) => `${p.count} 项变更的风险未记录。`,
  },
  policiesLost: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'version')} of the policy file ${pluralForm(p.count, 'wasn’t', 'weren’t')} kept: only ${pluralForm(p.count, 'its hash is', 'their hashes are')} known.`,
    zh: (p) => `${p.count} 个版本的审批策略文件未保存，仅知其哈希值。`,
  },
  entriesMissing: {
    en: (p: { first: number; last: number }) =>
      `The audit log has no entries ${p.first} to ${p.last}. Why isn’t known.`,
    zh: (p) => `审计日志缺少第 ${p.first} 至 ${p.last} 条记录，原因未知。`,
  },
  logBroken: {
    en: (p: { says: string }) => `The audit log wasn’t intact when this was exported: ${p.says}`,
    zh: (p) => `导出时审计日志已不完整：${p.says}`,
  },
  limits: {
    en: () =>
      'Verification finds changes to this archive after its export. It can’t show that the audit log was complete before.',
    zh: () => '校验可发现归档导出后的任何更改，但不能证明此前的审计日志是完整的。',
  },
  beyondConsole: {
    en: () => 'What someone did directly in Kubernetes or in the platform’s database isn’t seen.',
    zh: () => '直接在 Kubernetes 或平台数据库中的操作无法发现。',
  },
  exposure: { en: () => 'Reachable from outside', zh: () => '对外可访问的地址' },
  exposureStart: { en: () => 'At the beginning', zh: () => '期初' },
  exposureEnd: { en: () => 'At the end', zh: () => '期末' },
  exposureUnread: {
    en: () => 'Not known: no addresses had been read by then.',
    zh: () => '未知：此时尚未读取过地址。',
  },
  exposureNone: { en: () => 'No known addresses.', zh: () => '无已知地址。' },
  exposureNotOf: {
    en: (p: { apps: string }) => `Not read by then, so what was open isn’t known: ${p.apps}`,
    zh: (p) => `此时尚未读取，开放情况未知：${enumerated(p.apps)}`,
  },
  mayStillAnswer: {
    en: (p: { address: string }) => `${p.address} (its rule was deleted, it may still answer)`,
    zh: (p) => `${p.address}（网关策略已删除，可能仍可访问）`,
  },
  address: { en: () => 'Address', zh: () => '地址' },
  openedBy: { en: () => 'Opened by', zh: () => '开放人' },
  openedElsewhere: { en: () => 'outside Portolan, by whom isn’t known', zh: () => '在 Portolan 之外，开放人未知' },
  openedBefore: {
    en: () => 'not known: it was open before the first reading',
    zh: () => '未知：首次读取前已开放',
  },
  openedByUser: {
    en: (p: { user: string }) => `${p.user} (platform user), outside Portolan`,
    zh: (p) => `${p.user}（平台用户），在 Portolan 之外`,
  },
  since: { en: () => 'Known since', zh: () => '最早得知' },
  changes: { en: () => 'All changes through Portolan', zh: () => '通过 Portolan 的全部变更' },
  changesNone: { en: () => 'None.', zh: () => '无。' },
  listedSome: {
    en: (p: { shown: number; all: number; file: string }) => `The first ${p.shown} of ${p.all}. All are in ${p.file}.`,
    zh: (p) => `仅列出 ${p.all} 项中的前 ${p.shown} 项，全部内容见 ${p.file}。`,
  },
  freezes: { en: () => 'Freezes', zh: () => '冻结期' },
  freezesNone: { en: () => 'No freeze is known in this time.', zh: () => '此期间没有已知的冻结期。' },
  noEnd: { en: () => 'no end', zh: () => '无结束时间' },
  setBy: { en: () => 'Set by', zh: () => '设置人' },
  policyFile: { en: () => 'policy file', zh: () => '审批策略文件' },
  byPolicyFile: { en: () => 'as the policy file says', zh: () => '见审批策略文件' },
  policies: { en: () => 'Policies', zh: () => '审批策略' },
  policiesSay: {
    en: () => 'The versions of the policy file that requests were decided by.',
    zh: () => '审批申请时所依据的审批策略文件版本。',
  },
  policiesNone: {
    en: () => 'No version of a policy file is named: the default rules were in force.',
    zh: () => '没有审批策略文件版本记录：适用默认规则。',
  },
  inForceFrom: { en: () => 'In force from', zh: () => '生效时间' },
  earlier: { en: () => 'before this time', zh: () => '在此之前' },
  file: { en: () => 'File', zh: () => '文件' },
  notKept: { en: () => 'not kept', zh: () => '未保存' },
  partOf: {
    en: (p: { file: string }) => `${p.file} (only what is about these contexts)`,
    zh: (p) => `${p.file}（仅含相关上下文的部分）`,
  },
  recordedTitle: { en: (p: { en: string; zh: string }) => p.en, zh: (p) => p.zh },
  verify: { en: () => 'How to verify', zh: () => '如何校验' },
  verifySays: {
    en: (p: { command: string }) => `Run ${p.command}, or follow README.md in this archive.`,
    zh: (p) => `运行 ${p.command}，或按归档中的 README.md 操作。`,
  },
  compareKey: {
    en: () =>
      'Compare the fingerprint with the line “evidence key”, which the bot logs at each start, or with what portolan doctor prints. The key in the archive alone proves nothing.',
    zh: () =>
      '请将密钥指纹与机器人每次启动时日志中的“evidence key”行，或与 portolan doctor 的输出核对：仅凭归档中的公钥无法证明来源。',
  },
});
