import type { Lang } from '../../src/core/text/text.ts';

const note = '<!-- Written by `npm run docs` from the operations in src/operations. Change it there. -->';

const en = {
  introduction: `# Commands

${note}

[中文](operations.zh.md)

Every command of Portolan, with its parameters. In Slack, \`/portolan help port\` shows the same for one command, and
\`/portolan help\` lists what is available to you. The examples work in the playground.

- Each command also works after \`/portolan\` and after a mention of the bot, for example
  \`@portolan port list web\` in a thread. Slack doesn't run slash commands in threads.
- Your workspace may use a prefix, such as \`/rb-port\`. It is set with \`COMMAND_PREFIX\`.
- A parameter is given in its place, as \`name=value\`, or as \`--name value\`. Quotes keep words together.
- *Word 1* in a table below means: the first word after the command, without a name.
- \`web:8080\` means component \`web\`, port \`8080\`.
- A component is given by its name, its alias, its id or its name in the cluster.
- \`in=shop\` or \`in=team/region/app\` chooses the context of one command: a team, a region and an app. Without it, the
  context of the channel applies, then yours, then \`PLATFORM_CONTEXT\`.
- A change takes \`reason="…"\`. The reason is shown on the card and in the audit log.
- A change takes \`ask=@sam\`: one or more of those who may decide. They are mentioned, and the card says who was asked.
- A change takes \`at=22:00\`, \`at="tomorrow 02:00"\` or \`at=2026-12-01T02:00\`, at most 30 days ahead, in your time zone. It is decided now
  and runs then. A decision is for one time: **Run now** and **Change time** ask again, unless those who press may decide.
- A change takes \`ticket=OPS-12\` where the [policy](policy.md#ticket) requires one. What the policy [freezes](policy.md#freezes) waits.
- If something is missing or invalid, Portolan opens the form of that command with everything it recognized.

A **question** only reads. A **setting** changes Portolan's own settings. A **change** is planned, shown on a card and
decided by the [policy](policy.md). Its *risk* is what the policy's rules look at.`,
  commands: (command: string) => `/${command} commands`,
  overviewHead: '| Command | What it does | Kind |',
  parametersHead: '| Parameter | Meaning | Values | Default |',
  kinds: { question: 'question', setting: 'setting', change: 'change' },
  risk: (risks: readonly string[]) => `change, risk ${risks.join(' or ')}`,
  full: (sentence: string) => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`,
  alsoTyped: (names: string) => ` Also typed as ${names}.`,
  consoleOnly: " Needs the console's API (`PLATFORM_DIALECT`).",
  evidence: (minutes: number) =>
    ` ${minutes} minutes after it is done, a chart of the time before and after is posted in the thread of its card.`,
  also: (names: string) => `, also ${names}`,
  place: (word: number) => `, word ${word}`,
  repeats: 'Can be repeated.',
  explained: (label: string, more: string) => `**${label}.** ${more}`,
  suchAs: (placeholder: string) => `such as ${placeholder}`,
  required: 'required',
};

const zh: typeof en = {
  introduction: `# 命令

${note}

[English](operations.md)

Portolan 的全部命令及其参数。在 Slack 中，\`/portolan help port\` 显示单个命令的同样内容，\`/portolan help\`
列出您可以使用的命令。以下示例都可以在演示环境（playground）中执行。

- 每个命令也可以写在 \`/portolan\` 之后，或写在提及机器人之后，例如在消息列中输入 \`@portolan port list web\`。Slack
  不支持在消息列中使用斜杠命令。
- 您的工作区可能使用前缀，例如 \`/rb-port\`。前缀由 \`COMMAND_PREFIX\` 设置。
- 参数可以按位置填写，也可以写成 \`name=value\` 或 \`--name value\`。含空格的值用引号括起来。
- 下表中的*第 1 个词*是指命令之后的第一个词，不需要写参数名。
- \`web:8080\` 表示组件 \`web\` 的端口 \`8080\`。
- 组件可以用名称、别名、ID 或集群内名称指定。
- \`in=shop\` 或 \`in=team/region/app\` 为单个命令选择上下文，即团队、集群和应用。不填写时，依次使用频道的上下文、您自己的上下文、
  \`PLATFORM_CONTEXT\`。
- 变更可以带 \`reason="…"\`。理由会显示在卡片上，并写入审计日志。
- 变更可以带 \`ask=@sam\`：请一位或多位有权审批的人审批。他们会被提及，卡片上会写明请了谁。
- 变更可以带 \`at=22:00\`、\`at="tomorrow 02:00"\` 或 \`at=2026-12-01T02:00\`，按您的时区，最多提前 30 天。现在决定，届时执行。每个决定只针对一个时间：**立即执行**和**更改时间**需要重新决定，除非操作的人有权决定。
- 如果[审批策略](policy.zh.md#ticket)要求，变更须带 \`ticket=OPS-12\`。被审批策略[冻结](policy.zh.md#freezes)的变更须等待。
- 缺少参数或参数无效时，Portolan 会打开该命令的表单，并填好已识别的内容。

**查询**只读取数据。**设置**更改 Portolan 自身的设置。**变更**会先生成计划并显示在卡片上，再按[审批策略](policy.zh.md)审批，其中的规则按变更的*风险*匹配。`,
  commands: (command) => `/${command} 命令`,
  overviewHead: '| 命令 | 作用 | 类型 |',
  parametersHead: '| 参数 | 含义 | 可选值 | 默认值 |',
  kinds: { question: '查询', setting: '设置', change: '变更' },
  risk: (risks) => `变更，风险 ${risks.join(' 或 ')}`,
  full: (sentence) => `${sentence}。`,
  alsoTyped: (names) => `也可以输入 ${names}。`,
  consoleOnly: '需要平台提供控制台的 API（`PLATFORM_DIALECT`）。',
  evidence: (minutes) => `完成 ${minutes} 分钟后，会在卡片的消息列中发布变更前后的监控图。`,
  also: (names) => `，也可写 ${names}`,
  place: (word) => `，第 ${word} 个词`,
  repeats: '可重复填写。',
  explained: (label, more) => `**${label}**：${more}`,
  suchAs: (placeholder) => `例如 ${placeholder}`,
  required: '必填',
};

export const documentWords: Readonly<Record<Lang, typeof en>> = { en, zh };
