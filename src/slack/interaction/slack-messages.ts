import { quotedNames } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const slackMsg = messages('slack', {
  contextLine: { en: (p: { context: string }) => `Context: ${p.context}`, zh: (p) => `上下文：${p.context}` },
  contextStamp: {
    en: (p: { context: string; at: string }) => `Context: ${p.context} · as of ${p.at}`,
    zh: (p) => `上下文：${p.context} · 截至 ${p.at}`,
  },
  sharedBy: {
    en: (p: { who: string; at: string }) => `Shared by ${p.who} · as of ${p.at}`,
    zh: (p) => `由 ${p.who} 分享 · 截至 ${p.at}`,
  },
  sharedAlready: {
    en: () => 'This answer was already shared in the channel.',
    zh: () => '此回答已分享到频道。',
  },
  editsNotRun: { en: () => 'Edits aren’t run. Send it again.', zh: () => '修改消息不会再次执行，请重新发送。' },
  share: { en: () => 'Share to channel', zh: () => '分享到频道' },
  fileNotShown: {
    en: (p: { title: string }) =>
      `Slack took the file “${p.title}” but doesn’t show it. If it doesn’t appear soon, try again.`,
    zh: (p) => `Slack 已接收文件“${p.title}”，但尚未显示。如果稍后仍未出现，请重试。`,
  },
  fileTooLarge: {
    en: (p: { title: string }) => `The file “${p.title}” is too large for Slack. Choose less, such as a shorter time.`,
    zh: (p) => `文件“${p.title}”过大，无法通过 Slack 发送。请缩小范围，例如缩短时间。`,
  },
  shareAsksAgain: {
    en: () => 'The answer was older than 30 minutes, so I ran the command again before sharing it.',
    zh: () => '此回答已超过 30 分钟，分享前已重新查询。',
  },
  profileUnreadable: {
    en: () => 'I couldn’t read your profile from Slack, so I can’t check whether you may do this. Try again.',
    zh: () => '无法从 Slack 读取您的资料，因此无法判断您是否有权操作。请重试。',
  },
  tryAgain: { en: () => 'Try again', zh: () => '重试' },
  edit: { en: () => 'Edit', zh: () => '修改' },
  openForm: { en: () => 'Open the form', zh: () => '打开表单' },
  leftOut: {
    en: () => '… The rest doesn’t fit into one message. Narrow your search to see it.',
    zh: () => '……其余内容超出单条消息的长度。请缩小搜索范围。',
  },
  rowsLeftOut: {
    en: (p: { shown: number; total: number }) => `Showing ${p.shown} of ${plural(p.total, 'row')}.`,
    zh: (p) => `共 ${p.total} 行，显示前 ${p.shown} 行。`,
  },
  heading: { en: (p: { text: string }) => `*${p.text}*`, zh: (p) => `*${p.text}*` },
  tableText: {
    en: (p: { label: string; value: string }) => `${p.label}: ${p.value}`,
    zh: (p) => `${p.label}：${p.value}`,
  },
  nearest: {
    en: (p: { more: number }) =>
      p.more === 0 ? 'Did you mean one of these?' : `Did you mean one of these? There are ${p.more} more.`,
    zh: (p) => (p.more === 0 ? '您是不是要找：' : `您是不是要找（另有 ${p.more} 个）：`),
  },
  others: {
    en: (p: { more: number }) => (p.more === 0 ? 'Available:' : `Available (${p.more} more not listed):`),
    zh: (p) => (p.more === 0 ? '可选：' : `可选（另有 ${p.more} 个）：`),
  },
  askAgain: { en: () => 'Run again', zh: () => '重新执行' },
  choose: { en: () => 'Choose one', zh: () => '请选择' },
  noContext: {
    en: (p: { command: string }) =>
      `This channel has no context, so I don’t know which app you mean. Choose one below, or type \`${p.command} use team/region/app\`.`,
    zh: (p) =>
      `本频道还没有上下文，无法确定您指的是哪个应用。请在下方选择，或输入 \`${p.command} use 团队/集群/应用\`。`,
  },
  chooseContext: { en: () => 'Choose a context', zh: () => '选择上下文' },
  didNotUnderstand: {
    en: (p: { typed: string; example: string }) => `I don’t recognize “${p.typed}”. Try \`${p.example}\`.`,
    zh: (p) => `无法识别“${p.typed}”。可以试试 \`${p.example}\`。`,
  },
  showHelp: { en: () => 'Show help', zh: () => '查看帮助' },
  fault: { en: (p: { label: string; why: string }) => `⚠ ${p.label}: ${p.why}`, zh: (p) => `⚠ ${p.label}：${p.why}` },
  faultPlain: { en: (p: { why: string }) => `⚠ ${p.why}`, zh: (p) => `⚠ ${p.why}` },
  example: { en: (p: { example: string }) => `For example: \`${p.example}\``, zh: (p) => `例如：\`${p.example}\`` },
  reference: {
    en: (p: { reference: string }) => `Reference: \`${p.reference}\``,
    zh: (p) => `参考编号：\`${p.reference}\``,
  },
  bug: {
    en: (p: { reference: string }) =>
      `Something went wrong in Portolan. Check the current state before you try again. Reference: \`${p.reference}\`.`,
    zh: (p) => `Portolan 内部出错。重试之前，请先查看当前状态。参考编号：\`${p.reference}\`。`,
  },
  storeDown: {
    en: (p: { reference: string }) =>
      `Portolan can’t reach its database, so nothing was done. Try again in a moment. Reference: \`${p.reference}\`.`,
    zh: (p) => `Portolan 无法访问自己的数据库，因此未执行任何操作。请稍后重试。参考编号：\`${p.reference}\`。`,
  },
  diskFull: {
    en: () => 'Portolan’s disk is full, so nothing was changed. Contact your Portolan administrator, then try again.',
    zh: () => 'Portolan 的磁盘已满，因此未做任何更改。请联系 Portolan 管理员，然后重试。',
  },
  yes: { en: () => 'Yes', zh: () => '是' },
  reading: { en: () => 'Reading…', zh: () => '正在读取……' },
  notCreatedTitle: { en: () => 'Not created', zh: () => '未创建' },
  notCreated: {
    en: () => 'Something went wrong, so nothing was created. What you saw here doesn’t work. Try again.',
    zh: () => '出现问题，未能创建。刚才显示的内容无效，请重试。',
  },
  readingTitle: { en: () => 'One moment', zh: () => '请稍候' },
  close: { en: () => 'Close', zh: () => '关闭' },
  cancel: { en: () => 'Cancel', zh: () => '取消' },
  ask: { en: () => 'Show', zh: () => '查询' },
  plan: { en: () => 'Post request', zh: () => '提交申请' },
  save: { en: () => 'Save', zh: () => '保存' },
  advanced: { en: () => 'Advanced', zh: () => '高级选项' },
  lessAdvanced: { en: () => 'Hide advanced', zh: () => '收起高级选项' },
  choosePlaceholder: { en: () => 'Type to search', zh: () => '输入以搜索' },
  noneOption: {
    en: () => 'No matches. You can type any name.',
    zh: () => '没有匹配项，可直接输入名称',
  },
  platformSlow: { en: () => 'the platform is slow', zh: () => '平台响应慢' },
  slackSlow: { en: () => 'Slack is slow', zh: () => 'Slack 响应慢' },
  slowOption: {
    en: (p: { typed: string; why: string }) => `Use “${p.typed}” (${p.why})`,
    zh: (p) => `使用“${p.typed}”（${p.why}）`,
  },
  slowNothing: {
    en: (p: { why: string }) => `Type any name (${p.why})`,
    zh: (p) => `可直接输入名称（${p.why}）`,
  },
  asTyped: { en: (p: { typed: string }) => `Use “${p.typed}”`, zh: (p) => `使用“${p.typed}”` },
  chooseFirst: { en: (p: { what: string }) => `First choose: ${p.what}`, zh: (p) => `请先选择：${p.what}` },
  moreOptions: {
    en: (p: { count: number }) => `${p.count} more. Type to narrow the list.`,
    zh: (p) => `还有 ${p.count} 个，请输入以缩小范围`,
  },
  askWho: { en: () => 'Ask to approve', zh: () => '请谁审批' },
  askWhoHint: {
    en: () => 'Mentioned on the card. Only for changes that someone else approves.',
    zh: () => '会在卡片上被提及。仅用于须由他人审批的变更。',
  },
  reason: { en: () => 'Reason', zh: () => '理由' },
  reasonHint: {
    en: () => 'Shown on the card and in the audit log.',
    zh: () => '显示在卡片和审计日志中。',
  },
  doesNotFit: {
    en: () => 'This value is too long for a form. Enter a shorter one.',
    zh: () => '该值太长，表单放不下。请输入更短的值。',
  },
  oneEachLine: { en: () => 'One per line.', zh: () => '每行一个。' },
  answered: {
    en: () => '✓ The answer is in the channel. Only you can see it.',
    zh: () => '✓ 回答已发到频道，仅您可见。',
  },
  answeredInMessages: {
    en: () => '✓ The answer is in your direct messages with me.',
    zh: () => '✓ 回答在您与我的私信中。',
  },
  posted: { en: () => '✓ Posted in the channel.', zh: () => '✓ 已发到频道。' },
  invite: {
    en: (p: { channel: string; bot: string }) =>
      `I can’t post in ${p.channel} because I’m not a member. Type \`/invite @${p.bot}\` there, then try again.`,
    zh: (p) => `我不是 ${p.channel} 的成员，无法在那里发消息。请在该频道输入 \`/invite @${p.bot}\`，然后重试。`,
  },
  channelGone: {
    en: () => 'This channel is archived or no longer exists. Use another one.',
    zh: () => '该频道已归档或不存在。请使用其他频道。',
  },
  missingScope: {
    en: (p: { scope: string }) =>
      `Slack refused this: the app is missing the scope \`${p.scope}\`. Ask a workspace administrator to add it and reinstall the app.`,
    zh: (p) => `Slack 拒绝了此操作：应用缺少权限 \`${p.scope}\`。请工作区管理员添加该权限并重新安装应用。`,
  },
  tokenRefused: {
    en: (p: { code: string }) =>
      `Slack rejected Portolan’s token (\`${p.code}\`). Ask your Portolan administrator to reinstall the app and set the new SLACK_BOT_TOKEN.`,
    zh: (p) =>
      `Slack 拒绝了 Portolan 的令牌（\`${p.code}\`）。请 Portolan 管理员重新安装应用，并设置新的 SLACK_BOT_TOKEN。`,
  },
  blocksRefused: {
    en: (p: { code: string }) =>
      `Slack rejected the layout of this message (\`${p.code}\`). This is an error in Portolan. Contact your Portolan administrator.`,
    zh: (p) => `Slack 拒绝了此消息的格式（\`${p.code}\`）。这是 Portolan 的错误，请联系 Portolan 管理员。`,
  },
  postingDenied: {
    en: (p: { channel: string; bot: string; code: string }) =>
      `The settings of ${p.channel} don’t let me post there (\`${p.code}\`). Ask a channel manager or a workspace admin to allow @${p.bot}, or use another channel.`,
    zh: (p) =>
      `${p.channel} 的设置不允许我在那里发消息（\`${p.code}\`）。请联系频道管理者或工作区管理员允许 @${p.bot}，或改用其他频道。`,
  },
  appRestricted: {
    en: (p: { code: string }) =>
      `This workspace restricts the app (\`${p.code}\`). Ask a workspace admin to allow it, then try again.`,
    zh: (p) => `此工作区限制了该应用（\`${p.code}\`）。请联系工作区管理员允许后重试。`,
  },
  slackRefused: {
    en: (p: { code: string }) =>
      `Slack refused this (\`${p.code}\`). Try again. If it keeps failing, contact your Portolan administrator.`,
    zh: (p) => `Slack 拒绝了此操作（\`${p.code}\`）。请重试；如仍失败，请联系 Portolan 管理员。`,
  },
  theCard: { en: () => 'its card', zh: () => '该卡片' },
  linked: {
    en: (p: { where: string }) => `There is already a pending request for this: ${p.where}.`,
    zh: (p) => `已有相同的未完成申请：${p.where}。`,
  },
  linkedUnknown: {
    en: (p: { where: string }) =>
      `The same request has already run, and its outcome isn’t known yet: ${p.where}. Check it there first.`,
    zh: (p) => `相同的申请已执行，但结果尚未确定：${p.where}。请先在其卡片上检查。`,
  },
  noContextForm: {
    en: () => 'No context is set here. First choose one with the button in the channel.',
    zh: () => '这里没有设置上下文。请先用频道中的按钮选择一个。',
  },
  whyOthers: {
    en: (p: { why: string; names: string; more: number }) =>
      `${p.why} Available: ${p.names}${p.more === 0 ? '' : ` and ${p.more} more`}.`,
    zh: (p) => `${p.why}可选：${quotedNames(p.names)}${p.more === 0 ? '' : `，另有 ${p.more} 个`}。`,
  },
  whyNearest: {
    en: (p: { why: string; names: string }) => `${p.why} Did you mean ${p.names}?`,
    zh: (p) => `${p.why}您是不是要找：${quotedNames(p.names)}？`,
  },
  named: { en: (p: { who: string }) => p.who, zh: (p) => p.who },
  whoMentioned: {
    en: (p: { says: string; mentions: string }) => `${p.says} (${p.mentions})`,
    zh: (p) => `${p.says}（${p.mentions}）`,
  },
  mentioning: { en: (p: { who: string; text: string }) => `${p.who} ${p.text}`, zh: (p) => `${p.who} ${p.text}` },
  withLink: { en: (p: { text: string; link: string }) => `${p.text} (${p.link})`, zh: (p) => `${p.text}（${p.link}）` },
  slackUnreachable: {
    en: () => 'Slack isn’t responding. Try again in a moment.',
    zh: () => 'Slack 没有响应。请稍后重试。',
  },
  triggerExpired: {
    en: () => 'The form couldn’t be opened in the few seconds that Slack allows.',
    zh: () => '未能在 Slack 允许的几秒内打开表单。',
  },
  formUnreachable: {
    en: () => 'Slack didn’t respond, so the form didn’t open. Press the button to try again.',
    zh: () => 'Slack 没有响应，表单未能打开。请点击按钮重试。',
  },
  unknownButton: {
    en: () => 'This button is from an earlier version of Portolan. Run the command again.',
    zh: () => '此按钮来自旧版本的 Portolan，请重新执行命令。',
  },
  chooseChannel: { en: () => 'Channel', zh: () => '频道' },
  chooseChannelAnswerHint: { en: () => 'The answer is posted here.', zh: () => '回答将发布到此频道。' },
  chooseChannelHint: { en: () => 'The card is posted here.', zh: () => '卡片将发布到此频道。' },
  kind: { en: () => 'Type', zh: () => '类型' },
  done: { en: () => 'Done', zh: () => '完成' },
});
