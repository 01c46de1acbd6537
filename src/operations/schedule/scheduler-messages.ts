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
  failed: { en: 'I couldn’t draw the chart of schedule `{id}`. {why}', zh: '定时任务 `{id}` 的监控图未能生成。{why}' },
  cannotAsk: { en: 'This chart is no longer available here.', zh: '此监控图在这里已不可用。' },
  disabled: {
    en: 'Your schedule `{id}` (`{words}`) in {channel} was stopped: {why} (`{code}`). Fix the cause, then resume the schedule in that channel. If I’m not a member of the channel, invite me with `/invite`.',
    zh: '您在 {channel} 的定时任务 `{id}`（`{words}`）已停止：{why}（`{code}`）。请解决问题，然后在该频道继续任务。如我不是频道成员，请用 `/invite` 邀请我。',
  },
  notPosted: {
    en: 'The chart of your schedule `{id}` (`{words}`) for {at} wasn’t posted in {channel}. {why} (`{code}`)',
    zh: '您的定时任务 `{id}`（`{words}`）{at} 的监控图未能发布到 {channel}。{why}（`{code}`）',
  },
  refusedUntil: {
    en: 'I tried until {until}, but Slack didn’t accept it.',
    zh: '一直重试到 {until}，Slack 仍未接受。',
  },
  refused: { en: 'Slack refused it.', zh: 'Slack 拒绝了请求。' },
});
