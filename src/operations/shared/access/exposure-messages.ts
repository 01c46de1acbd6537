import { messages } from '../../../core/text/text.ts';

export const exposureMsg = messages('port.open', {
  warnEverybody: {
    en: () => 'Anyone on the internet will be able to reach it.',
    zh: () => '互联网上的任何人都将可以访问它。',
  },
  warnNodePort: {
    en: (p: { protocol: string; instead: 'tcp' | 'http' }) =>
      `*This will probably fail and open nothing:* the platform can’t open ports of the protocol ${p.protocol} to the internet. Change its protocol to ${p.instead} first.`,
    zh: (p) =>
      `*很可能失败，不会开启任何访问*：平台无法对外开启 ${p.protocol} 协议的端口。请先将端口的协议改为 ${p.instead}。`,
  },
  mayAnswer: {
    en: (p: { port: number; component: string; addresses: string }) =>
      `Port ${p.port} on ${p.component} was closed, but may still answer at ${p.addresses}. Portolan can’t check that.`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 已关闭，但 ${p.addresses} 可能仍可访问，Portolan 无法检查。`,
  },
  mayBeOpen: {
    en: (p: { port: number; component: string; addresses: string }) =>
      `Opening port ${p.port} on ${p.component} was refused, but ${p.addresses} may be open. Portolan can’t check that.`,
    zh: (p) => `开启“${p.component}”的端口 ${p.port} 被拒绝，但 ${p.addresses} 可能已经开放，Portolan 无法检查。`,
  },
});
