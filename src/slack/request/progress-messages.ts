import { messages } from '../../core/text/text.ts';

export const progressMsg = messages('slack.progress', {
  awaited: {
    en: (p: { name: string }) => `◌ ${p.name}: not started by the platform yet`,
    zh: (p) => `◌ ${p.name}：平台尚未开始执行`,
  },
  running: {
    en: (p: { name: string; doing: string }) => `▶ ${p.name}: ${p.doing}…`,
    zh: (p) => `▶ ${p.name}：${p.doing}……`,
  },
  runningFor: {
    en: (p: { name: string; doing: string; time: string }) => `▶ ${p.name}: ${p.doing}… ${p.time}`,
    zh: (p) => `▶ ${p.name}：${p.doing}……${p.time}`,
  },
  lastSeen: {
    en: (p: { name: string; status: string }) => `? ${p.name}: ${p.status} when last read`,
    zh: (p) => `? ${p.name}：上次读取时为 ${p.status}`,
  },
  unended: {
    en: (p: { name: string }) => `? ${p.name}: the platform hasn’t reported the end yet`,
    zh: (p) => `? ${p.name}：平台尚未报告结束`,
  },
  succeeded: { en: (p: { name: string }) => `✓ ${p.name}`, zh: (p) => `✓ ${p.name}` },
  settled: {
    en: (p: { name: string; status: string }) => `▶ ${p.name}: ${p.status}. Checking once more…`,
    zh: (p) => `▶ ${p.name}：${p.status}，再次确认中……`,
  },
  settling: {
    en: (p: { name: string; status: string }) => `▶ ${p.name}: ${p.status}…`,
    zh: (p) => `▶ ${p.name}：${p.status}……`,
  },
  contrary: {
    en: (p: { name: string; status: string }) => `▶ ${p.name}: ${p.status}. Waiting up to 1 minute for it to change…`,
    zh: (p) => `▶ ${p.name}：${p.status}，最多等待 1 分钟……`,
  },
  settlingUnread: {
    en: (p: { name: string }) => `▶ ${p.name}: status not known yet. Reading it again…`,
    zh: (p) => `▶ ${p.name}：状态未知，正在重新读取……`,
  },
  lost: {
    en: (p: { name: string }) => `? ${p.name}: built. No update of the running version is reported`,
    zh: (p) => `? ${p.name}：已构建，平台未报告更新`,
  },
  failure: { en: (p: { failure: string }) => `✗ ${p.failure}`, zh: (p) => `✗ ${p.failure}` },
  skipped: {
    en: (p: { name: string }) => `○ ${p.name}: not started, because it didn’t stop`,
    zh: (p) => `○ ${p.name}：未停止，因此未启动`,
  },
  seconds: { en: (p: { count: number }) => `${p.count} s`, zh: (p) => `${p.count} 秒` },
  minutes: { en: (p: { count: number }) => `${p.count} min`, zh: (p) => `${p.count} 分钟` },
  elsewhere: {
    en: (p: { name: string; what: string }) =>
      `⚠ Something else happened to ${p.name} meanwhile, which isn’t part of this request: ${p.what}`,
    zh: (p) => `⚠ 其间“${p.name}”上还有不属于本申请的操作：${p.what}`,
  },
  elsewhereBy: {
    en: (p: { name: string; what: string; by: string }) =>
      `⚠ Something else happened to ${p.name} meanwhile, which isn’t part of this request: ${p.what} by ${p.by}`,
    zh: (p) => `⚠ 其间“${p.name}”上还有不属于本申请的操作：${p.what}（${p.by}）`,
  },
  andMore: {
    en: (p: { count: number }) => `… and ${p.count} more`,
    zh: (p) => `……以及另外 ${p.count} 个`,
  },
  logFailed: { en: (p: { name: string }) => `*${p.name} failed.*`, zh: (p) => `*${p.name} 失败*。` },
  logTimedOut: { en: (p: { name: string }) => `*${p.name} timed out.*`, zh: (p) => `*${p.name} 超时*。` },
  logTail: {
    en: (p: { what: string }) => `${p.what} The last lines of the platform’s log:`,
    zh: (p) => `${p.what} 平台日志的最后几行：`,
  },
  noLog: {
    en: (p: { what: string }) => `${p.what} The platform has no log of it.`,
    zh: (p) => `${p.what} 平台没有相应的日志。`,
  },
});
