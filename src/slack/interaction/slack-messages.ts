import { quotedNames } from '../../core/text/chinese.ts';
import { withoutCapital } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

export const slackMsg = messages('slack', {
  attempt: { en: (p: { summary: string }) => withoutCapital(p.summary), zh: '{summary}' },
  notAttempted: {
    en: 'Couldn’t {what}. {why} Nothing was changed.',
    zh: '无法{what}。{why}未做任何更改。',
  },
  review: { en: 'Review', zh: '查看' },
  reviewSpoken: { en: 'Review the request: {title}', zh: '查看申请：{title}' },
  contextLine: { en: 'Context: {context}', zh: '上下文：{context}' },
  contextStamp: { en: 'Context: {context} · as of {at}', zh: '上下文：{context} · 截至 {at}' },
  sharedBy: { en: 'Shared by {who} · as of {at}', zh: '由 {who} 分享 · 截至 {at}' },
  sharedAlready: { en: 'This answer was already shared in the channel.', zh: '此回答已分享到频道。' },
  editsNotRun: { en: 'Edits aren’t run. Send it again.', zh: '修改消息不会再次执行，请重新发送。' },
  share: { en: 'Share to channel', zh: '分享到频道' },
  fileNotShown: {
    en: 'Slack took the file “{title}” but doesn’t show it. If it doesn’t appear soon, try again.',
    zh: 'Slack 已接收文件“{title}”，但尚未显示。如果稍后仍未出现，请重试。',
  },
  fileTooLarge: {
    en: 'The file “{title}” is too large for Slack. Choose less, such as a shorter time.',
    zh: '文件“{title}”过大，无法通过 Slack 发送。请缩小范围，例如缩短时间。',
  },
  shareAsksAgain: {
    en: 'The answer was older than 30 minutes, so I ran the command again before sharing it.',
    zh: '此回答已超过 30 分钟，分享前已重新查询。',
  },
  profileUnreadable: {
    en: 'I couldn’t read your profile from Slack, so I can’t check whether you may do this. Try again.',
    zh: '无法从 Slack 读取您的资料，因此无法判断您是否有权操作。请重试。',
  },
  silentSince: { en: 'It hasn’t answered since {at}.', zh: '自 {at} 起没有响应。' },
  unreadSince: {
    en: 'Nothing of region {region} could be read since {at}.',
    zh: '自 {at} 起无法读取集群“{region}”的任何数据。',
  },
  lastKnown: { en: 'Last known addresses', zh: '最近已知的地址' },
  lastStatus: { en: '{name}, as of {at}: {status}.', zh: '“{name}”在 {at} 的状态：{status}。' },
  lastStates: { en: 'Last known states', zh: '最近已知的状态' },
  tryAgain: { en: 'Try again', zh: '重试' },
  edit: { en: 'Edit', zh: '修改' },
  openForm: { en: 'Open the form', zh: '打开表单' },
  leftOut: {
    en: '… The rest doesn’t fit into one message. Narrow your search to see it.',
    zh: '…其余内容超出单条消息的长度。请缩小搜索范围。',
  },
  rowsLeftOut: { en: 'Showing {shown} of {total:# row|# rows}.', zh: '共 {total} 行，显示前 {shown} 行。' },
  heading: { en: '*{text}*', zh: '*{text}*' },
  tableText: { en: '{label}: {value}', zh: '{label}：{value}' },
  nearestOne: { en: 'Did you mean {name}?', zh: '您是不是要找{name:quoted}？' },
  nearestOneOf: {
    en: 'Did you mean {name}? {more:There is # other.|There are # others.}',
    zh: '您是不是要找{name:quoted}？另有 {more} 个。',
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
  askAgain: { en: 'Run again', zh: '重新执行' },
  choose: { en: 'Choose one', zh: '请选择' },
  noContext: {
    en: 'This channel has no context, so I don’t know which app you mean. Choose one below, or type `{command} use team/region/app`.',
    zh: '本频道还没有上下文，无法确定您指的是哪个应用。请在下方选择，或输入 `{command} use 团队/集群/应用`。',
  },
  chooseContext: { en: 'Choose a context', zh: '选择上下文' },
  didNotUnderstand: {
    en: 'I don’t recognize “{typed}”. Try `{example}`.',
    zh: '无法识别“{typed}”。可以试试 `{example}`。',
  },
  showHelp: { en: 'Show help', zh: '查看帮助' },
  fault: { en: '⚠ {label}: {why}', zh: '⚠ {label}：{why}' },
  faultPlain: { en: '⚠ {why}', zh: '⚠ {why}' },
  example: { en: 'For example: `{example}`', zh: '例如：`{example}`' },
  bug: {
    en: 'Something went wrong in Portolan. Check the current state before you try again. Reference: `{reference}`.',
    zh: 'Portolan 内部出错。重试之前，请先查看当前状态。参考编号：`{reference}`。',
  },
  storeDown: {
    en: 'Portolan can’t reach its database, so nothing was done. Try again in a moment. Reference: `{reference}`.',
    zh: 'Portolan 无法访问自己的数据库，因此未执行任何操作。请稍后重试。参考编号：`{reference}`。',
  },
  diskFull: {
    en: 'Portolan’s disk is full, so nothing was changed. Contact your Portolan administrator, then try again.',
    zh: 'Portolan 的磁盘已满，因此未做任何更改。请联系 Portolan 管理员，然后重试。',
  },
  yes: { en: 'Yes', zh: '是' },
  reading: { en: 'Reading…', zh: '正在读取…' },
  notCreatedTitle: { en: 'Not created', zh: '未创建' },
  notCreated: {
    en: 'Something went wrong, so nothing was created. What you saw here doesn’t work. Try again.',
    zh: '出现问题，未能创建。刚才显示的内容无效，请重试。',
  },
  readingTitle: { en: 'One moment', zh: '请稍候' },
  close: { en: 'Close', zh: '关闭' },
  cancel: { en: 'Cancel', zh: '取消' },
  ask: { en: 'Show', zh: '查询' },
  /** Posts the request if it needs approval, otherwise shows the plan first. */
  plan: { en: 'Request', zh: '提交申请' },
  save: { en: 'Save', zh: '保存' },
  advanced: { en: 'Advanced', zh: '高级选项' },
  lessAdvanced: { en: 'Hide advanced', zh: '收起高级选项' },
  choosePlaceholder: { en: 'Type to search', zh: '输入以搜索' },
  noneOption: { en: 'Nothing to choose from. You can type a value.', zh: '没有可选项，可直接输入' },
  noneListed: {
    en: (p: { what: string }) => `None found for this ${withoutCapital(p.what)}. You can type one.`,
    zh: '该{what}下没有可选项，可直接输入',
  },
  platformSlow: { en: 'the platform is slow', zh: '平台响应慢' },
  slackSlow: { en: 'Slack is slow', zh: 'Slack 响应慢' },
  slowOption: { en: 'Use “{typed}” ({why})', zh: '使用“{typed}”（{why}）' },
  slowNothing: { en: 'Type any name ({why})', zh: '可直接输入名称（{why}）' },
  asTyped: { en: 'Use “{typed}”', zh: '使用“{typed}”' },
  chooseFirst: { en: 'First choose: {what}', zh: '请先选择：{what}' },
  moreOptions: { en: '{count} more. Type to narrow the list.', zh: '还有 {count} 个，请输入以缩小范围' },
  askWho: { en: 'Ask to approve', zh: '请谁审批' },
  askWhoHint: {
    en: 'Mentioned on the card. Only for changes that someone else approves.',
    zh: '会在卡片上被提及。仅用于须由他人审批的变更。',
  },
  reason: { en: 'Reason', zh: '理由' },
  reasonHint: { en: 'Shown on the card and in the audit log.', zh: '显示在卡片和审计日志中。' },
  doesNotFit: {
    en: 'This value is too long for a form. Enter a shorter one.',
    zh: '该值太长，表单放不下。请输入更短的值。',
  },
  oneEachLine: { en: 'One per line.', zh: '每行一个。' },
  answered: { en: '✓ The answer is in the channel. Only you can see it.', zh: '✓ 回答已发到频道，仅您可见。' },
  answeredInMessages: { en: '✓ The answer is in your direct messages with me.', zh: '✓ 回答在您与我的私信中。' },
  posted: { en: '✓ Posted in the channel.', zh: '✓ 已发到频道。' },
  invite: {
    en: 'I can’t post in {channel} because I’m not a member. Type `/invite @{bot}` there, then try again.',
    zh: '我不是 {channel} 的成员，无法在那里发消息。请在该频道输入 `/invite @{bot}`，然后重试。',
  },
  channelGone: {
    en: 'This channel is archived or no longer exists. Use another one.',
    zh: '该频道已归档或不存在。请使用其他频道。',
  },
  missingScope: {
    en: 'Slack refused this: the app is missing the scope `{scope}`. Ask a workspace administrator to add it and reinstall the app.',
    zh: 'Slack 拒绝了此操作：应用缺少权限 `{scope}`。请工作区管理员添加该权限并重新安装应用。',
  },
  tokenRefused: {
    en: 'Slack rejected Portolan’s token (`{code}`). Ask your Portolan administrator to reinstall the app and set the new SLACK_BOT_TOKEN.',
    zh: 'Slack 拒绝了 Portolan 的令牌（`{code}`）。请 Portolan 管理员重新安装应用，并设置新的 SLACK_BOT_TOKEN。',
  },
  blocksRefused: {
    en: 'Slack rejected the layout of this message (`{code}`). This is an error in Portolan. Contact your Portolan administrator.',
    zh: 'Slack 拒绝了此消息的格式（`{code}`）。这是 Portolan 的错误，请联系 Portolan 管理员。',
  },
  postingDenied: {
    en: 'The settings of {channel} don’t let me post there (`{code}`). Ask a channel manager or a workspace admin to allow @{bot}, or use another channel.',
    zh: '{channel} 的设置不允许我在那里发消息（`{code}`）。请联系频道管理者或工作区管理员允许 @{bot}，或改用其他频道。',
  },
  appRestricted: {
    en: 'This workspace restricts the app (`{code}`). Ask a workspace admin to allow it, then try again.',
    zh: '此工作区限制了该应用（`{code}`）。请联系工作区管理员允许后重试。',
  },
  slackRefused: {
    en: 'Slack refused this (`{code}`). Try again. If it keeps failing, contact your Portolan administrator.',
    zh: 'Slack 拒绝了此操作（`{code}`）。请重试；如仍失败，请联系 Portolan 管理员。',
  },
  theCard: { en: 'see its card', zh: '见卡片' },
  linked: { en: 'There is already a pending request for this: {where}.', zh: '已有相同的未完成申请：{where}。' },
  linkedUnknown: {
    en: 'The same request has already run, and its outcome isn’t known yet: {where}. Check it there first.',
    zh: '相同的申请已执行，但结果尚未确定：{where}。请先在其卡片上检查。',
  },
  noContextForm: {
    en: 'No context is set here. First choose one with the button in the channel.',
    zh: '这里没有设置上下文。请先用频道中的按钮选择一个。',
  },
  whyOthers: {
    en: (p: { why: string; names: string; more: number }) =>
      `${p.why} Available: ${p.names}${p.more === 0 ? '' : ` and ${p.more} more`}.`,
    zh: (p) => `${p.why}可选：${quotedNames(p.names)}${p.more === 0 ? '' : `，另有 ${p.more} 个`}。`,
  },
  whyChoose: { en: '{why} Choose “{choice}”.', zh: '{why}请选择“{choice}”。' },
  whyNearest: { en: '{why} Did you mean {names}?', zh: '{why}您是不是要找：{names:quoted}？' },
  named: { en: '{who}', zh: '{who}' },
  whoMentioned: { en: '{says} ({mentions})', zh: '{says}（{mentions}）' },
  mentioning: { en: '{who} {text}', zh: '{who} {text}' },
  withLink: { en: '{text} ({link})', zh: '{text}（{link}）' },
  slackUnreachable: { en: 'Slack isn’t responding. Try again in a moment.', zh: 'Slack 没有响应。请稍后重试。' },
  triggerExpired: {
    en: 'The form couldn’t be opened in the few seconds that Slack allows.',
    zh: '未能在 Slack 允许的几秒内打开表单。',
  },
  formUnreachable: {
    en: 'Slack didn’t respond, so the form didn’t open. Press the button to try again.',
    zh: 'Slack 没有响应，表单未能打开。请点击按钮重试。',
  },
  unknownButton: {
    en: 'This button is from an earlier version of Portolan. Run the command again.',
    zh: '此按钮来自旧版本的 Portolan，请重新执行命令。',
  },
  chooseChannel: { en: 'Channel', zh: '频道' },
  chooseChannelAnswerHint: { en: 'The answer is posted here.', zh: '回答将发布到此频道。' },
  chooseChannelHint: { en: 'The card is posted here.', zh: '卡片将发布到此频道。' },
  kind: { en: 'Type', zh: '类型' },
  done: { en: 'Done', zh: '完成' },
});
