import { messages } from '../../core/text/text.ts';

export const factsMsg = messages('changes', {
  teamNotInRegion: {
    en: 'Team {team} isn’t set up in region {region}. Use another context, or add the team to the region first.',
    zh: '团队“{team}”未开通集群“{region}”。请换一个上下文，或先为团队开通该集群。',
  },
  regionNotEnabled: {
    en: 'Region {region} can’t be changed now ({status}). Try again when it’s enabled.',
    zh: '集群“{region}”当前不能变更（{status}）。请在集群启用后重试。',
  },
  addPort: { en: 'Add port {port}', zh: '添加端口 {port}' },
  whichPort: {
    en: 'Component {component} has several ports {port}. Say which, with its protocol:',
    zh: '组件“{component}”有多个端口 {port}。请连同协议指明是哪一个：',
  },
  notReached: {
    en: 'The platform’s API takes ports by their number alone, and would change {first} instead of {port}. Change {port} in the console.',
    zh: '平台接口只按端口号识别端口，会改动 {first} 而不是 {port}。请在控制台中修改 {port}。',
  },
  addPortFirst: {
    en: 'Component {component} has no ports yet. Add one first.',
    zh: '组件“{component}”还没有端口，请先添加。',
  },
  outerAccess: { en: 'External access', zh: '对外服务' },
  innerAccess: { en: 'Internal access', zh: '对内服务' },
  address: { en: 'Address', zh: '访问地址' },
  rule: { en: 'Gateway rule', zh: '网关策略' },
  andMore: { en: '… and {count} more', zh: '…以及另外 {count} 条' },
  servesOnceStarted: {
    en: '{component} is stopped. The address serves once it is started.',
    zh: '“{component}”已关闭，启动后该地址才可访问。',
  },
  mayNotServe: {
    en: '{component} is abnormal at the moment, so the address may not answer.',
    zh: '“{component}”当前运行异常，该地址可能无法访问。',
  },
  thirdParty: {
    en: 'This is a third-party component. The platform checks its endpoints first and rejects loopback addresses, duplicates, and IP addresses mixed with domains.',
    zh: '这是第三方组件。平台会先检查实例地址，回环地址、重复地址以及 IP 与域名混用的地址会被拒绝。',
  },
});
