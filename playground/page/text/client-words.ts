/**
 * What Slack's own client says inside conversations and modals, in the languages of the workspace's people. The
 * playground's guidance (tour, inspector, people) stays in one language: whoever reads it becomes many people.
 */
const english = {
  onlyYou: 'Only visible to you',
  app: 'App',
  guest: 'Guest',
  stranger: 'Other workspace',
  edited: '(edited)',
  optional: '(optional)',
  choose: 'Choose …',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  send: 'Send',
  moreActions: 'More actions',
  thread: 'Thread',
  closeThread: 'Close thread',
  replyInThread: 'Reply in thread',
  replies: (count: number) => (count === 1 ? '1 reply' : `${count} replies`),
  message: (name: string) => `Message ${name}`,
  placeholder: (name: string) => `Message ${name} or type /`,
  members: (count: number) => `${count} members`,
  botIsNotHere: 'Portolan is not here',
  sending: 'sending …',
  stillSending: 'still sending …',
  sent: 'only you see that you typed this',
  refused: 'not sent',
  left: (count: number) => `${count} left`,
  typeMore: (count: number) => (count === 1 ? 'Type a character to search.' : `Type ${count} characters to search.`),
  looking: 'Looking …',
  nothingToChoose: 'There is nothing to choose from.',
  nothingFits: (typed: string) => `Nothing fits “${typed}”.`,
  anotherLook: (count: number) =>
    count === 1 ? 'One field needs another look.' : `${count} fields need another look.`,
  download: 'Download',
  earlierMessages: 'Show earlier messages',
  keyChoose: 'choose',
  keyTake: 'take',
  keyClose: 'close',
  openLarge: (alt: string) => `Open large: ${alt}`,
  noPicture: 'This picture cannot be shown here.',
};

/** The words of one language. */
export type ClientWords = typeof english;

const chinese: ClientWords = {
  onlyYou: '仅对您可见',
  app: '应用',
  guest: '访客',
  stranger: '其他工作区',
  edited: '（已编辑）',
  optional: '（可选）',
  choose: '请选择…',
  close: '关闭',
  cancel: '取消',
  back: '返回',
  send: '发送',
  moreActions: '更多操作',
  thread: '消息列',
  closeThread: '关闭消息列',
  replyInThread: '在消息列中回复',
  replies: (count) => `${count} 条回复`,
  message: (name) => `给 ${name} 发消息`,
  placeholder: (name) => `给 ${name} 发消息，或输入 /`,
  members: (count) => `${count} 位成员`,
  botIsNotHere: 'Portolan 不在此处',
  sending: '正在发送…',
  stillSending: '仍在发送…',
  sent: '只有您能看到您输入了这条命令',
  refused: '未发送',
  left: (count) => `还可输入 ${count} 个字符`,
  typeMore: (count) => `请输入 ${count} 个字符以搜索。`,
  looking: '正在查找…',
  nothingToChoose: '没有可选项。',
  nothingFits: (typed) => `没有与“${typed}”匹配的选项。`,
  anotherLook: (count) => `有 ${count} 个字段需要修改。`,
  download: '下载',
  earlierMessages: '显示更早的消息',
  keyChoose: '选择',
  keyTake: '采用',
  keyClose: '关闭',
  openLarge: (alt) => `放大：${alt}`,
  noPicture: '此处无法显示这张图片。',
};

/** The words for a Slack locale; English where there are none. */
export function clientWords(locale: string): ClientWords {
  return locale.startsWith('zh') ? chinese : english;
}
