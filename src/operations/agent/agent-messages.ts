import { apart } from '../../core/text/chinese.ts';
import { messages } from '../../core/text/text.ts';

export const agentMsg = messages('agent', {
  createSays: { en: 'Create a token for an agent', zh: '为智能体创建令牌' },
  createForm: { en: 'Create an agent', zh: '创建智能体' },
  listSays: { en: 'List your agents', zh: '查看智能体' },
  revokeSays: { en: 'Revoke an agent’s token', zh: '吊销智能体令牌' },
  revokeForm: { en: 'Revoke an agent', zh: '吊销智能体' },
  name: { en: 'Name', zh: '名称' },
  nameMissing: { en: 'Enter a name, for example deploy-helper.', zh: '请输入名称，例如 deploy-helper。' },
  nameHint: {
    en: 'Cards show it: “Requested by the agent deploy-helper”.',
    zh: '卡片上会显示：“由智能体 deploy-helper 提出”。',
  },
  nameWrong: {
    en: '`{typed}` isn’t a valid name. Use up to 40 letters, digits, dots, dashes and underscores.',
    zh: '`{typed}` 不是有效的名称。请使用最多 40 个字母、数字、点、短横线和下划线。',
  },
  nameTaken: {
    en: 'You already have an agent named {name}. Choose another name, or revoke it first.',
    zh: '您已有名为“{name}”的智能体。请换一个名称，或先将其吊销。',
  },
  may: { en: 'What it can do', zh: '权限' },
  mayHint: {
    en: 'Changes that it proposes always wait for a person. Default: the most that the policy allows.',
    zh: '它提出的变更始终等待人来决定。默认：审批策略允许的最大权限。',
  },
  mayRead: { en: 'Read', zh: '只读' },
  mayPropose: { en: 'Read and propose changes', zh: '查询并提出变更' },
  mayWrong: {
    en: '`{typed}` isn’t a valid right. Use read or propose.',
    zh: '`{typed}` 不是有效的权限。请使用 read 或 propose。',
  },
  contexts: { en: 'Contexts', zh: '上下文' },
  contextsHint: {
    en: 'One on each line: a name, or team/region/app. Default: the contexts of all channels that you’re in.',
    zh: '每行一个：名称，或 团队/集群/应用。默认：您所在的所有频道的上下文。',
  },
  validFor: { en: 'Valid for', zh: '有效期' },
  validForHint: { en: 'For example 30d. The default is 90d.', zh: '例如 30d。默认为 90d。' },
  validForWrong: {
    en: '`{typed}` isn’t a valid duration. Use one such as 30d.',
    zh: '`{typed}` 不是有效的时长。请使用 30d 这样的写法。',
  },
  tooLong: {
    en: (p: { most: string }) => `The policy allows tokens for up to ${p.most}.`,
    zh: (p) => `审批策略允许的令牌有效期最长为${apart(p.most)}。`,
  },
  off: {
    en: 'Agents are turned off. Ask your Portolan administrator to set `MCP_URL`.',
    zh: '未启用智能体。请联系 Portolan 管理员设置 `MCP_URL`。',
  },
  noneAllowed: { en: 'The policy allows no agents.', zh: '审批策略不允许使用智能体。' },
  notAllowed: {
    en: 'The policy allows agents only to read. Choose “Read”.',
    zh: '审批策略只允许智能体查询。请选择“只读”。',
  },
  notThisContext: {
    en: (p: { context: string }) => `The policy doesn’t allow agents in ${p.context}.`,
    zh: (p) => `审批策略不允许智能体使用上下文${apart(p.context).trimEnd()}。`,
  },
  whoNobody: { en: 'The policy lets no one create agents.', zh: '审批策略不允许任何人创建智能体。' },
  whoRole: { en: 'Only {role} can create agents.', zh: '只有“{role}”可以创建智能体。' },
  tooMany: {
    en: 'You have {most} agents, which is the most. Revoke one first.',
    zh: '您已有 {most} 个智能体，已达上限。请先吊销一个。',
  },
  notShown: {
    en: 'I couldn’t show you the token, so I created none. Try again.',
    zh: '无法显示令牌，因此未创建。请重试。',
  },
  createdTitle: { en: 'Agent created', zh: '智能体已创建' },
  created: {
    en: 'This is the token of the agent *{name}*. Copy it now: it’s shown only once.',
    zh: '这是智能体 *{name}* 的令牌。请立即复制：只显示这一次。',
  },
  address: { en: 'Its server is {url}.', zh: '服务地址：{url}' },
  reads: {
    en: (p: { contexts: string; until: string }) => `It can read ${p.contexts} until ${p.until}.`,
    zh: (p) => `它可以查询${apart(p.contexts)}，有效期至 ${p.until}。`,
  },
  proposes: {
    en: (p: { contexts: string; until: string }) =>
      `It can read ${p.contexts} and propose changes there until ${p.until}. Each change waits for a person.`,
    zh: (p) => `它可以查询${apart(p.contexts)}并提出变更，有效期至 ${p.until}。每项变更都等待人来决定。`,
  },
  revokeHow: { en: 'To end it: `{command}`', zh: '如需吊销：`{command}`' },
  yourContexts: { en: 'the contexts of your channels', zh: '您所在频道的上下文' },
  listTitle: { en: 'Agents', zh: '智能体' },
  listNone: { en: 'You have no agents. Create one with `{example}`.', zh: '您还没有智能体。可用 `{example}` 创建。' },
  owner: { en: 'Owner', zh: '所有者' },
  expires: { en: 'Expires', zh: '有效期至' },
  expired: { en: 'expired', zh: '已过期' },
  used: { en: 'Last used', zh: '上次使用' },
  never: { en: 'never', zh: '从未' },
  id: { en: 'ID', zh: 'ID' },
  moment: { en: '{when}', zh: '{when}' },
  listMore: { en: 'The first {shown} of {total}.', zh: '显示前 {shown} 个，共 {total} 个。' },
  agent: { en: 'Agent', zh: '智能体' },
  agentHint: { en: 'Its name, or the ID from the list.', zh: '名称，或列表中的 ID。' },
  agentMissing: { en: 'Enter the agent’s name or ID.', zh: '请输入智能体的名称或 ID。' },
  unknown: { en: 'There’s no agent `{typed}` that you can revoke.', zh: '没有您可以吊销的智能体 `{typed}`。' },
  several: { en: 'Several agents are named `{typed}`.', zh: '有多个名为 `{typed}` 的智能体。' },
  revoked: {
    en: 'Revoked the agent *{name}*. Its token no longer works, and its pending requests are canceled.',
    zh: '已吊销智能体 *{name}*。其令牌已失效，待审批的申请已取消。',
  },
  revoke: { en: 'Revoke {name}', zh: '吊销 {name}' },
});
