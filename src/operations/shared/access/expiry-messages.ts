import { messages } from '../../../core/text/text.ts';

export const expiryMsg = messages('gateway.rules', {
  expiresIn: { en: '✓ in {days:# day|# days}', zh: '✓ {days} 天后' },
  expiresOn: { en: '✓ {date}', zh: '✓ {date}' },
  expiresSoon: { en: '⚠ in {days:# day|# days}', zh: '⚠ {days} 天后' },
  expiresToday: { en: '⚠ in less than a day', zh: '⚠ 不到 1 天' },
  expiredAgo: { en: '🔴 expired {days:# day|# days} ago', zh: '🔴 已过期 {days} 天' },
  expiredOn: { en: '🔴 expired on {date}', zh: '🔴 已于 {date}过期' },
  expiredNow: { en: '🔴 expired', zh: '🔴 已过期' },
  expiryUnknown: { en: '? unknown', zh: '? 未知' },
});
