import { messages } from '../../core/text/text.ts';

export const msg = messages('help', {
  says: { en: () => 'What can be asked, with examples', zh: () => '可以做什么，附示例' },
  about: { en: () => 'About', zh: () => '关于' },
  title: { en: () => 'What you can ask', zh: () => '可以这样问' },
  titleAbout: {
    en: (p: { about: string }) => `What you can ask about “${p.about}”`,
    zh: (p) => `关于“${p.about}”可以这样问`,
  },
  nothingAbout: {
    en: (p: { about: string }) => `Nothing here is called “${p.about}”. This is all there is:`,
    zh: (p) => `没有与“${p.about}”有关的内容。以下是全部功能：`,
  },
  example: {
    en: (p: { example: string }) => `\`${p.example}\``,
    zh: (p) => `\`${p.example}\``,
  },
  line: {
    en: (p: { example: string; says: string }) => `\`${p.example}\` – ${p.says}`,
    zh: (p) => `\`${p.example}\` – ${p.says}`,
  },
  questions: { en: () => 'Look', zh: () => '查看' },
  changes: { en: () => 'Change – always shown as a plan first', zh: () => '变更 – 总会先显示计划' },
  settings: { en: () => 'Set up', zh: () => '设置' },
  tips: {
    en: (p: { mention: string }) =>
      `In a thread, mention ${p.mention} with the same words. \`in=name\` picks another context, \`reason="why"\` says why.`,
    zh: (p) =>
      `在消息列中，提及 ${p.mention} 并使用同样的命令。\`in=名称\` 选择其他上下文，\`reason="原因"\` 说明原因。`,
  },
  portolan: { en: () => '@portolan', zh: () => '@portolan' },
  parameter: {
    en: (p: { name: string; label: string; hint: string }) =>
      `• \`${p.name}=\` ${p.label}${p.hint ? ` – ${p.hint}` : ''}`,
    zh: (p) => `• \`${p.name}=\` ${p.label}${p.hint ? ` – ${p.hint}` : ''}`,
  },
  openPort: { en: () => 'Open a port', zh: () => '开放端口' },
  gateway: { en: () => 'Create a gateway rule', zh: () => '创建网关规则' },
  chart: { en: () => 'Post a chart', zh: () => '发送监控图' },
  risk: {
    en: (p: { risk: string; what: string }) => `Risk for the policy: \`${p.risk}\` (${p.what}).`,
    zh: (p) => `策略风险：\`${p.risk}\`（${p.what}）。`,
  },
  openModal: { en: (p: { says: string }) => p.says, zh: (p) => p.says },
});
