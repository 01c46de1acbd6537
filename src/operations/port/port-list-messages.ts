import { messages } from '../../core/text/text.ts';

export const portListMsg = messages('port.list', {
  says: { en: 'List the ports of a component', zh: '列出组件的端口' },
  form: { en: 'List ports', zh: '列出端口' },
  none: { en: '{component} has no ports yet.', zh: '“{component}”还没有端口。' },
  unplaced: {
    en: 'These addresses lead to one of the ports. The platform doesn’t say which: {addresses}',
    zh: '以下地址指向其中某个端口，平台未说明是哪一个：{addresses}',
  },
  openOne: { en: 'Open a port', zh: '开启端口' },
  openThis: { en: 'Open port {port}', zh: '开启端口 {port}' },
  closeOne: { en: 'Close a port', zh: '关闭端口' },
  addOne: { en: 'Add a port', zh: '添加端口' },
  component: { en: 'Component', zh: '组件' },
});
