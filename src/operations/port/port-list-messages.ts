import { messages } from '../../core/text/text.ts';

export const msg = messages('port.list', {
  says: { en: () => 'List the ports of a component', zh: () => '列出组件的端口' },
  form: { en: () => 'List ports', zh: () => '列出端口' },
  title: { en: (p: { component: string }) => `Ports of ${p.component}`, zh: (p) => `组件“${p.component}”的端口` },
  none: {
    en: (p: { component: string }) => `${p.component} has no ports yet.`,
    zh: (p) => `“${p.component}”还没有端口。`,
  },
  port: { en: () => 'Port', zh: () => '端口' },
  alias: { en: () => 'Alias', zh: () => '别名' },
  inner: { en: () => 'Internal access', zh: () => '对内服务' },
  outer: { en: () => 'External access', zh: () => '对外服务' },
  inCluster: { en: () => 'In-cluster name', zh: () => '内部域名' },
  address: { en: () => 'Address', zh: () => '访问地址' },
  unplaced: {
    en: (p: { addresses: string }) =>
      `These addresses lead to one of the ports. The platform doesn’t say which: ${p.addresses}`,
    zh: (p) => `以下地址指向其中某个端口，平台未说明是哪一个：${p.addresses}`,
  },
  openFor: { en: () => 'Temporary access', zh: () => '临时开放' },
  openedBy: {
    en: (p: { by: string; until: string }) => `until ${p.until}, opened by ${p.by}`,
    zh: (p) => `至 ${p.until}，由 ${p.by} 开启`,
  },
  openOne: { en: () => 'Open a port', zh: () => '开启端口' },
  closeOne: { en: () => 'Close a port', zh: () => '关闭端口' },
  addOne: { en: () => 'Add a port', zh: () => '添加端口' },
  component: { en: () => 'Component', zh: () => '组件' },
});
