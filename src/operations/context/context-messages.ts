import { messages } from '../../core/text/text.ts';

export const contextMsg = messages('context', {
  useSearched: { en: 'switch, app, change app, another app', zh: '切换应用，更换应用' },
  useSays: { en: 'Set the context of this channel', zh: '设置本频道的上下文' },
  useForm: { en: 'Set the context', zh: '设置上下文' },
  showSays: { en: 'Show the context in use here', zh: '查看此处使用的上下文' },
  showForm: { en: 'Show the context', zh: '查看上下文' },
  where: { en: 'Context', zh: '上下文' },
  whereHint: {
    en: 'team/region/app with the app’s number or name, such as shop/east-1/12. Or only an app’s name, or the name of a known context.',
    zh: '团队/集群/应用，应用可用编号或名称，例如 shop/east-1/12；也可只写应用名称，或已有上下文的名称。',
  },
  whereMissing: {
    en: 'Enter a context: team/region/app, such as shop/east-1/12, or the name of a known one.',
    zh: '请填写上下文：团队/集群/应用，例如 shop/east-1/12，或已有的名称。',
  },
  whereWrong: {
    en: '`{typed}` isn’t a valid context. Write team/region/app, such as shop/east-1/12 or shop/east-1/shop.',
    zh: '`{typed}` 不是有效的上下文。请写 团队/集群/应用，例如 shop/east-1/12 或 shop/east-1/shop。',
  },
  teamById: {
    en: '`{team}` is a team’s ID, and the platform doesn’t return the team’s name. The policy has rules for this context, so enter the team’s name instead.',
    zh: '`{team}` 是团队的 ID，而平台没有返回团队名称。审批策略中有针对此上下文的规则，请改填团队名称。',
  },
  name: { en: 'Name', zh: '名称' },
  nameHint: { en: 'A short name for this context, such as shop.', zh: '该上下文的短名称，例如 shop。' },
  nameWrong: {
    en: '`{typed}` isn’t a valid name. Use up to 40 letters, digits, hyphens and underscores.',
    zh: '`{typed}` 不是有效的名称。请使用最多 40 个字母、数字、连字符和下划线。',
  },
  nameReserved: {
    en: '`{typed}` can’t be a name, because it clears the context. Use another name.',
    zh: '`{typed}` 用于清除上下文，不能作为名称。请使用其他名称。',
  },
  nameTaken: {
    en: 'The name `{name}` is in use for another context: {place}. Choose a different name.',
    zh: '名称 `{name}` 已用于另一个上下文：{place}。请使用其他名称。',
  },
  nameMoved: { en: 'Until now, `{name}` was the name of {place}.', zh: '此前，`{name}` 是 {place} 的名称。' },
  asWrong: {
    en: 'I don’t recognize `{typed}`. To name the context, add `as` and a name.',
    zh: '无法识别 `{typed}`。要为上下文命名，请加 `as` 和名称。',
  },
  me: { en: 'Only for me, in channels that have no context', zh: '仅为我设置，用于没有上下文的频道' },
  policySets: {
    en: 'The policy file sets this channel’s context, so you can’t change it here. To set your personal context, add `me`.',
    zh: '本频道的上下文由审批策略文件设置，不能在此更改。要设置您的个人上下文，请加 `me`。',
  },
  channelUsesIt: { en: 'This channel already uses {context}.', zh: '本频道已在使用{context:apart-before}。' },
  changed: {
    en: 'This channel now uses {after}, set by {who}. Before, it used {before}.',
    zh: '本频道现在使用{after:apart-before}，由 {who} 设置。之前使用{before:apart-before}。',
  },
  setFirst: {
    en: 'This channel now uses {after}, set by {who}. Before, it had no context of its own.',
    zh: '本频道现在使用{after:apart-before}，由 {who} 设置。之前没有自己的上下文。',
  },
  cleared: {
    en: '{who} cleared this channel’s context. Before, it used {before}.',
    zh: '{who} 清除了本频道的上下文。之前使用{before:apart-before}。',
  },
  setBack: { en: 'Set back to {name}', zh: '改回“{name}”' },
  clearAgain: { en: 'Clear the context', zh: '清除上下文' },
  notAnnounced: {
    en: 'I can’t post in this channel, so its context wasn’t changed: everyone here has to see such a change. Invite me with /invite, then try again.',
    zh: '我无法在此频道发消息，因此未更改其上下文：这样的更改需要让频道中的每个人看到。请用 /invite 邀请我，然后重试。',
  },
  notSaved: {
    en: 'The context that {who} wanted to set couldn’t be saved. This channel still has: {context}.',
    zh: '{who} 要设置的上下文未能保存。本频道的上下文仍为：{context}。',
  },
  youUse: {
    en: 'In channels that have no context, you now use {context}.',
    zh: '在没有上下文的频道中，您现在使用{context:apart-before}。',
  },
  channelHadNone: { en: 'This channel has no context.', zh: '本频道没有设置上下文。' },
  youCleared: { en: 'Your personal context is cleared.', zh: '您的个人上下文已清除。' },
  youHadNone: { en: 'You have no personal context.', zh: '您没有设置个人上下文。' },
  title: { en: 'Context', zh: '上下文' },
  holds: { en: 'In use here', zh: '此处使用' },
  ofChannel: { en: 'This channel', zh: '本频道' },
  ofYou: { en: 'You', zh: '您' },
  ofPolicy: { en: 'Policy file', zh: '审批策略文件' },
  ofDefault: { en: 'Default', zh: '默认' },
  language: { en: 'Language here', zh: '本频道的语言' },
  charts: { en: 'Charts posted here', zh: '本频道的监控图' },
  byPolicy: { en: '{value}, set by the policy file', zh: '{value}，由审批策略文件设置' },
  notSet: { en: 'not set', zh: '未设置' },
  changeLook: {
    en: 'To change the language or the charts, type `{command} language zh` or `{command} theme dark here`.',
    zh: '要更改语言或监控图，请输入 `{command} language zh` 或 `{command} theme dark here`。',
  },
  setBy: { en: '{value}, set by {who}, {when}', zh: '{value}，由 {who} 于 {when} 设置' },
  noneHere: {
    en: 'No context is set here. To set one, type `{command} use shop/east-1/12`.',
    zh: '此处没有设置上下文。可输入以下命令设置：`{command} use shop/east-1/12`。',
  },
  known: { en: 'Known contexts', zh: '已有的上下文' },
  knownMore: { en: 'Showing {shown} of {total}.', zh: '显示 {shown} 个，共 {total} 个。' },
  useOne: { en: 'Use {name}', zh: '使用 {name}' },
  change: { en: 'Change', zh: '更改' },
  unknownApp: { en: 'App `{app}` wasn’t found in {region}.', zh: '集群“{region}”中没有应用 `{app}`。' },
  noneNow: { en: 'none', zh: '无' },
});
