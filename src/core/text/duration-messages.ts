import { printDuration } from './duration.ts';
import { join, messages, type Text } from './text.ts';

const say = messages('duration', {
  d: { en: (p: { count: string }) => `${p.count} ${p.count === '1' ? 'day' : 'days'}`, zh: (p) => `${p.count} 天` },
  h: { en: (p: { count: string }) => `${p.count} h`, zh: (p) => `${p.count} 小时` },
  m: { en: (p: { count: string }) => `${p.count} min`, zh: (p) => `${p.count} 分钟` },
  s: { en: (p: { count: string }) => `${p.count} s`, zh: (p) => `${p.count} 秒` },
});

function isUnit(unit: string): unit is keyof typeof say {
  return unit in say;
}

/** A length of time, given in ms, as it is read in a sentence: `1 h 30 min`. */
export function durationText(ms: number): Text {
  const parts = [...printDuration(ms).matchAll(/(\d+)([a-z])/g)];
  return join(parts.flatMap(([, count = '', unit = '']) => (isUnit(unit) ? [say[unit]({ count })] : [])));
}
