import { messages } from '../../core/text/text.ts';

export const msg = messages('port.list', {
  says: { en: () => 'List the ports of a component', zh: () => '列出组件的端口' },
  title: { en: (p: { component: string }) => `Ports of ${p.component}`, zh: (p) => `组件 ${p.component} 的端口` },
  none: {
    en: (p: { component: string }) => `${p.component} has no port yet.`,
    zh: (p) => `${p.component} 还没有端口。`,
  },
  port: { en: () => 'Port', zh: () => '端口' },
  alias: { en: () => 'Alias', zh: () => '别名' },
  inner: { en: () => 'Inner', zh: () => '对内' },
  outer: { en: () => 'Outer', zh: () => '对外' },
  inCluster: { en: () => 'In-cluster name', zh: () => '内部域名' },
  address: { en: () => 'Address', zh: () => '访问地址' },
  unplaced: {
    en: (p: { addresses: string }) => `Lead to one of these ports; the platform does not say which: ${p.addresses}`,
    zh: (p) => `以下地址指向其中某个端口，平台未说明是哪一个：${p.addresses}`,
  },
  openFor: { en: () => 'Opened for a while', zh: () => '临时开放' },
  openedBy: {
    en: (p: { by: string; until: string }) => `by ${p.by} until ${p.until}`,
    zh: (p) => `由 ${p.by} 开放至 ${p.until}`,
  },
  openOne: { en: () => 'Open a port', zh: () => '开放端口' },
  closeOne: { en: () => 'Close a port', zh: () => '关闭端口' },
  addOne: { en: () => 'Add a port', zh: () => '添加端口' },
  component: { en: () => 'Component', zh: () => '组件' },
});
