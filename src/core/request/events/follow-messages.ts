import { enumerated } from '../../text/chinese.ts';
import { messages } from '../../text/text.ts';

/** What a card says of the platform's events. */
export const msg = messages('follow', {
  noEvent: {
    en: () => 'The platform accepted the call but didn’t start anything.',
    zh: () => '平台接受了请求，但未执行任何操作。',
  },
  eventsUnreadable: {
    en: () => 'The platform’s events can’t be read, so it isn’t known whether anything started.',
    zh: () => '无法读取平台的事件，因此不清楚操作是否已开始。',
  },
  tooLong: {
    en: () => 'It’s still running, but I stopped tracking it. Look at the component, then press Check now.',
    zh: () => '操作仍在进行，已停止跟踪。请查看组件，然后点击“立即检查”。',
  },
  arrived: { en: () => 'The platform is working on it.', zh: () => '平台正在执行。' },
  failed: {
    en: (p: { names: string }) => `Failed on the platform: ${p.names}.`,
    zh: (p) => `平台执行失败：${enumerated(p.names)}。`,
  },
  timedOut: {
    en: (p: { names: string }) => `Timed out on the platform: ${p.names}.`,
    zh: (p) => `平台执行超时：${enumerated(p.names)}。`,
  },
  missing: {
    en: (p: { names: string }) => `Not started by the platform: ${p.names}.`,
    zh: (p) => `平台未执行：${enumerated(p.names)}。`,
  },
});
