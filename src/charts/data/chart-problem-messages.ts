import { printDuration } from '../../core/text/duration.ts';
import { messages, type Text } from '../../core/text/text.ts';
import type { ChartFault } from './job.ts';

export const chartProblemMsg = messages('charts', {
  busy: {
    en: 'Too many charts are in the queue ({waiting}). Try again in a moment.',
    zh: '正在排队的图表太多（{waiting} 个），请稍后再试。',
  },
  unreadable: {
    en: 'The platform’s monitoring data couldn’t be read, so no chart was drawn.',
    zh: '无法读取平台返回的监控数据，因此没有可绘制的内容。',
  },
  tooManyBytes: {
    en: 'The monitoring data is larger than {limit} MiB. Choose fewer components, a shorter range or a larger step.',
    zh: '监控数据超过 {limit} MiB，请减少组件、缩短时间范围或加大步长。',
  },
  tooManySamples: {
    en: 'The monitoring data has more than {limit} samples. Choose fewer components, a shorter range or a larger step.',
    zh: '监控数据超过 {limit} 个采样点，请减少组件、缩短时间范围或加大步长。',
  },
  startAfterEnd: {
    en: 'The range ends before it starts. Enter the earlier time first.',
    zh: '结束时间早于开始时间，请先填写较早的时间。',
  },
  badTime: {
    en: 'The range isn’t valid. Use one such as 1h, 24h, yesterday or 2026-11-19T08:00..12:00.',
    zh: '时间范围无效。请使用 1h、24h、昨天或 2026-11-19T08:00..12:00 这样的写法。',
  },
  rangeTooLong: {
    en: 'The range covers {days} days. A chart can show at most one year.',
    zh: '时间范围有 {days} 天，图表最多显示一年。',
  },
  badStep: { en: 'The step must be at least one second.', zh: '步长至少为一秒。' },
  tooManyPoints: {
    en: 'This step gives {points} points per line, but the platform returns at most {limit}. Use step={step}, or leave out the step.',
    zh: '该步长下每条曲线会有 {points} 个点，平台最多返回 {limit} 个。请使用 step={step}，或不指定步长。',
  },
  badZone: {
    en: '`{zone}` isn’t a valid time zone. Use a name such as Europe/Berlin.',
    zh: '`{zone}` 不是有效的时区。请使用 Asia/Shanghai 这样的名称。',
  },
  failed: {
    en: 'The chart couldn’t be drawn. Try again. If it still fails, choose a shorter range or fewer components.',
    zh: '无法绘制图表。请重试；如仍失败，请缩短时间范围或减少组件。',
  },
});

export function problemText(fault: ChartFault): Text {
  switch (fault.fault) {
    case 'busy':
      return chartProblemMsg.busy({ waiting: fault.waiting });
    case 'unreadable':
      return chartProblemMsg.unreadable();
    case 'too-large':
      return fault.of === 'bytes'
        ? chartProblemMsg.tooManyBytes({ limit: Math.floor(fault.limit / 1_048_576) })
        : chartProblemMsg.tooManySamples({ limit: fault.limit });
    case 'start-after-end':
      return chartProblemMsg.startAfterEnd();
    case 'bad-time':
      return chartProblemMsg.badTime();
    case 'range-too-long':
      return chartProblemMsg.rangeTooLong({ days: fault.days });
    case 'bad-step':
      return chartProblemMsg.badStep();
    case 'too-many-points':
      return chartProblemMsg.tooManyPoints({
        points: fault.points,
        limit: fault.limit,
        step: printDuration(fault.step * 1_000),
      });
    case 'bad-zone':
      return chartProblemMsg.badZone({ zone: fault.zone });
    case 'failed':
      return chartProblemMsg.failed();
  }
}
