import { messages } from '../../core/text/text.ts';

/** Words that changes of ports and of gateway rules share. */
export const msg = messages('changes', {
  teamNotInRegion: {
    en: (p: { team: string; region: string }) =>
      `The team ${p.team} is not in the region ${p.region}. Choose another context, or have the team added to the region first.`,
    zh: (p) => `团队 ${p.team} 不在集群 ${p.region} 中。请换一个上下文，或先为团队开通该集群。`,
  },
  regionNotEnabled: {
    en: (p: { region: string; status: string }) =>
      `The region ${p.region} takes no changes now: ${p.status}. Ask again when it is enabled.`,
    zh: (p) => `集群 ${p.region} 目前不接受变更：${p.status}。请在其启用后再试。`,
  },
  addPort: {
    en: (p: { port: number }) => `Add port ${p.port}`,
    zh: (p) => `添加端口 ${p.port}`,
  },
  addPortFirst: {
    en: (p: { component: string }) => `${p.component} has no port yet. Add one first.`,
    zh: (p) => `${p.component} 还没有端口。请先添加。`,
  },
  outerAccess: { en: () => 'Outer access', zh: () => '对外服务' },
  innerAccess: { en: () => 'Inner access', zh: () => '对内服务' },
  address: { en: () => 'Address', zh: () => '访问地址' },
  rule: { en: () => 'Gateway rule', zh: () => '网关策略' },
  andMore: {
    en: (p: { count: number }) => `… and ${p.count} more`,
    zh: (p) => `……以及另外 ${p.count} 条`,
  },
  thirdParty: {
    en: () =>
      'This is a third-party component: the platform checks its endpoints first and refuses loopback, repeated or mixed ones.',
    zh: () => '这是第三方组件：平台会先检查其实例地址，回环、重复或混用的地址会被拒绝。',
  },
});
