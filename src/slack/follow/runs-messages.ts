import { messages } from '../../core/text/text.ts';

export const runsMsg = messages('slack.runs', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  pending: { en: (p: { state: string }) => `◌ ${p.state}…`, zh: (p) => `◌ ${p.state}……` },
  good: { en: (p: { state: string }) => `✓ ${p.state}`, zh: (p) => `✓ ${p.state}` },
  bad: { en: (p: { state: string }) => `✗ ${p.state}`, zh: (p) => `✗ ${p.state}` },
  unclear: { en: (p: { state: string }) => `? ${p.state}`, zh: (p) => `? ${p.state}` },
  oneLine: {
    en: (p: { title: string; state: string }) => `*${p.title}* ${p.state}`,
    zh: (p) => `*${p.title}* ${p.state}`,
  },
  line: { en: (p: { name: string; state: string }) => `${p.name}: ${p.state}`, zh: (p) => `${p.name}：${p.state}` },
  cause: { en: (p: { cause: string }) => `> ${p.cause}`, zh: (p) => `> ${p.cause}` },
  causeOf: {
    en: (p: { name: string; cause: string }) => `> ${p.name}: ${p.cause}`,
    zh: (p) => `> ${p.name}：${p.cause}`,
  },
  frozen: {
    en: (p: { why: string }) => `❄ ${p.why}. This wasn’t requested with Portolan, so the freeze didn’t stop it.`,
    zh: (p) => `❄ ${p.why}。该操作未通过 Portolan 申请，因此冻结未能阻止。`,
  },
  image: { en: (p: { image: string }) => `Image: ${p.image}`, zh: (p) => `镜像：${p.image}` },
  card: {
    en: (p: { link: string }) => `Requested with Portolan: ${p.link}`,
    zh: (p) => `通过 Portolan 申请：${p.link}`,
  },
  itsCard: { en: () => 'its card', zh: () => '该卡片' },
  allDone: { en: (p: { count: number }) => `all ${p.count} done`, zh: (p) => `${p.count} 个均已完成` },
  someFailed: {
    en: (p: { failed: number; count: number }) => `${p.failed} of ${p.count} failed`,
    zh: (p) => `${p.count} 个中有 ${p.failed} 个失败`,
  },
});
