import { messages } from '../../core/text/text.ts';

export const msg = messages('context', {
  useSays: { en: () => 'Set the context of this channel', zh: () => '设置本频道的上下文' },
  showSays: { en: () => 'Show the context that holds here', zh: () => '查看当前上下文' },
  where: { en: () => 'Context', zh: () => '上下文' },
  whereHint: {
    en: () =>
      'team/region/app with the app’s number or name, such as shop/east-1/12; an app’s name alone; or the name of a known context.',
    zh: () => '团队/集群/应用，应用可用编号或名称，例如 shop/east-1/12；也可只写应用名称，或已有上下文的名称。',
  },
  whereMissing: {
    en: () => 'Name a context: team/region/app, such as shop/east-1/12, or a known name.',
    zh: () => '请指定上下文：团队/集群/应用，例如 shop/east-1/12，或已有的名称。',
  },
  whereWrong: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` isn’t a valid context. Write team/region/app, such as shop/east-1/12 or shop/east-1/shop.`,
    zh: (p) => `\`${p.typed}\` 不是有效的上下文。请写 团队/集群/应用，例如 shop/east-1/12 或 shop/east-1/shop。`,
  },
  teamById: {
    en: (p: { team: string }) =>
      `“${p.team}” is a team’s id, and the platform does not tell its name. The policy has rules for places: write the team’s name.`,
    zh: (p) => `“${p.team}”是团队的 ID，而平台未提供其名称。策略对位置有专门规则：请写团队名称。`,
  },
  name: { en: () => 'Name', zh: () => '名称' },
  nameHint: { en: () => 'A short word to call it by, such as shop.', zh: () => '便于引用的短名称，例如 shop。' },
  nameWrong: {
    en: (p: { typed: string }) => `“${p.typed}” cannot be a name: use letters, digits, - and _, at most 40.`,
    zh: (p) => `“${p.typed}”不能作为名称：请使用字母、数字、- 和 _，最多 40 个字符。`,
  },
  nameTaken: {
    en: (p: { name: string; place: string }) =>
      `“${p.name}” is already the name of another context: ${p.place}. Choose another name for yours.`,
    zh: (p) => `“${p.name}”已是另一个上下文的名称：${p.place}。请为您的上下文另选名称。`,
  },
  nameMoved: {
    en: (p: { name: string; place: string }) => `“${p.name}” meant something else until now: ${p.place}.`,
    zh: (p) => `“${p.name}”此前指的是：${p.place}。`,
  },
  asWrong: {
    en: (p: { typed: string }) => `I expected “as” and a name, not “${p.typed}”.`,
    zh: (p) => `这里应为“as”加名称，而不是“${p.typed}”。`,
  },
  me: { en: () => 'For me alone, in every channel', zh: () => '仅为我设置，适用于所有频道' },
  unknownName: {
    en: (p: { typed: string }) =>
      `No context or app is called “${p.typed}”. Write team/region/app, such as shop/east-1/12 or shop/east-1/shop.`,
    zh: (p) => `没有名为“${p.typed}”的上下文或应用。请写 团队/集群/应用，例如 shop/east-1/12 或 shop/east-1/shop。`,
  },
  notInPolicy: {
    en: (p: { typed: string; names: string }) => `The policy file does not list “${p.typed}”. It lists: ${p.names}.`,
    zh: (p) => `策略文件中没有“${p.typed}”。可用的有：${p.names}。`,
  },
  policySets: {
    en: () => 'The policy file gives this channel its context, so it cannot be set here. Set your own with `me`.',
    zh: () => '本频道的上下文由策略文件指定，不能在此设置。可加 `me` 设置您自己的上下文。',
  },
  channelUses: {
    en: (p: { context: string }) => `This channel now uses ${p.context}.`,
    zh: (p) => `本频道现在使用 ${p.context}。`,
  },
  youUse: {
    en: (p: { context: string }) => `You now use ${p.context} wherever a channel has no context of its own.`,
    zh: (p) => `在没有频道上下文的地方，您现在使用 ${p.context}。`,
  },
  title: { en: () => 'Context', zh: () => '上下文' },
  place: {
    en: (p: { team: string; region: string; app: string }) => `team ${p.team}, region ${p.region}, app ${p.app}`,
    zh: (p) => `团队 ${p.team}，集群 ${p.region}，应用 ${p.app}`,
  },
  placeNamed: {
    en: (p: { name: string; place: string }) => `${p.name} – ${p.place}`,
    zh: (p) => `${p.name} – ${p.place}`,
  },
  appNamed: { en: (p: { name: string; id: string }) => `${p.name} (${p.id})`, zh: (p) => `${p.name}（${p.id}）` },
  holds: { en: () => 'Holds here', zh: () => '当前生效' },
  ofChannel: { en: () => 'Of this channel', zh: () => '本频道' },
  ofYou: { en: () => 'Yours', zh: () => '您的' },
  ofPolicy: { en: () => 'Of the policy file', zh: () => '策略文件' },
  setBy: {
    en: (p: { context: string; who: string; when: string }) => `${p.context}, set by ${p.who}, ${p.when}`,
    zh: (p) => `${p.context}，由 ${p.who} 于 ${p.when} 设置`,
  },
  noneHere: {
    en: (p: { command: string }) => `No context holds here yet. Set one: \`${p.command} use shop/east-1/12\`.`,
    zh: (p) => `这里还没有上下文。设置方法：\`${p.command} use shop/east-1/12\`。`,
  },
  known: { en: () => 'Known contexts', zh: () => '已有的上下文' },
  useOne: { en: (p: { name: string }) => `Use ${p.name}`, zh: (p) => `使用 ${p.name}` },
  change: { en: () => 'Change', zh: () => '更改' },
  unknownApp: {
    en: (p: { app: string; region: string }) => `There is no app ${p.app} in ${p.region}.`,
    zh: (p) => `${p.region} 中没有应用 ${p.app}。`,
  },
  noneNow: { en: () => 'none', zh: () => '无' },
});
