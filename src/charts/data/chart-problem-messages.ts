import { messages, type Text } from '../../core/text/text.ts';
import type { ChartFault } from './job.ts';
import { stepText } from './picture-messages.ts';

const problems = messages('charts', {
  busy: {
    en: (p: { waiting: number }) => `Too many charts are waiting (${p.waiting}). Try again in a moment.`,
    zh: (p) => `正在排队的图表太多（${p.waiting} 个），请稍后再试。`,
  },
  unreadable: {
    en: () => 'The platform’s monitoring reply could not be read, so there is nothing to draw.',
    zh: () => '无法读取平台返回的监控数据，因此没有可绘制的内容。',
  },
  tooManyBytes: {
    en: (p: { limit: number }) =>
      `The monitoring reply is larger than ${p.limit} MiB. Choose fewer components, a shorter range or a larger step.`,
    zh: (p) => `监控数据超过 ${p.limit} MiB，请减少组件、缩短时间范围或加大步长。`,
  },
  tooManySamples: {
    en: (p: { limit: number }) =>
      `The monitoring reply has more than ${p.limit} samples. Choose fewer components, a shorter range or a larger step.`,
    zh: (p) => `监控数据超过 ${p.limit} 个采样点，请减少组件、缩短时间范围或加大步长。`,
  },
  startAfterEnd: {
    en: () => 'The range ends before it starts. Give the earlier time first.',
    zh: () => '结束时间早于开始时间，请先写较早的时间。',
  },
  badTime: {
    en: () => 'The range is not a time that can be asked for.',
    zh: () => '时间范围无效。',
  },
  rangeTooLong: {
    en: (p: { days: number }) => `The range is ${p.days} days long; a chart shows at most a year.`,
    zh: (p) => `时间范围有 ${p.days} 天，图表最多显示一年。`,
  },
  badStep: {
    en: () => 'The step must be at least one second.',
    zh: () => '步长至少为一秒。',
  },
  tooManyPoints: {
    en: (p: { points: number; limit: number; step: string }) =>
      `That step gives ${p.points} points a line; the platform answers at most ${p.limit}. Use step=${p.step} or leave it out.`,
    zh: (p) => `该步长每条线会有 ${p.points} 个点，平台最多返回 ${p.limit} 个。请使用 step=${p.step}，或不指定步长。`,
  },
  badZone: {
    en: (p: { zone: string }) => `“${p.zone}” is not a time zone.`,
    zh: (p) => `“${p.zone}”不是有效的时区。`,
  },
  failed: {
    en: () => 'The chart could not be drawn. Try again; if it stays so, choose a shorter range or fewer components.',
    zh: () => '图表未能绘制。请重试；如仍失败，请缩短时间范围或减少组件。',
  },
});

/** The sentence for people about a fault. */
export function problemText(fault: ChartFault): Text {
  switch (fault.fault) {
    case 'busy':
      return problems.busy({ waiting: fault.waiting });
    case 'unreadable':
      return problems.unreadable();
    case 'too-large':
      return fault.of === 'bytes'
        ? problems.tooManyBytes({ limit: Math.floor(fault.limit / 1_048_576) })
        : problems.tooManySamples({ limit: fault.limit });
    case 'start-after-end':
      return problems.startAfterEnd();
    case 'bad-time':
      return problems.badTime();
    case 'range-too-long':
      return problems.rangeTooLong({ days: fault.days });
    case 'bad-step':
      return problems.badStep();
    case 'too-many-points':
      return problems.tooManyPoints({ points: fault.points, limit: fault.limit, step: stepText(fault.step) });
    case 'bad-zone':
      return problems.badZone({ zone: fault.zone });
    case 'failed':
      return problems.failed();
  }
}
