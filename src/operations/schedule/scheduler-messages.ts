import { messages } from '../../core/text/text.ts';

export const msg = messages('workflow.schedule', {
  missed: {
    en: (p: { id: string; count: number; from: string; to: string }) =>
      p.count === 1
        ? `Schedule \`${p.id}\`: the run of ${p.from} was missed while I was not running.`
        : `Schedule \`${p.id}\`: ${p.count} runs were missed while I was not running, from ${p.from} to ${p.to}. They are not made up for.`,
    zh: (p) =>
      p.count === 1
        ? `定时任务 \`${p.id}\`：我未运行期间错过了 ${p.from} 的一次发送。`
        : `定时任务 \`${p.id}\`：我未运行期间错过了 ${p.count} 次发送（${p.from} 至 ${p.to}），不会补发。`,
  },
  failed: {
    en: (p: { id: string; why: string }) => `The chart of schedule \`${p.id}\` could not be drawn: ${p.why}`,
    zh: (p) => `定时任务 \`${p.id}\` 的监控图未能生成：${p.why}`,
  },
  cannotAsk: { en: () => 'it can no longer be asked here.', zh: () => '在此已无法查询。' },
  disabled: {
    en: (p: { id: string; words: string; channel: string; why: string; code: string }) =>
      `Your schedule \`${p.id}\` (\`${p.words}\`) in ${p.channel} is stopped: ${p.why} (\`${p.code}\`). Mend that (\`/invite\` me again, where I am no member), then resume it there.`,
    zh: (p) =>
      `您在 ${p.channel} 的定时任务 \`${p.id}\`（\`${p.words}\`）已停止：${p.why}（\`${p.code}\`）。请解决问题（若我不在频道中，请 \`/invite\` 我），然后在那里恢复它。`,
  },
  ownerUnreadable: {
    en: () => 'I couldn’t read its owner’s profile from Slack, so nothing was posted. I try again at the next time.',
    zh: () => '无法从 Slack 读取其创建者的资料，因此未发布。将在下次运行时重试。',
  },
});
