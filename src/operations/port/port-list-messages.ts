import { messages } from '../../core/text/text.ts';

export const portListMsg = messages('port.list', {
  says: { en: () => 'List the ports of a component', zh: () => '列出组件的端口' },
  form: { en: () => 'List ports', zh: () => '列出端口' },
  none: {
    en: (p: { component: string }) => `${p.component} has no ports yet.`,
    zh: (p) => `“${p.component}”还没有端口。`,
  },
  unplaced: {
    en: (p: { addresses: string }) =>
      `These addresses lead to one of the ports. The platform doesn’t say which: ${p.addresses}`,
    zh: (p) => `以下地址指向其中某个端口，平台未说明是哪一个：${p.addresses}`,
  },
  openOne: { en: () => 'Open a port', zh: () => '开启端口' },
  openThis: { en: (p: { port: string }) => `Open port ${p.port}`, zh: (p) => `开启端口 ${p.port}` },
  closeOne: { en: () => 'Close a port', zh: () => '关闭端口' },
  addOne: { en: () => 'Add a port', zh: () => '添加端口' },
  component: { en: () => 'Component', zh: () => '组件' },
});
