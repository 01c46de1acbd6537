import { faultWords } from './fault-words.ts';

/** The playground's words in Chinese, by their English words. `{a}` and `{b}` are names and numbers. */
const chinese: Readonly<Record<string, string>> = {
  'Portolan playground': 'Portolan 体验环境',
  Workspace: '工作区',
  'Close list': '关闭列表',
  Channels: '频道',
  'This person isn’t in any channel.': '此人不在任何频道中。',
  Apps: '应用',
  'Portolan home': 'Portolan 主页',
  Shortcuts: '快捷方式',
  unread: '未读',
  'Act as': '切换身份',
  Inspector: '检查器',
  'Show the tour': '显示导览',
  Keyboard: '键盘',
  'Keyboard (?)': '键盘（?）',
  'Colors: system': '颜色：跟随系统',
  'Colors: light': '颜色：浅色',
  'Colors: dark': '颜色：深色',
  Conversations: '会话',
  Home: '主页',
  Messages: '消息',
  'App Home': '应用主页',
  'Waiting for Portolan …': '正在等待 Portolan…',
  'No App Home for this person': '此人没有应用主页',
  'Nothing published yet': '尚未发布任何内容',
  'App Home appears here as soon as Portolan publishes it.': 'Portolan 发布主页后会显示在这里。',
  'Portolan hasn’t published anything. Is the bot running?': 'Portolan 尚未发布任何内容。机器人在运行吗？',
  'Jump to': '跳转到',
  'Conversation or person': '会话或成员',
  'Find a conversation or a person': '查找会话或成员',
  'Conversations and people': '会话和成员',
  'go there': '前往',
  'act as': '切换身份',
  'No results.': '没有结果。',
  Dismiss: '关闭提示',
  'Write a message or command': '输入消息或命令',
  'Jump to a conversation, or act as someone else': '跳转到会话，或切换身份',
  'Previous or next conversation': '上一个或下一个会话',
  'Act as the first, second … person': '切换为第一位、第二位…成员',
  'Open the inspector': '打开检查器',
  'Close the open menu, thread or dialog': '关闭打开的菜单、消息列或对话框',
  'Show this list': '显示此列表',
  'In the composer: accept the completion, send': '在输入框中：采用补全、发送',
  'In the composer: a new line': '在输入框中：换行',
  'In an empty composer: the last message sent': '在空输入框中：上一条已发送的消息',
  'No messages in {a} yet': '{a} 中还没有消息',
  'Portolan isn’t in this conversation. Try a command to see what happens.':
    'Portolan 不在此会话中。试着输入一条命令，看看会发生什么。',
  'Just you and {a}': '只有您和 {a}',
  'The start of {a}': '{a} 的开始',
  'To see the commands, type': '要查看命令，请输入',
  ', or mention': '，或提及',
  'This message was deleted': '此消息已删除',
  'The message that this thread belongs to was deleted.': '此消息列所属的消息已删除。',
  '.': '。',
  Tour: '导览',
  Again: '重新开始',
  'Hide the tour': '隐藏导览',
  '{a} of {b} steps done': '已完成 {a} 步，共 {b} 步',
  '(done)': '（已完成）',
  'Look up': '查询',
  Chart: '图表',
  Ask: '申请',
  Approve: '批准',
  Undo: '撤销',
  'Look something up': '查询信息',
  'List the components of the shop. Only you see the answer.': '列出 shop 应用的组件。只有您能看到结果。',
  'See a chart': '查看图表',
  'The last hour of one component, posted to the channel.': '一个组件最近一小时的监控图，发布到频道。',
  'Ask for a change': '申请变更',
  'Open a port to the internet. At first you only see the plan.': '开启一个端口的对外服务。首先只会显示计划。',
  'Approve it as someone else': '以他人身份批准',
  'You can’t approve your own request. Act as a colleague, and press Approve.':
    '您不能批准自己的申请。请切换为同事，然后点击“批准”。',
  'Undo it': '撤销变更',
  'The card now shows the result and an Undo button. Undoing is a request too. Closing a port needs no second person: press Undo, then Confirm.':
    '卡片现在显示结果和“撤销”按钮。撤销也是一项申请。关闭端口不需要他人批准：点击“撤销”，然后点击“确认”。',
  'You’ve finished the tour.': '导览已完成。',
  'To see what else you can ask, type': '要了解还能做什么，请输入',
  'To see the requests, open the inspector. For an emergency, ask to open a port again and press Break glass: operators may.':
    '要查看各项请求，请打开检查器。要体验紧急情况，请再次申请开启端口，然后点击“紧急执行”：operators 可以使用。',
  'Type it for me:': '替我输入：',
  'Act as {a}': '切换为 {a}',
  'Show the card': '显示卡片',
  'The calls between Slack, agents, the bot and the platform': 'Slack、智能体、机器人和平台之间的调用',
  Close: '关闭',
  Requests: '请求',
  Faults: '故障',
  Time: '时间',
  'The log of the simulated Slack isn’t available.': '无法获取模拟 Slack 的日志。',
  'The log of the simulated platform isn’t available: its calls are missing below.':
    '无法获取模拟平台的日志：以下缺少对平台的调用。',
  'Loading …': '正在加载…',
  'Nothing has happened yet. Type a command: every call that it causes appears here, in order.':
    '还没有任何请求。输入一条命令，它引起的每次调用都会按顺序显示在这里。',
  Earlier: '更早',
  'The bot, on its own': '机器人自行执行',
  '1 platform call': '1 次平台调用',
  '{a} platform calls': '{a} 次平台调用',
  'no platform calls': '没有平台调用',
  'no writes': '没有写入',
  '1 write': '1 次写入',
  '{a} writes': '{a} 次写入',
  'Slack → bot': 'Slack → 机器人',
  'agent → bot': '智能体 → 机器人',
  'bot → Slack': '机器人 → Slack',
  'bot → platform': '机器人 → 平台',
  '+{a} ms · took {b} ms': '+{a} 毫秒 · 用时 {b} 毫秒',
  '+{a} ms': '+{a} 毫秒',
  'The platform': '平台',
  'Faults can’t be injected into the platform from here.': '此处无法向平台注入故障。',
  'Fault removed.': '故障已移除。',
  'Done, as if by someone else and not through the bot.': '已完成，如同由他人操作，未经过机器人。',
  'All platform faults are removed.': '平台的故障已全部移除。',
  'No faults': '无故障',
  'Reset the platform': '重置平台',
  'The platform is as it was at startup.': '平台已恢复到启动时的状态。',
  'All faults are removed.': '故障已全部移除。',
  'Active faults': '当前故障',
  Remove: '移除',
  'Skip time': '快进时间',
  'The time of this playground can’t be changed.': '此体验环境的时间无法更改。',
  'Moves the time of Slack, the bot and the platform forward. Requests expire, reminders are sent, and temporary access closes, as if you had waited.':
    '将 Slack、机器人和平台的时间向前推进：申请会过期，提醒会发出，临时开放会关闭，如同您真的等待过。',
  '5 minutes': '5 分钟',
  '10 minutes': '10 分钟',
  '1 hour': '1 小时',
  '8 hours': '8 小时',
  '1 day': '1 天',
  'Skip {a}': '快进 {a}',
  'Skipped {a}.': '已快进 {a}。',
  'Skipping {a}…': '正在快进 {a}…',
  'Skipping to {a}…': '正在快进到{a}…',
  Address: '地址',
  Request: '请求',
  Answer: '响应',
  Payload: '载荷',
  'Acknowledged with': '确认内容',
  Content: '内容',
  Copy: '复制',
  'Copy {a}': '复制：{a}',
  '{a} copied.': '已复制：{a}。',
  'The browser doesn’t allow copying here.': '浏览器不允许在此处复制。',
  'It’s {a}.': '当前时间：{a}。',
  'It’s {a}, {b} ahead.': '当前时间：{a}，已快进 {b}。',
  'Meanwhile, someone else …': '与此同时，他人…',
  'closes external access': '关闭对外服务',
  'opens external access': '开启对外服务',
  'closes internal access': '关闭对内服务',
  'opens internal access': '开启对内服务',
  'deletes the port': '删除端口',
  'takes the port away, not its rules': '移除端口，保留网关策略',
  'stops {a}': '停止 {a}',
  'starts {a}': '启动 {a}',
  'deploys {a} in the console': '在控制台中构建并部署 {a}',
  'pushes, which builds {a}': '推送代码，触发 {a} 的构建',
  'pushes what doesn’t build: {a}': '推送无法构建的代码：{a}',
  'pushes what doesn’t start: {a}': '推送启动失败的代码：{a}',
  closed: '未开启',
  'open internally': '对内开启',
  'open externally': '对外开启',
  'open internally and externally': '对内和对外开启',
  'By itself …': '自行发生…',
  'It’s over.': '已结束。',
};

const all: Readonly<Record<string, string>> = { ...chinese, ...faultWords };

const patterns = Object.entries(all)
  .filter(([english]) => english.includes('{a}'))
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([english, said]) => ({ said, shape: shapeOf(english) }));

function shapeOf(english: string): RegExp {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace('{a}', '(?<a>.+)').replace('{b}', '(?<b>.+)')}$`);
}

export function guideWords(locale: string): (english: string) => string {
  return locale.startsWith('zh') ? inChinese : (english) => english;
}

function inChinese(english: string): string {
  const translation = all[english];
  if (translation !== undefined) return translation;
  for (const { said, shape } of patterns) {
    const { a = '', b = '' } = shape.exec(english)?.groups ?? {};
    if (a !== '') return said.replace('{a}', all[a] ?? a).replace('{b}', all[b] ?? b);
  }
  return english;
}
