import { apart } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** Messages about followed runs. */
export const runsMsg = messages('slack.runs', {
  title: { en: (p: { title: string }) => `*${p.title}*`, zh: (p) => `*${p.title}*` },
  pending: { en: (p: { state: string }) => `◌ ${p.state}…`, zh: (p) => `◌ ${p.state}……` },
  good: { en: (p: { state: string }) => `✓ ${p.state}`, zh: (p) => `✓ ${p.state}` },
  bad: { en: (p: { state: string }) => `✕ ${p.state}`, zh: (p) => `✕ ${p.state}` },
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
  mention: {
    en: (p: { who: string; title: string; state: string }) => `${p.who} ${p.title}: ${p.state}`,
    zh: (p) => `${p.who} ${p.title}：${p.state}`,
  },
  missed: {
    en: (p: { count: number }) =>
      `${plural(p.count, 'build or deploy', 'builds and deploys')} ended more than an hour ago, while I couldn’t see it. The events of the components show them.`,
    zh: (p) => `有 ${p.count} 个构建或部署在无法读取期间结束，已超过 1 小时。请在组件的操作记录中查看。`,
  },
  missedFailed: {
    en: (p: { count: number; failed: number }) =>
      `${plural(p.count, 'build or deploy', 'builds and deploys')} ended more than an hour ago, while I couldn’t see it; ${p.failed} failed. The events of the components show them.`,
    zh: (p) =>
      `有 ${p.count} 个构建或部署在无法读取期间结束，已超过 1 小时，其中 ${p.failed} 个失败。请在组件的操作记录中查看。`,
  },
  paused: {
    en: (p: { channel: string; context: string; why: string }) =>
      `I no longer post builds and deploys of ${p.context} in ${p.channel}: ${p.why}. To resume, invite me and follow the app there again.`,
    zh: (p) =>
      `已停止在 ${p.channel} 发布${apart(p.context)}的构建和部署：${p.why}。如需恢复，请邀请我并在该频道重新设置关注。`,
  },
  pausedByPolicy: {
    en: (p: { channel: string; context: string; why: string }) =>
      `I no longer post builds and deploys of ${p.context} in ${p.channel}: ${p.why}. To resume, have the context added to the policy file, then follow the app there again.`,
    zh: (p) =>
      `已停止在 ${p.channel} 发布${apart(p.context)}的构建和部署：${p.why}。如需恢复，请在审批策略文件中重新添加该上下文，然后在该频道重新设置关注。`,
  },
});
