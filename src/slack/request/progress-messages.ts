import { messages } from '../../core/text/text.ts';

/** How far the platform's events are, on a card and in its thread. */
export const msg = messages('slack.progress', {
  awaited: {
    en: (p: { name: string }) => `◌ ${p.name}: waiting for the platform to start`,
    zh: (p) => `◌ ${p.name}：等待平台开始`,
  },
  running: {
    en: (p: { name: string; doing: string }) => `▶ ${p.name}: ${p.doing}…`,
    zh: (p) => `▶ ${p.name}：${p.doing}……`,
  },
  runningFor: {
    en: (p: { name: string; doing: string; time: string }) => `▶ ${p.name}: ${p.doing}… ${p.time}`,
    zh: (p) => `▶ ${p.name}：${p.doing}……${p.time}`,
  },
  succeeded: { en: (p: { name: string }) => `✓ ${p.name}`, zh: (p) => `✓ ${p.name}` },
  failed: { en: (p: { name: string }) => `✕ ${p.name}: failed`, zh: (p) => `✕ ${p.name}：失败` },
  timedOut: { en: (p: { name: string }) => `✕ ${p.name}: timed out`, zh: (p) => `✕ ${p.name}：超时` },
  missing: {
    en: (p: { name: string }) => `✕ ${p.name}: not started by the platform`,
    zh: (p) => `✕ ${p.name}：平台未执行`,
  },
  skipped: { en: (p: { name: string }) => `○ ${p.name}: skipped`, zh: (p) => `○ ${p.name}：已跳过` },
  seconds: { en: (p: { count: number }) => `${p.count} s`, zh: (p) => `${p.count} 秒` },
  minutes: { en: (p: { count: number }) => `${p.count} min`, zh: (p) => `${p.count} 分钟` },
  elsewhere: {
    en: (p: { name: string; what: string }) =>
      `⚠ Not part of this request, but at the same time on ${p.name}: ${p.what}`,
    zh: (p) => `⚠ 同时 ${p.name} 上有本申请之外的操作：${p.what}`,
  },
  elsewhereBy: {
    en: (p: { name: string; what: string; by: string }) =>
      `⚠ Not part of this request, but at the same time on ${p.name}: ${p.what} (${p.by})`,
    zh: (p) => `⚠ 同时 ${p.name} 上有本申请之外的操作：${p.what}（${p.by}）`,
  },
  andMore: {
    en: (p: { count: number }) => `… and ${p.count} more`,
    zh: (p) => `……以及另外 ${p.count} 个`,
  },
  logTail: {
    en: (p: { name: string }) => `*${p.name} failed.* The last lines of the platform’s log:`,
    zh: (p) => `*${p.name} 失败。*平台日志的最后几行：`,
  },
  noLog: {
    en: (p: { name: string }) => `*${p.name} failed.* The platform has no log of it.`,
    zh: (p) => `*${p.name} 失败。*平台没有相应的日志。`,
  },
});
