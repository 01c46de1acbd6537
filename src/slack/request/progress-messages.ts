import { messages } from '../../core/text/text.ts';

export const progressMsg = messages('slack.progress', {
  awaited: { en: '◌ {name}: not started by the platform yet', zh: '◌ {name}：平台尚未开始执行' },
  running: { en: '▶ {name}: {doing}…', zh: '▶ {name}：{doing}…' },
  runningFor: { en: '▶ {name}: {doing}… {time}', zh: '▶ {name}：{doing}…{time}' },
  unread: {
    en: '{says} · not read since {at}, because the platform doesn’t answer',
    zh: '{says} · 平台没有响应，{at} 起未能读取',
  },
  lastSeen: { en: '? {name}: {status} when last read', zh: '? {name}：上次读取时为 {status}' },
  unended: { en: '? {name}: the platform hasn’t reported the end yet', zh: '? {name}：平台尚未报告结束' },
  succeeded: { en: '✓ {name}', zh: '✓ {name}' },
  settled: { en: '▶ {name}: {status}. Checking once more…', zh: '▶ {name}：{status}，再次确认中…' },
  settling: { en: '▶ {name}: {status}…', zh: '▶ {name}：{status}…' },
  contrary: {
    en: '▶ {name}: {status}. Waiting up to 1 minute for it to change…',
    zh: '▶ {name}：{status}，最多等待 1 分钟…',
  },
  settlingUnread: { en: '▶ {name}: status not known yet. Reading it again…', zh: '▶ {name}：状态未知，正在重新读取…' },
  lost: { en: '? {name}: built. No update of the running version is reported', zh: '? {name}：已构建，平台未报告更新' },
  failure: { en: '✗ {failure}', zh: '✗ {failure}' },
  skipped: { en: '○ {name}: not started, because it didn’t stop', zh: '○ {name}：未停止，因此未启动' },
  seconds: { en: '{count} s', zh: '{count} 秒' },
  minutes: { en: '{count} min', zh: '{count} 分钟' },
  elsewhere: {
    en: '⚠ Meanwhile on {name}, not part of this request: {what}',
    zh: '⚠ 其间“{name}”上还有不属于本申请的操作：{what}',
  },
  elsewhereBy: {
    en: '⚠ Meanwhile on {name}, not part of this request: {what} by {by}',
    zh: '⚠ 其间“{name}”上还有不属于本申请的操作：{what}（{by}）',
  },
  andMore: { en: '… and {count} more', zh: '…以及另外 {count} 个' },
  logFailed: { en: '*{name} failed.*', zh: '*{name} 失败*。' },
  logKept: {
    en: '*The build of {name} failed.* What ran before wasn’t replaced.',
    zh: '*{name} 构建失败*，之前运行的版本未被替换。',
  },
  logTimedOut: { en: '*{name} timed out.*', zh: '*{name} 超时*。' },
  /** The message above it says what failed. */
  logTail: { en: 'The last lines of the platform’s log of {name}:', zh: '“{name}”的平台日志（最后几行）：' },
  noLog: { en: '{what} The platform has no log of it.', zh: '{what} 平台没有相应的日志。' },
});
