import { messages } from '../../core/text/text.ts';

export const factsMsg = messages('changes', {
  teamNotInRegion: {
    en: (p: { team: string; region: string }) =>
      `Team ${p.team} isn’t set up in region ${p.region}. Use another context, or add the team to the region first.`,
    zh: (p) => `团队“${p.team}”未开通集群“${p.region}”。请换一个上下文，或先为团队开通该集群。`,
  },
  regionNotEnabled: {
    en: (p: { region: string; status: string }) =>
      `Region ${p.region} can’t be changed now (${p.status}). Try again when it’s enabled.`,
    zh: (p) => `集群“${p.region}”当前不能变更（${p.status}）。请在集群启用后重试。`,
  },
  addPort: {
    en: (p: { port: number }) => `Add port ${p.port}`,
    zh: (p) => `添加端口 ${p.port}`,
  },
  whichPort: {
    en: (p: { port: number; component: string }) =>
      `Component ${p.component} has several ports ${p.port}. Say which, with its protocol:`,
    zh: (p) => `组件“${p.component}”有多个端口 ${p.port}。请连同协议指明是哪一个：`,
  },
  notReached: {
    en: (p: { port: string; first: string }) =>
      `The platform’s API takes ports by their number alone, and would change ${p.first} instead of ${p.port}. Change ${p.port} in the console.`,
    zh: (p) => `平台接口只按端口号识别端口，会改动 ${p.first} 而不是 ${p.port}。请在控制台中修改 ${p.port}。`,
  },
  addPortFirst: {
    en: (p: { component: string }) => `Component ${p.component} has no ports yet. Add one first.`,
    zh: (p) => `组件“${p.component}”还没有端口，请先添加。`,
  },
  outerAccess: { en: () => 'External access', zh: () => '对外服务' },
  innerAccess: { en: () => 'Internal access', zh: () => '对内服务' },
  address: { en: () => 'Address', zh: () => '访问地址' },
  rule: { en: () => 'Gateway rule', zh: () => '网关策略' },
  andMore: {
    en: (p: { count: number }) => `… and ${p.count} more`,
    zh: (p) => `……以及另外 ${p.count} 条`,
  },
  thirdParty: {
    en: () =>
      'This is a third-party component. The platform checks its endpoints first and rejects loopback addresses, duplicates, and IP addresses mixed with domains.',
    zh: () => '这是第三方组件。平台会先检查实例地址，回环地址、重复地址以及 IP 与域名混用的地址会被拒绝。',
  },
});
