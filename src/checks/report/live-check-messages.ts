import { messages } from '../../core/text/text.ts';
import type { FactId } from '../../slack/app/test-live.ts';

export const liveCheckMsg = messages('doctor.live', {
  posted: {
    en: 'Portolan doctor: a test message. It’s deleted right away.',
    zh: 'Portolan doctor：测试消息，会立即删除。',
  },
  updated: {
    en: 'Portolan doctor: a test message, updated. It’s deleted right away.',
    zh: 'Portolan doctor：已更新的测试消息，会立即删除。',
  },
  title: { en: 'Portolan doctor: a test chart', zh: 'Portolan doctor：测试监控图' },
  messageFine: { en: 'posted, updated and deleted in {channel}', zh: '已在 {channel} 中发送、更新并删除' },
  chartFine: { en: 'drawn, uploaded, shown and deleted ({size})', zh: '已绘制、上传、显示并删除（{size}）' },
  chartHidden: {
    en: 'uploaded ({size}), but Slack didn’t say within 8 seconds that it can be shown.',
    zh: '已上传（{size}），但 Slack 没有在 8 秒内表示可以显示。',
  },
  chartHiddenMatters: {
    en: 'Charts then appear in the thread instead of the message.',
    zh: '这时监控图会显示在消息列中，而不是消息里。',
  },
  checkFilesScope: {
    en: 'Try again later. If it stays, check the scope files:read.',
    zh: '请稍后重试。如果仍然如此，请检查权限范围 files:read。',
  },
  notInChannel: { en: 'the bot isn’t in a channel named {name}.', zh: '机器人不在名为 {name} 的频道中。' },
  invite: { en: 'Invite it there: /invite @portolan', zh: '请邀请它加入：/invite @portolan' },
  notDrawn: { en: 'it couldn’t be drawn ({why}).', zh: '无法绘制（{why}）。' },
  notDrawnMatters: { en: 'Every chart fails then.', zh: '这时所有监控图都会失败。' },
  runWhenIdle: { en: 'Run doctor again when this machine has less to do.', zh: '请在本机负载较低时重新运行 doctor。' },
  failed: { en: 'it failed: {why}', zh: '失败：{why}' },
  scopeMissing: {
    en: 'Slack refused this: the app is missing the scope {scope}.',
    zh: 'Slack 拒绝了：Slack 应用缺少权限范围 {scope}。',
  },
  updateApp: {
    en: 'Update the app from the manifest (manifest/), and reinstall it.',
    zh: '请用清单（manifest/）更新 Slack 应用，并重新安装。',
  },
  refusedOutside: {
    en: 'Slack refused this ({code}): the bot isn’t in this channel.',
    zh: 'Slack 拒绝了（{code}）：机器人不在该频道中。',
  },
  refused: { en: 'Slack refused this ({code}).', zh: 'Slack 拒绝了（{code}）。' },
  factFine: { en: '{what}: as expected ({got})', zh: '{what}：符合预期（{got}）' },
  factDiffers: { en: '{what}: different ({got}, not {expected})', zh: '{what}：不符合预期（{got}，应为 {expected}）' },
});

interface FactName {
  readonly en: () => string;
  readonly zh: () => string;
}

export const factName = messages('doctor.fact', {
  'text-only': {
    en: () => 'an update with text alone removes the blocks',
    zh: () => '仅用文本更新会移除 blocks',
  },
  'long-text': { en: () => 'an update of 3,999 bytes', zh: () => '更新为 3,999 字节的文本' },
  'too-long-text': { en: () => 'an update of 4,001 bytes', zh: () => '更新为 4,001 字节的文本' },
  'two-tables': { en: () => 'a message with two tables', zh: () => '含两个表格的消息' },
  'members-200': { en: () => 'a page of 200 members', zh: () => '每页 200 个成员' },
  'members-1000': { en: () => 'a page of 1,000 members', zh: () => '每页 1,000 个成员' },
  'chart-in-message': {
    en: () => 'a chart that is shown in messages only is ready',
    zh: () => '仅在消息中显示的监控图可用',
  },
  'chart-in-thread': {
    en: () => 'a chart that is shared in a thread is shown there',
    zh: () => '共享到消息列的监控图会显示',
  },
  'long-alt-text': { en: () => 'alt text of 1,001 characters', zh: () => '1,001 个字符的替代文本' },
} satisfies Record<FactId, FactName>);
