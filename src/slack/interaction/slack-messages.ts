import { messages } from '../../core/text/text.ts';

/** What the bot says about itself and about messages; words of operations stand with them. */
export const msg = messages('slack', {
  contextLine: { en: (p: { context: string }) => `Context: ${p.context}`, zh: (p) => `上下文：${p.context}` },
  contextStamp: {
    en: (p: { context: string; at: string }) => `Context: ${p.context} · as of ${p.at}`,
    zh: (p) => `上下文：${p.context} · 截至 ${p.at}`,
  },
  place: {
    en: (p: { team: string; region: string; app: string }) => `${p.team} / ${p.region} / ${p.app}`,
    zh: (p) => `${p.team} / ${p.region} / ${p.app}`,
  },
  placeNamed: {
    en: (p: { name: string; place: string }) => `*${p.name}* (${p.place})`,
    zh: (p) => `*${p.name}*（${p.place}）`,
  },
  appNamed: { en: (p: { name: string; id: string }) => `${p.name} #${p.id}`, zh: (p) => `${p.name} #${p.id}` },
  sharedBy: {
    en: (p: { who: string; at: string }) => `Shared by ${p.who} · as of ${p.at}`,
    zh: (p) => `由 ${p.who} 分享 · 截至 ${p.at}`,
  },
  share: { en: () => 'Share to channel', zh: () => '分享到频道' },
  shareAsksAgain: {
    en: () => 'This answer is older than 30 minutes, so it was asked again before it was shared.',
    zh: () => '此回答已超过 30 分钟，分享前已重新查询。',
  },
  profileUnreadable: {
    en: () => 'I couldn’t read your profile from Slack, so I can’t tell whether you may do this. Try again.',
    zh: () => '无法从 Slack 读取您的资料，因此无法判断您是否有权操作。请重试。',
  },
  tryAgain: { en: () => 'Try again', zh: () => '重试' },
  edit: { en: () => 'Edit', zh: () => '修改' },
  openForm: { en: () => 'Open the form', zh: () => '打开表单' },
  leftOut: {
    en: () => '… the rest does not fit into one message. Search for something narrower.',
    zh: () => '……其余内容超出单条消息长度。请缩小搜索范围。',
  },
  rowsLeftOut: {
    en: (p: { shown: number; total: number }) => `${p.shown} of ${p.total} rows fit into a message.`,
    zh: (p) => `单条消息只能显示 ${p.total} 行中的 ${p.shown} 行。`,
  },
  heading: { en: (p: { text: string }) => `*${p.text}*`, zh: (p) => `*${p.text}*` },
  tableText: {
    en: (p: { label: string; value: string }) => `${p.label}: ${p.value}`,
    zh: (p) => `${p.label}：${p.value}`,
  },
  nearest: { en: () => 'Did you mean:', zh: () => '您是不是要找：' },
  others: { en: () => 'There are:', zh: () => '现有：' },
  askAgain: { en: () => 'Ask again', zh: () => '再次查询' },
  choose: { en: () => 'Choose one', zh: () => '请选择' },
  noContext: {
    en: (p: { command: string }) =>
      `I don’t know yet which app you mean. Choose one for this channel, or type \`${p.command} use team/region/app\`.`,
    zh: (p) => `我还不知道您指的是哪个应用。请为本频道选择一个，或输入 \`${p.command} use 团队/集群/应用\`。`,
  },
  chooseContext: { en: () => 'Choose the context', zh: () => '选择上下文' },
  didNotUnderstand: {
    en: (p: { typed: string; example: string }) => `I don’t understand “${p.typed}”. Try \`${p.example}\`.`,
    zh: (p) => `我不明白“${p.typed}”。可以试试 \`${p.example}\`。`,
  },
  fault: { en: (p: { label: string; why: string }) => `⚠ ${p.label}: ${p.why}`, zh: (p) => `⚠ ${p.label}：${p.why}` },
  faultPlain: { en: (p: { why: string }) => `⚠ ${p.why}`, zh: (p) => `⚠ ${p.why}` },
  example: { en: (p: { example: string }) => `For example: \`${p.example}\``, zh: (p) => `例如：\`${p.example}\`` },
  reference: {
    en: (p: { reference: string }) => `Reference: \`${p.reference}\``,
    zh: (p) => `参考编号：\`${p.reference}\``,
  },
  bug: {
    en: (p: { reference: string }) =>
      `Something broke on my side. Look at how things stand before you ask again. Reference: \`${p.reference}\`.`,
    zh: (p) => `我这边出了问题。再次提出之前，请先查看当前状态。参考编号：\`${p.reference}\`。`,
  },
  storeDown: {
    en: (p: { reference: string }) =>
      `I cannot reach my own database, so I did not go on. Try again in a moment. Reference: \`${p.reference}\`.`,
    zh: (p) => `我无法访问自己的数据库，因此没有继续。请稍后重试。参考编号：\`${p.reference}\`。`,
  },
  diskFull: {
    en: () => 'The bot’s disk is full, so nothing was changed. Contact your Portolan administrator, then try again.',
    zh: () => '机器人的磁盘已满，因此未做任何更改。请联系 Portolan 管理员，然后重试。',
  },
  yes: { en: () => 'Yes', zh: () => '是' },
  reading: { en: () => 'Reading…', zh: () => '正在读取……' },
  readingTitle: { en: () => 'One moment', zh: () => '请稍候' },
  close: { en: () => 'Close', zh: () => '关闭' },
  cancel: { en: () => 'Cancel', zh: () => '取消' },
  ask: { en: () => 'Ask', zh: () => '查询' },
  plan: { en: () => 'Show the plan', zh: () => '显示计划' },
  save: { en: () => 'Save', zh: () => '保存' },
  advanced: { en: () => 'Advanced', zh: () => '高级' },
  lessAdvanced: { en: () => 'Hide advanced', zh: () => '收起高级选项' },
  choosePlaceholder: { en: () => 'Type to search', zh: () => '输入以搜索' },
  noneOption: {
    en: () => 'Nothing found: what you type is used as it is',
    zh: () => '没有找到：将直接使用您输入的名称',
  },
  slowOption: {
    en: (p: { typed: string }) => `The platform is slow: use “${p.typed}” as typed`,
    zh: (p) => `平台响应慢：直接使用“${p.typed}”`,
  },
  slowNothing: {
    en: () => 'The platform is slow. Type a name to use it.',
    zh: () => '平台响应慢。请输入名称直接使用。',
  },
  asTyped: { en: (p: { typed: string }) => `“${p.typed}”, as typed`, zh: (p) => `“${p.typed}”（按输入）` },
  chooseFirst: { en: (p: { what: string }) => `Choose first: ${p.what}`, zh: (p) => `请先选择：${p.what}` },
  moreOptions: {
    en: (p: { count: number }) => `${p.count} more: type to narrow`,
    zh: (p) => `还有 ${p.count} 个：请输入以缩小范围`,
  },
  reason: { en: () => 'Reason', zh: () => '原因' },
  reasonHint: { en: () => 'Shown on the card, kept in the record.', zh: () => '显示在卡片上，并写入审计记录。' },
  doesNotFit: {
    en: () => 'What you gave is too long for a form. Enter something shorter.',
    zh: () => '您输入的内容太长，表单放不下。请输入更短的内容。',
  },
  oneEachLine: { en: () => 'One each line.', zh: () => '每行一个。' },
  answered: {
    en: () => '✓ The answer is in the channel, visible only to you.',
    zh: () => '✓ 回答已发到频道，仅您可见。',
  },
  answeredInMessages: { en: () => '✓ The answer is in your messages with me.', zh: () => '✓ 回答在您与我的私信中。' },
  posted: { en: () => '✓ Posted in the channel.', zh: () => '✓ 已发到频道。' },
  invite: {
    en: (p: { channel: string; bot: string }) =>
      `I am not in ${p.channel} and cannot post there. Type \`/invite @${p.bot}\` in it, then try again.`,
    zh: (p) => `我不在 ${p.channel} 中，无法在那里发消息。请在该频道输入 \`/invite @${p.bot}\`，然后重试。`,
  },
  channelGone: { en: () => 'This channel cannot be reached any more.', zh: () => '无法再访问此频道。' },
  missingScope: {
    en: (p: { scope: string }) =>
      `Slack has not granted me \`${p.scope}\`. Ask an administrator to add this scope and install the app again.`,
    zh: (p) => `Slack 没有授予我 \`${p.scope}\` 权限。请管理员添加此权限并重新安装应用。`,
  },
  slackRefused: {
    en: (p: { code: string }) => `Slack refused this (\`${p.code}\`). Try again; if it stays so, tell whoever runs me.`,
    zh: (p) => `Slack 拒绝了此操作（\`${p.code}\`）。请重试；若仍然如此，请联系我的管理员。`,
  },
  theCard: { en: () => 'its card', zh: () => '该卡片' },
  linked: {
    en: (p: { where: string }) => `The same is asked already and not over yet: ${p.where}.`,
    zh: (p) => `相同的请求已经提出，尚未结束：${p.where}。`,
  },
  noContextForm: {
    en: () => 'No context holds here yet: choose one first, with the button in the channel.',
    zh: () => '这里还没有上下文：请先用频道中的按钮选择一个。',
  },
  whyOthers: {
    en: (p: { why: string; names: string }) => `${p.why} There are: ${p.names}.`,
    zh: (p) => `${p.why} 现有：${p.names}。`,
  },
  whyNearest: {
    en: (p: { why: string; names: string }) => `${p.why} Did you mean: ${p.names}?`,
    zh: (p) => `${p.why} 您是不是要找：${p.names}？`,
  },
  named: { en: (p: { who: string }) => p.who, zh: (p) => p.who },
  whoMentioned: {
    en: (p: { says: string; mentions: string }) => `${p.says} (${p.mentions})`,
    zh: (p) => `${p.says}（${p.mentions}）`,
  },
  pressAgain: {
    en: () => 'Slack gave me too little time to open that. Press the button once more.',
    zh: () => 'Slack 留给我的时间不够。请再按一次按钮。',
  },
  mentioning: { en: (p: { who: string; text: string }) => `${p.who} ${p.text}`, zh: (p) => `${p.who} ${p.text}` },
  withLink: { en: (p: { text: string; link: string }) => `${p.text} (${p.link})`, zh: (p) => `${p.text}（${p.link}）` },
  slackUnreachable: {
    en: () => 'Slack could not be reached just now. Try again.',
    zh: () => '暂时无法连接 Slack。请重试。',
  },
  slackBusy: {
    en: () => 'Slack asks to slow down. Try again in a minute.',
    zh: () => 'Slack 要求放慢速度。请一分钟后重试。',
  },
  triggerExpired: {
    en: () => 'Slack gave me too little time to open the form. Press here:',
    zh: () => 'Slack 留给我打开表单的时间不够。请按这里：',
  },
  unknownButton: {
    en: () => 'This button belongs to an older version of me. Ask again to get a fresh one.',
    zh: () => '这个按钮来自旧版本。请重新查询以获得新的按钮。',
  },
  chooseChannel: { en: () => 'Channel', zh: () => '频道' },
  chooseChannelAnswerHint: { en: () => 'Where the answer is posted.', zh: () => '回答发布的位置。' },
  chooseChannelHint: { en: () => 'Where the card is posted.', zh: () => '卡片发布的位置。' },
  kind: { en: () => 'Kind', zh: () => '类型' },
  done: { en: () => 'Done', zh: () => '完成' },
});
