import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** What happened to a component, in words: what was done to it, and what its pods went through. */
export const msg = messages('event', {
  start: { en: () => 'Start', zh: () => '启动' },
  stop: { en: () => 'Stop', zh: () => '关闭' },
  restart: { en: () => 'Restart', zh: () => '重启' },
  upgrade: { en: () => 'Rolling update', zh: () => '滚动更新' },
  build: { en: () => 'Deploy', zh: () => '构建' },
  rollback: { en: () => 'Roll back', zh: () => '回滚' },
  horizontal: { en: () => 'Scale instances', zh: () => '水平伸缩' },
  vertical: { en: () => 'Change memory and CPU', zh: () => '垂直伸缩' },
  create: { en: () => 'Create component', zh: () => '创建组件' },
  update: { en: () => 'Change settings', zh: () => '修改配置' },
  delete: { en: () => 'Delete component', zh: () => '删除组件' },
  add: { en: (p: { what: string }) => `Add ${p.what}`, zh: (p) => `添加${p.what}` },
  change: { en: (p: { what: string }) => `Change ${p.what}`, zh: (p) => `修改${p.what}` },
  remove: { en: (p: { what: string }) => `Delete ${p.what}`, zh: (p) => `删除${p.what}` },
  env: { en: () => 'environment variable', zh: () => '环境变量' },
  port: { en: () => 'port', zh: () => '端口' },
  volume: { en: () => 'volume', zh: () => '存储' },
  probe: { en: () => 'health check', zh: () => '健康检测' },
  oomKilled: { en: () => 'Killed: out of memory', zh: () => '内存不足，已被终止' },
  crashLoop: { en: () => 'Keeps crashing, so the next restart is delayed', zh: () => '反复崩溃，重启已延后' },
  exited: { en: () => 'Exited unexpectedly', zh: () => '异常退出' },
  livenessFailed: { en: () => 'Liveness check failed', zh: () => '存活检测失败' },
  readinessFailed: { en: () => 'Readiness check failed', zh: () => '就绪检测失败' },
  startupFailed: { en: () => 'Startup check failed', zh: () => '启动检测失败' },
  livenessRestart: { en: () => 'Restarted after a failed liveness check', zh: () => '存活检测失败后已重启' },
  recovered: { en: () => 'Recovered', zh: () => '已恢复' },
  healthy: { en: () => 'Health check passed', zh: () => '健康检测通过' },
  other: { en: (p: { type: string }) => p.type, zh: (p) => p.type },
  ofPod: { en: (p: { what: string; pod: string }) => `${p.what} (${p.pod})`, zh: (p) => `${p.what}（${p.pod}）` },
  running: { en: () => '◌ running', zh: () => '◌ 进行中' },
  noEnd: { en: () => '? end not reported', zh: () => '? 未报告结束' },
  succeeded: { en: () => '✓ succeeded', zh: () => '✓ 成功' },
  failed: { en: () => '🔴 failed', zh: () => '🔴 失败' },
  timedOut: { en: () => '🔴 timed out', zh: () => '🔴 超时' },
  ongoing: { en: () => '🔴 not resolved', zh: () => '🔴 未恢复' },
  over: { en: () => '✓ resolved', zh: () => '✓ 已恢复' },
  unclear: { en: () => '? unknown', zh: () => '? 未知' },
  noted: { en: () => '•', zh: () => '•' },
  platform: { en: () => 'the platform', zh: () => '平台' },
  took: { en: (p: { time: string }) => `took ${p.time}`, zh: (p) => `耗时 ${p.time}` },
  since: { en: (p: { time: string }) => `for ${p.time}`, zh: (p) => `已 ${p.time}` },
  noTime: { en: () => 'time unknown', zh: () => '时间未知' },
  moment: { en: (p: { when: string }) => p.when, zh: (p) => p.when },
  head: {
    en: (p: { outcome: string; what: string }) => `${p.outcome} *${p.what}*`,
    zh: (p) => `${p.outcome} *${p.what}*`,
  },
  details: { en: (p: { details: string }) => p.details, zh: (p) => p.details },
  said: { en: (p: { text: string }) => `“${p.text}”`, zh: (p) => `“${p.text}”` },
  /** A part after another one in a line. */
  dot: { en: (p: { first: string; next: string }) => `${p.first} · ${p.next}`, zh: (p) => `${p.first} · ${p.next}` },
  option: {
    en: (p: { what: string; outcome: string; when: string }) => `${p.when} ${p.what} – ${p.outcome}`,
    zh: (p) => `${p.when} ${p.what} – ${p.outcome}`,
  },

  says: { en: () => 'List the events of a component', zh: () => '列出组件的事件' },
  form: { en: () => 'List events', zh: () => '列出事件' },
  title: { en: (p: { component: string }) => `Events of ${p.component}`, zh: (p) => `${p.component} 的事件` },
  none: {
    en: (p: { component: string }) => `${p.component} has no events yet.`,
    zh: (p) => `${p.component} 还没有事件。`,
  },
  openLog: { en: () => 'Show the log of…', zh: () => '查看日志……' },
  component: { en: () => 'Component', zh: () => '组件' },

  logSays: { en: () => 'Show the log of a component’s event', zh: () => '查看组件事件的日志' },
  logForm: { en: () => 'Show the log of an event', zh: () => '查看事件日志' },
  logTitle: { en: (p: { component: string }) => `Log of ${p.component}`, zh: (p) => `${p.component} 的日志` },
  event: { en: () => 'Event', zh: () => '事件' },
  eventHint: {
    en: () => 'Its ID or the beginning of its ID. Default: the last event that can have a log.',
    zh: () => '事件 ID 或其开头。默认：最近一个可能有日志的事件。',
  },
  eventWrong: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` isn’t a valid event ID. Use 4 to 64 letters and digits, as in the list of events.`,
    zh: (p) => `\`${p.typed}\` 不是有效的事件 ID。请使用事件列表中的 ID，4 到 64 个字母或数字。`,
  },
  whole: { en: () => 'Whole log', zh: () => '完整日志' },
  unknownEvent: {
    en: (p: { typed: string; component: string; count: number }) =>
      `None of the last ${plural(p.count, 'event')} of ${p.component} has the ID \`${p.typed}\`.`,
    zh: (p) => `${p.component} 最近的 ${p.count} 个事件中没有 ID 为 \`${p.typed}\` 的事件。`,
  },
  severalEvents: {
    en: (p: { typed: string; count: number }) => `The IDs of ${p.count} events begin with \`${p.typed}\`. Which one?`,
    zh: (p) => `有 ${p.count} 个事件的 ID 以 \`${p.typed}\` 开头。是哪一个？`,
  },
  noLog: {
    en: () => 'The platform has no log of this event. Something may still have happened.',
    zh: () => '平台没有此事件的日志，但操作可能仍已执行。',
  },
  lastLines: {
    en: (p: { shown: number; total: number }) => `Showing the last ${p.shown} of ${plural(p.total, 'line')}.`,
    zh: (p) => `共 ${p.total} 行，显示最后 ${p.shown} 行。`,
  },
  allLines: { en: (p: { total: number }) => `${plural(p.total, 'line')}.`, zh: (p) => `共 ${p.total} 行。` },
  masked: {
    en: () => 'Anything that looks like a secret is replaced with `[secret]`. Check the rest before you share it.',
    zh: () => '看起来像密钥的内容已替换为 `[secret]`。分享前请检查其余内容。',
  },
  wholeLog: { en: () => 'Send the whole log to me', zh: () => '将完整日志发给我' },
  refresh: { en: () => 'Refresh', zh: () => '刷新' },
  allEvents: { en: () => 'Events', zh: () => '事件' },
  fileSent: {
    en: () => 'The whole log is in your direct messages with me.',
    zh: () => '完整日志已发送到您与我的私信中。',
  },
  fileTitle: {
    en: (p: { component: string; what: string }) => `${p.component}: ${p.what}`,
    zh: (p) => `${p.component}：${p.what}`,
  },
});
