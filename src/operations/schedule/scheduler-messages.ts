import { messages } from '../../core/text/text.ts';

export const schedulerMsg = messages('workflow.schedule', {
  missed: {
    en: (p: { id: string; count: number; from: string; to: string }) =>
      p.count === 1
        ? `Schedule \`${p.id}\`: the run at ${p.from} was missed because Portolan wasn’t running. It won’t be posted later.`
        : `Schedule \`${p.id}\`: ${p.count} runs from ${p.from} to ${p.to} were missed because Portolan wasn’t running. They won’t be posted later.`,
    zh: (p) =>
      p.count === 1
        ? `定时任务 \`${p.id}\`：Portolan 未运行期间错过了 ${p.from} 的一次发送，不会补发。`
        : `定时任务 \`${p.id}\`：Portolan 未运行期间错过了 ${p.count} 次发送（${p.from} 至 ${p.to}），不会补发。`,
  },
  failed: {
    en: (p: { id: string; why: string }) => `I couldn’t draw the chart of schedule \`${p.id}\`. ${p.why}`,
    zh: (p) => `定时任务 \`${p.id}\` 的监控图未能生成。${p.why}`,
  },
  cannotAsk: { en: () => 'This chart is no longer available here.', zh: () => '此监控图在这里已不可用。' },
  disabled: {
    en: (p: { id: string; words: string; channel: string; why: string; code: string }) =>
      `Your schedule \`${p.id}\` (\`${p.words}\`) in ${p.channel} was stopped: ${p.why} (\`${p.code}\`). Fix the cause, then resume the schedule in that channel. If I’m not a member of the channel, invite me with \`/invite\`.`,
    zh: (p) =>
      `您在 ${p.channel} 的定时任务 \`${p.id}\`（\`${p.words}\`）已停止：${p.why}（\`${p.code}\`）。请解决问题，然后在该频道继续任务。如我不是频道成员，请用 \`/invite\` 邀请我。`,
  },
  notPosted: {
    en: (p: { id: string; words: string; channel: string; at: string; why: string; code: string }) =>
      `The chart of your schedule \`${p.id}\` (\`${p.words}\`) for ${p.at} wasn’t posted in ${p.channel}. ${p.why} (\`${p.code}\`)`,
    zh: (p) =>
      `您的定时任务 \`${p.id}\`（\`${p.words}\`）${p.at} 的监控图未能发布到 ${p.channel}。${p.why}（\`${p.code}\`）`,
  },
  refusedUntil: {
    en: (p: { until: string }) => `I tried until ${p.until}, but Slack didn’t accept it.`,
    zh: (p) => `一直重试到 ${p.until}，Slack 仍未接受。`,
  },
  refused: { en: () => 'Slack refused it.', zh: () => 'Slack 拒绝了请求。' },
});
