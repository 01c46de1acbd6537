import { messages } from '../../core/text/text.ts';

export const helpMsg = messages('help', {
  says: { en: () => 'Show what Portolan can do', zh: () => '查看全部功能' },
  form: { en: () => 'Help', zh: () => '帮助' },
  about: { en: () => 'Command', zh: () => '命令' },
  title: { en: () => 'What Portolan can do', zh: () => 'Portolan 可以做什么' },
  titleAbout: {
    en: (p: { about: string }) => `Help: ${p.about}`,
    zh: (p) => `帮助：${p.about}`,
  },
  nothingAbout: {
    en: (p: { about: string }) => `\`${p.about}\` isn’t a command. These are the commands:`,
    zh: (p) => `没有名为 \`${p.about}\` 的命令。可用的命令：`,
  },
  line: {
    en: (p: { example: string; says: string }) => `\`${p.example}\` – ${p.says}`,
    zh: (p) => `\`${p.example}\` – ${p.says}`,
  },
  startHere: { en: () => 'Most people start with these', zh: () => '常用操作' },
  listed: {
    en: (p: { command: string; says: string }) => `*${p.command}* – ${p.says}`,
    zh: (p) => `*${p.command}* – ${p.says}`,
  },
  noContext: {
    en: (p: { example: string }) => `This channel has no app yet. Type \`${p.example}\` to choose one.`,
    zh: (p) => `本频道还没有应用。请输入 \`${p.example}\` 选择。`,
  },
  explain: { en: () => 'Explain a command…', zh: () => '查看一个命令……' },
  topics: { en: () => 'Topics', zh: () => '主题' },
  charts: { en: () => 'Charts', zh: () => '监控图' },
  components: { en: () => 'Components', zh: () => '组件' },
  ports: { en: () => 'Ports', zh: () => '端口' },
  gateway: { en: () => 'Gateway', zh: () => '网关策略' },
  watches: { en: () => 'Watches', zh: () => '监控告警' },
  deploys: { en: () => 'Builds and deploys', zh: () => '构建与部署' },
  exposure: { en: () => 'External access', zh: () => '对外开放' },
  requests: { en: () => 'Requests and audit', zh: () => '申请与审计' },
  agents: { en: () => 'Agents', zh: () => '智能体' },
  places: { en: () => 'Apps and regions', zh: () => '应用与集群' },
  found: {
    en: (p: { command: string; says: string }) => `${p.command} – ${p.says}`,
    zh: (p) => `${p.command} – ${p.says}`,
  },
  search: { en: () => 'Search all commands…', zh: () => '搜索全部命令……' },
  also: { en: (p: { words: string }) => `Also: ${p.words}`, zh: (p) => `也可以输入：${p.words}` },
  describes: {
    en: (p: { says: string; more: string }) => `${p.says} (${p.more})`,
    zh: (p) => `${p.says}（${p.more}）`,
  },
  given: {
    en: (p: { label: string; value: string }) => `${p.label}: ${p.value}`,
    zh: (p) => `${p.label}：${p.value}`,
  },
  tips: {
    en: (p: { mention: string; command: string }) =>
      `\`${p.command}\` explains one command. In a thread, mention ${p.mention} with the same words. \`in=name\` selects another context, \`reason="why"\` adds a reason to the card, and \`at=22:00\` runs a change then.`,
    zh: (p) =>
      `\`${p.command}\` 查看一个命令的帮助。在消息列中，请提及 ${p.mention} 并使用相同的命令。\`in=名称\` 选择其他上下文，\`reason="理由"\` 会在卡片上显示理由，\`at=22:00\` 让变更届时执行。`,
  },
  portolan: { en: () => '@portolan', zh: () => '@portolan' },
  examples: { en: () => 'Examples', zh: () => '示例' },
  unsure: {
    en: () => 'The names in these examples may not exist here.',
    zh: () => '示例中的名称在这里不一定存在。',
  },
  parameters: { en: () => 'Parameters', zh: () => '参数' },
  parameter: {
    en: (p: { name: string; label: string; more: string }) => `• \`${p.name}=\` ${p.label}${p.more}`,
    zh: (p) => `• \`${p.name}=\` ${p.label}${p.more}`,
  },
  required: { en: () => ' (required)', zh: () => '（必填）' },
  hinted: { en: (p: { hint: string }) => `: ${p.hint}`, zh: (p) => `：${p.hint}` },
  oneOf: { en: (p: { values: string }) => ` One of: ${p.values}.`, zh: (p) => ` 可选值：${p.values}。` },
  yesNo: { en: () => ' yes or no. Default: no.', zh: () => ' yes 或 no，默认 no。' },
  fallback: { en: (p: { value: string }) => ` Default: ${p.value}.`, zh: (p) => ` 默认：${p.value}。` },
  both: { en: (p: { text: string; rest: string }) => `${p.text}${p.rest}`, zh: (p) => `${p.text}${p.rest}` },
  risk: {
    en: (p: { risk: string; what: string }) => `Risk in the policy: \`${p.risk}\` (${p.what}).`,
    zh: (p) => `审批策略中的风险：\`${p.risk}\`（${p.what}）。`,
  },
  openForm: { en: () => 'Open the form', zh: () => '打开表单' },
  openForms: { en: () => 'Open a form…', zh: () => '打开表单……' },
});
