import { messages } from '../../core/text/text.ts';

export const eventMsg = messages('event', {
  says: { en: 'List the events of a component', zh: '列出组件的事件' },
  form: { en: 'Events', zh: '事件' },
  title: { en: 'Events of {component}', zh: '“{component}”的事件' },
  none: { en: '{component} has no events yet.', zh: '“{component}”还没有事件。' },
  /** The success of an event doesn't say that the component runs (docs/platform.md#event-states). */
  stillMoving: {
    en: 'Status now: {status}. “Succeeded” means that the platform applied the change, not that the pods run yet.',
    zh: '当前状态：{status}。“成功”仅表示平台已应用变更，不代表 Pod 已正常运行。',
  },
  openLog: { en: 'Show the log of…', zh: '查看日志…' },
  component: { en: 'Component', zh: '组件' },

  logSays: { en: 'Show the log of a component’s event', zh: '查看组件事件的日志' },
  logForm: { en: 'Log', zh: '日志' },
  logTitle: { en: 'Log of {component}', zh: '“{component}”的日志' },
  event: { en: 'Event', zh: '事件' },
  eventHint: {
    en: 'Its ID or the beginning of its ID. Default: the last event that can have a log.',
    zh: '事件 ID 或其开头。默认：最近一个可能有日志的事件。',
  },
  eventWrong: {
    en: '`{typed}` isn’t a valid event ID. Use 4 to 64 letters and digits, as in the list of events.',
    zh: '`{typed}` 不是有效的事件 ID。请使用事件列表中的 ID，4 到 64 个字母或数字。',
  },
  whole: { en: 'Whole log', zh: '完整日志' },
  unknownEvent: {
    en: 'None of the last {count:# event|# events} of {component} has the ID `{typed}`.',
    zh: '“{component}”最近的 {count} 个事件中没有 ID 为 `{typed}` 的事件。',
  },
  severalEvents: {
    en: 'The IDs of {count} events begin with `{typed}`. Which one?',
    zh: '有 {count} 个事件的 ID 以 `{typed}` 开头。是哪一个？',
  },
  noContainerLog: {
    en: 'This operation succeeded. The logs of the containers are only in the platform’s console.',
    zh: '此操作已成功。容器日志只能在平台控制台查看。',
  },
  noLog: {
    en: 'The platform has no log of this event. Something may still have happened.',
    zh: '平台没有此事件的日志，但操作可能仍已执行。',
  },
  lastLines: { en: 'Showing the last {shown} of {total:# line|# lines}.', zh: '共 {total} 行，显示最后 {shown} 行。' },
  allLines: { en: '{total:# line|# lines}.', zh: '共 {total} 行。' },
  masked: {
    en: 'Anything that looks like a secret is replaced with `[secret]`. Check the rest before you share it.',
    zh: '看起来像密钥的内容已替换为 `[secret]`。分享前请检查其余内容。',
  },
  wholeLog: { en: 'Send the whole log to me', zh: '将完整日志发给我' },
  refresh: { en: 'Refresh', zh: '刷新' },
  allEvents: { en: 'Events', zh: '事件' },
  fileSent: { en: 'The whole log is in your direct messages with me.', zh: '完整日志已发送到您与我的私信中。' },
  fileTitle: { en: '{component}: {what}', zh: '{component}：{what}' },
});
