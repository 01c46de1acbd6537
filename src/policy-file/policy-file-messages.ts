import { messages } from '../core/text/text.ts';

/** Errors in the policy file. */
export const policyFileMsg = messages('policyFile', {
  aliasLoose: { en: 'there is no &{name} before this *{name}', zh: '在此 *{name} 之前没有 &{name}' },
  duplicateKey: { en: 'this key is a duplicate. Keep one of them', zh: '这个键重复了。请只保留一个' },
  tab: { en: 'this line is indented with a tab. Use spaces', zh: '此行用制表符缩进。请使用空格' },
  secondDocument: {
    en: 'a second YAML document starts here (---). Only one is allowed',
    zh: '此处开始了第二个 YAML 文档（---）。只允许一个',
  },
  notYaml: { en: 'this isn’t valid YAML: {why}', zh: '不是有效的 YAML：{why}' },
  ofWatch: { en: 'watch “{name}”: {why}', zh: '监控告警“{name}”：{why}' },
  inBoth: { en: '{en}', zh: '{zh}' },
  unknownKey: { en: '“{key}” isn’t a known key here.', zh: '“{key}” 在此处不是已知的键。' },
  keyNotAllowed: { en: '“{key}” isn’t allowed here', zh: '此处不允许 “{key}”' },
  didYouMean: { en: 'Did you mean “{near}”?', zh: '是否为 “{near}”？' },
  thereAre: { en: 'There are: {names}.', zh: '可用的有：{names}。' },
  nothingHere: { en: 'nothing is set here. Remove it, or set a value', zh: '此处没有值。请删除，或设置一个值' },
  nothingUnder: {
    en: 'nothing is set under “{key}”. Remove it, or set a value',
    zh: '“{key}” 下没有值。请删除，或设置一个值',
  },
  expected: { en: 'expected {expected}, not {received}', zh: '应为{expected}，而不是{received}' },
  keysAndValues: { en: 'keys and values', zh: '键和值' },
  aList: { en: 'a list', zh: '列表' },
  aText: { en: 'a text', zh: '文本' },
  aNumber: { en: 'a number', zh: '数字' },
  yesOrNo: { en: 'yes or no', zh: '是或否' },
  nothing: { en: 'nothing', zh: '空值' },
  notUserId: {
    en: '{given} isn’t a Slack user ID, such as U0123ABCD (in their profile: Copy member ID)',
    zh: '{given} 不是 Slack 成员 ID，例如 U0123ABCD（个人资料中的“复制成员 ID”）',
  },
  notGroupId: {
    en: '{given} isn’t a Slack user group ID, such as S0123OPS',
    zh: '{given} 不是 Slack 用户组 ID，例如 S0123OPS',
  },
  notChannelId: {
    en: '{given} isn’t a Slack channel ID, such as C0SHOP (at the end of the channel’s details)',
    zh: '{given} 不是 Slack 频道 ID，例如 C0SHOP（在频道详情的末尾）',
  },
  notNotified: {
    en: '{given} isn’t the ID of a Slack user or user group, such as U0123ABCD or S0123OPS',
    zh: '{given} 不是 Slack 成员或用户组的 ID，例如 U0123ABCD 或 S0123OPS',
  },
  notText: { en: 'expected a name, not {given}', zh: '应为名称，而不是 {given}' },
  notName: {
    en: '{given} isn’t a valid name. Start with a letter, and use letters, digits, - _ and .',
    zh: '{given} 不是有效的名称。请以字母开头，使用字母、数字、-、_ 和 .',
  },
  notDuration: {
    en: '{given} isn’t a valid duration. Use one such as 15m, 24h or 7d',
    zh: '{given} 不是有效的时长。请使用例如 15m、24h 或 7d 的时长',
  },
  between: { en: '{key} must be between {least} and {most}', zh: '{key} 必须在 {least} 到 {most} 之间' },
  emptyList: { en: 'an empty list matches nothing. Remove it', zh: '空列表不匹配任何内容。请删除' },
  oneOf: { en: 'required: one of {words}', zh: '必填，可选值：{words}' },
  notOneOf: { en: '{given} isn’t one of {words}', zh: '{given} 无效，可选值为 {words}' },
  toForbid: {
    en: 'to forbid something, leave it out of a channel’s allow',
    zh: '要禁止某项操作，请不要将它写入频道的 allow',
  },
  breakGlassKey: {
    en: 'set break_glass: to a role instead, for the whole policy',
    zh: '请改为将 break_glass: 设为一个角色，对整个审批策略有效',
  },
  questionsRun: {
    en: 'questions always run; a channel’s allow can leave them out',
    zh: '查询总会执行；可以不写入频道的 allow',
  },
  needsDecider: { en: 'an exception needs someone who decides', zh: '例外必须有人审批' },
  appNeeded: { en: 'the application’s number or name is required', zh: '必须填写应用的编号或名称' },
  teamNeeded: { en: 'the team’s name is required', zh: '必须填写团队名称' },
  regionNeeded: { en: 'the region’s name is required', zh: '必须填写集群名称' },
  contextNeeded: {
    en: 'must be the name of a context, or team/region/app',
    zh: '必须是上下文的名称，或 团队/集群/应用',
  },
  listOf: { en: 'must be a list of {what}', zh: '必须是列表：{what}' },
  listUsers: { en: 'users must be a list of Slack user IDs', zh: 'users 必须是 Slack 成员 ID 的列表' },
  listGroups: { en: 'groups must be a list of Slack user group IDs', zh: 'groups 必须是 Slack 用户组 ID 的列表' },
  emptyRole: { en: 'this role is empty. Add users or groups', zh: '该角色为空。请添加 users 或 groups' },
  notWhole: { en: '{key} must be a whole number', zh: '{key} 必须是整数' },
  atLeast: { en: '{key} must be at least 1', zh: '{key} 至少为 1' },
  atMost: { en: '{key} can be at most {most}', zh: '{key} 最多为 {most}' },
  roleNeeded: { en: 'must be the name of a role', zh: '必须是角色的名称' },
  roleOrMembers: { en: 'must be the name of a role, or members', zh: '必须是角色的名称或 members' },
  roleOrNobody: { en: 'must be the name of a role, members or nobody', zh: '必须是角色的名称、members 或 nobody' },
  patternNeeded: {
    en: 'pattern: a regular expression is required, such as OPS-\\d+',
    zh: 'pattern：必须填写正则表达式，例如 OPS-\\d+',
  },
  notPattern: {
    en: '{given} isn’t a regular expression, such as OPS-\\d+',
    zh: '{given} 不是正则表达式，例如 OPS-\\d+',
  },
  addressNeeded: { en: 'must be an address', zh: '必须是地址' },
  noTicket: {
    en: (p: { given: string }) => `${p.given} isn’t an address with {ticket} in it`,
    zh: (p) => `${p.given} 不是包含 {ticket} 的地址`,
  },
  zoneNeeded: {
    en: 'zone: a time zone is required, such as Asia/Shanghai',
    zh: 'zone：必须填写时区，例如 Asia/Shanghai',
  },
  notZone: { en: '{given} isn’t a time zone, such as Asia/Shanghai', zh: '{given} 不是时区，例如 Asia/Shanghai' },
  notTime: {
    en: '{given} isn’t a time, such as 2026-11-10T18:00 or 2026-11-10',
    zh: '{given} 不是时间，例如 2026-11-10T18:00 或 2026-11-10',
  },
  hoursNeeded: {
    en: 'open: the hours are required, such as mon-fri 09:00-17:00',
    zh: 'open：必须填写时段，例如 mon-fri 09:00-17:00',
  },
  notHours: {
    en: '{given} isn’t a window, such as mon-fri 09:00-17:00',
    zh: '{given} 不是时段，例如 mon-fri 09:00-17:00',
  },
  reasonNeeded: { en: 'reason: why is required, such as Double Eleven', zh: 'reason：必须填写理由，例如 双十一' },
  trueOrFalse: { en: 'must be true or false', zh: '必须是 true 或 false' },
  toBeforeFrom: { en: 'to must be later than from', zh: 'to 必须晚于 from' },
  platformUserNeeded: { en: 'the name of a platform user is required', zh: '必须填写平台用户的名称' },
  labelNotText: { en: 'the value of a label is a text. Put it in quotes', zh: '标签的值是文本。请加上引号' },
  labelNeeded: { en: 'name at least one label with its value', zh: '请至少填写一个标签及其值' },
  mostNotified: { en: 'at most {most} people and groups', zh: '最多 {most} 个成员和用户组' },
  tokenEnvNeeded: {
    en: 'token_env: the name of the variable with its token is required',
    zh: 'token_env：必须填写存放令牌的变量名',
  },
  notVariable: {
    en: '{given} isn’t the name of a variable, such as ALERTS_TOKEN',
    zh: '{given} 不是变量名，例如 ALERTS_TOKEN',
  },
  mostRoutes: { en: 'at most {most} routes', zh: '最多 {most} 条路由' },
  labelNameNeeded: {
    en: 'name: the label that has the component’s name is required',
    zh: 'name：必须填写含有组件名称的标签',
  },
  notSourceName: {
    en: '{given} isn’t a valid name of a source. Use small letters, digits and -',
    zh: '{given} 不是有效的告警来源名称。请使用小写字母、数字和 -',
  },
  notLimit: { en: 'must be a number or a text, such as 500ms', zh: '必须是数字或文本，例如 500ms' },
  tooLong: { en: 'this is too long', zh: '太长' },
  watchNameNeeded: { en: 'name: a name is required', zh: 'name：必须填写名称' },
  notWatchName: {
    en: '{given} isn’t a valid name of a watch. Use small letters, digits and -',
    zh: '{given} 不是有效的监控告警名称。请使用小写字母、数字和 -',
  },
  watchContextNeeded: {
    en: 'context: must be the name of a context, or team/region/app',
    zh: 'context：必须是上下文的名称，或 团队/集群/应用',
  },
  componentNeeded: { en: 'component: must be the name of a component', zh: 'component：必须是组件的名称' },
  whatNeeded: {
    en: 'what: what to watch is required, such as abnormal or latency',
    zh: 'what：必须填写监控内容，例如 abnormal 或 latency',
  },
  notDate: {
    en: '{given} isn’t a valid date. Use one such as 2027-03-31',
    zh: '{given} 不是有效的日期。请使用例如 2027-03-31 的日期',
  },
  namePattern: { en: 'must be the name of a component; * means anything', zh: '必须是组件的名称；* 表示任意内容' },
  addressPattern: {
    en: 'must be an address such as shop.test/cart; * means anything',
    zh: '必须是地址，例如 shop.test/cart；* 表示任意内容',
  },
  emptyPattern: { en: 'nothing is set here. Remove it', zh: '此处没有值。请删除' },
  portNeeded: { en: 'must be the number of a port, from 1 to 65535', zh: '必须是端口号，1 到 65535' },
  reasonNotText: { en: 'reason must be a text', zh: 'reason 必须是文本' },
  expectsAll: {
    en: 'this would expect everything. Name a component, an address or a port',
    zh: '这会匹配全部地址。请填写组件、地址或端口',
  },
  reservedName: { en: '“{name}” is a reserved name. Choose another one', zh: '“{name}” 是保留名称。请换一个' },
  likeUserId: {
    en: '“{name}” looks like a Slack user ID. Choose another name',
    zh: '“{name}” 看起来像 Slack 成员 ID。请换一个名称',
  },
  notRole: { en: '“{name}” isn’t a role.', zh: '“{name}” 不是角色。' },
  notAsker: {
    en: '“{name}” isn’t a role, nor a Slack user ID such as U0123ABCD.',
    zh: '“{name}” 不是角色，也不是 Slack 成员 ID（例如 U0123ABCD）。',
  },
  notChange: { en: '“{name}” isn’t a change.', zh: '“{name}” 不是变更。' },
  notContext: {
    en: '“{name}” isn’t a name under contexts:, nor team/region/app.',
    zh: '“{name}” 不是 contexts: 下的名称，也不是 团队/集群/应用。',
  },
  notContextPattern: {
    en: '“{name}” isn’t a name under contexts:, nor team/region/app (each may be *).',
    zh: '“{name}” 不是 contexts: 下的名称，也不是 团队/集群/应用（每项都可为 *）。',
  },
  matchesNone: { en: 'no context in this file matches {name}', zh: '文件中没有与 {name} 匹配的上下文' },
  watchTwice: {
    en: 'another watch has the name “{name}”. Choose another one',
    zh: '另一个监控告警已使用名称 “{name}”。请换一个',
  },
  mostWatches: {
    en: '{name} has more than {most} watches. Remove some',
    zh: '{name} 的监控告警超过 {most} 个。请删除一些',
  },
  teamId: {
    en: '“{team}” is a team ID. Use the team’s name, as in the platform’s addresses',
    zh: '“{team}” 是团队 ID。请使用团队名称，与平台地址中的一致',
  },
  channelOwned: {
    en: 'channel {channel} already has the context “{owner}”',
    zh: '频道 {channel} 已有上下文 “{owner}”',
  },
  sameChannel: {
    en: '“{name}” under contexts: names the same channel. Keep one of the two',
    zh: 'contexts: 下的 “{name}” 指定了同一频道。请只保留一个',
  },
  channelUnlisted: {
    en: '{channel} isn’t listed under channels:, so no one can request changes there',
    zh: '{channel} 不在 channels: 中，因此无法在那里申请变更',
  },
  onlyApprove: { en: '“{key}” is only allowed with need: approve', zh: '“{key}” 只能与 need: approve 一起使用' },
  tooFew: {
    en: (p: { count: number; role: string; people: number }) =>
      `count is ${p.count}, but role “${p.role}” has only ${p.people} ${Number(p.people) === 1 ? 'person' : 'people'}`,
    zh: 'count 为 {count}，但角色 “{role}” 只有 {people} 人',
  },
  ownVariable: {
    en: '{variable} is a setting of Portolan’s own. Name another variable',
    zh: '{variable} 是 Portolan 自己的变量。请换一个变量',
  },
  tokenUnset: {
    en: '{variable}, the token of the source “{name}”, isn’t set. Set this variable, for example to the output of: openssl rand -hex 32',
    zh: '告警来源“{name}”的令牌 {variable} 未设置。请设置此变量，例如使用以下命令的输出：openssl rand -hex 32',
  },
  tokenWrong: {
    en: '{variable} has to be {least} to 200 letters, digits or signs, without blanks',
    zh: '{variable} 必须是 {least} 到 200 个字母、数字或符号，不含空格',
  },
});
