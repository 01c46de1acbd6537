import { apart } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const tableMsg = messages('port.list', {
  title: { en: (p: { component: string }) => `Ports of ${p.component}`, zh: (p) => `组件“${p.component}”的端口` },
  port: { en: () => 'Port', zh: () => '端口' },
  outerShort: { en: () => 'External', zh: () => '对外服务' },
  innerShort: { en: () => 'Internal', zh: () => '对内服务' },
  alias: { en: () => 'Alias', zh: () => '别名' },
  inner: { en: () => 'Internal access', zh: () => '对内服务' },
  outer: { en: () => 'External access', zh: () => '对外服务' },
  inCluster: { en: () => 'In-cluster name', zh: () => '内部域名' },
  address: { en: () => 'Address', zh: () => '访问地址' },
  openFor: { en: () => 'Temporary access', zh: () => '临时开放' },
  onUntil: {
    en: (p: { on: string; until: string }) => `${p.on}, until ${p.until}`,
    zh: (p) => `${p.on}，至${apart(p.until).trimEnd()}`,
  },
  openedBy: {
    en: (p: { by: string; until: string }) => `until ${p.until}, opened by ${p.by}`,
    zh: (p) => `至 ${p.until}，由 ${p.by} 开启`,
  },
});
