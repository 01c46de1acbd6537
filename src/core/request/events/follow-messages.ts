import { messages } from '../../text/text.ts';

export const followMsg = messages('follow', {
  noEvent: {
    en: 'The platform accepted the call but didn’t start anything.',
    zh: '平台接受了请求，但未执行任何操作。',
  },
  eventsUnreadable: {
    en: 'The platform’s events can’t be read, so it isn’t known whether anything started.',
    zh: '无法读取平台的事件，因此不清楚操作是否已开始。',
  },
  tooLong: {
    en: 'No outcome is known yet, and I no longer follow it. Press Check now to read it.',
    zh: '尚无结果，已不再跟踪。请点击“立即检查”读取结果。',
  },
  rolloutLost: {
    en: 'The build succeeded, but the platform doesn’t report that it updates the running version: {names}.',
    zh: '构建成功，但平台未报告随后的更新：{names:list}。',
  },
  rolloutMissing: {
    en: 'If the previous version still runs, try again.',
    zh: '如果运行的仍是之前的版本，请重试。',
  },
  neverEnded: {
    en: 'The platform doesn’t report an end of this. Look at the component.',
    zh: '平台未报告此操作结束，请查看组件。',
  },
  unchanged: { en: 'The platform reports a success, but nothing has changed.', zh: '平台报告成功，但没有任何变化。' },
  arrived: { en: 'The platform is working on it.', zh: '平台正在执行。' },

  /** Read again hours later, so these say nothing about the present. */
  runningNow: { en: 'Deployed: {commits}.', zh: '已构建并部署：{commits:list}。' },
  atCommit: { en: '{name} at commit {commit}', zh: '“{name}”的提交 {commit}' },
  downNow: { en: 'This left {name} down: {status}.', zh: '操作后 {name} 不可用：{status}。' },
  partlyDownNow: { en: 'This left {name} partly down: {status}.', zh: '操作后 {name} 部分不可用：{status}。' },
  downAsBefore: {
    en: '{name} was down afterwards, as before: {status}.',
    zh: '操作后 {name} 仍与之前一样不可用：{status}。',
  },
  partlyDownAsBefore: {
    en: '{name} was partly down afterwards, as before: {status}.',
    zh: '操作后 {name} 仍与之前一样部分不可用：{status}。',
  },
  failed: { en: '{name}: failed', zh: '{name}：失败' },
  buildFailed: { en: '{name}: the build failed', zh: '{name}：构建失败' },
  buildFailedKeeps: {
    en: '{name}: the build failed, so what ran before wasn’t replaced',
    zh: '{name}：构建失败，之前运行的版本未被替换',
  },
  rolloutFailed: { en: '{name}: the update after the build failed', zh: '{name}：构建后的更新失败' },
  contrary: { en: '{name}: still {status} after 1 minute', zh: '{name}：1 分钟后仍为 {status}' },
  /** For an update. The platform checks resources beforehand only for builds and starts. */
  noReason: {
    en: 'The platform’s console doesn’t give the reason. Often memory or CPU is short',
    zh: '平台控制台没有给出原因，常见原因是内存或 CPU 不足',
  },
  blocked: {
    en: '{name}: its new instances don’t run. Old ones may still be serving',
    zh: '{name}：新实例无法运行，旧实例可能仍在提供服务',
  },
  timedOut: { en: '{name}: timed out on the platform', zh: '{name}：平台执行超时' },
  missing: { en: '{name}: not started by the platform', zh: '{name}：平台未执行' },
  because: { en: '{what}. {cause}', zh: '{what}。{cause}' },
  said: { en: '“{text}”', zh: '“{text}”' },
  podSaid: { en: '{what}: “{text}”', zh: '{what}：“{text}”' },
  idle: {
    en: '{name}: the platform reports that there was nothing to do: “{text}”',
    zh: '{name}：平台报告无需执行：“{text}”',
  },
});
