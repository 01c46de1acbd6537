import { joinedWords } from '../../../core/text/joined.ts';
import { messages } from '../../../core/text/text.ts';

export const deleteMsg = messages('gateway.delete', {
  /** Shown next to a line in a chart. */
  markDeleted: {
    en: (p: { name: string; address: string }) =>
      joinedWords('deleted', p.address, p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => joinedWords('删除', p.name, p.address),
  },
  markDeletedBriefly: {
    en: (p: { name: string }) => joinedWords('deleted a gateway rule', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '删除网关策略' : `删除 ${p.name} 的网关策略`),
  },

  says: { en: 'Delete an HTTP gateway rule', zh: '删除 HTTP 网关策略' },
  form: { en: 'Delete a gateway rule', zh: '删除网关策略' },
  title: {
    en: 'Delete the saved gateway rule {address} of {component}:{port}',
    zh: '删除平台保存的网关策略 {address}（{component}:{port}）',
  },
  deleted: { en: 'deleted', zh: '已删除' },
  ruleRow: { en: 'Gateway rule', zh: '网关策略' },
  id: { en: 'ID of the rule: {id}', zh: '网关策略 ID：{id}' },
  step: { en: 'Delete the rule {address}', zh: '删除网关策略 {address}' },
  componentParam: { en: 'Component that it routes to', zh: '指向的组件' },
  portParam: { en: 'Port that it routes to', zh: '指向的端口' },
  tcpRule: {
    en: '{address} is a TCP rule of {component}:{port}, and Portolan can’t delete TCP rules. {ending}',
    zh: '{address} 是 {component}:{port} 的 TCP 网关策略，Portolan 无法删除 TCP 网关策略。{ending}',
  },
  inConsole: { en: 'Delete the rule in the platform’s console.', zh: '请在平台控制台中删除该网关策略。' },
  offerClose: { en: 'Close external access to port {port}', zh: '关闭端口 {port} 的对外服务' },
  offerDeletePort: { en: 'Delete port {port}', zh: '删除端口 {port}' },
  warnServes: {
    en: '{address} will probably stay reachable: the platform deletes the rule, not the gateway’s live route.',
    zh: '{address} 很可能仍可访问：平台只删除网关策略，不删除网关上正在使用的路由。',
  },
  warnToEnd: {
    en: 'To end access, close external access to port {port}. That closes its other addresses too.',
    zh: '要终止访问，请关闭端口 {port} 的对外服务，它的其他访问地址也会随之关闭。',
  },
  /** For a port that isn’t http. */
  warnToDelete: {
    en: 'Closing external access to port {port} doesn’t end that. Deleting the port does.',
    zh: '关闭端口 {port} 的对外服务不会终止访问，删除该端口才会。',
  },
  warnInactive: {
    en: 'External access to port {port} is closed, so the rule’s address can’t be reached now.',
    zh: '端口 {port} 未开启对外服务，该网关策略目前无法访问。',
  },
  warnByPort: {
    en: 'The platform created this rule when the port was opened.',
    zh: '该网关策略由平台在开启端口时创建。',
  },
  warnShared: {
    en: '{address} also routes to {others}. Those rules stay.',
    zh: '{address} 还指向 {others}：这些网关策略会保留。',
  },
  undo: {
    en: 'Create the rule again, without its extensions and proxy settings',
    zh: '重新创建网关策略，但不含扩展和代理设置',
  },
  noUndo: { en: 'This rule can’t be created again here.', zh: '此处无法重新创建该网关策略。' },
  done: { en: 'The rule {address} is deleted.', zh: '网关策略 {address} 已删除。' },
  doneServes: {
    en: '{address} may stay reachable until external access to port {port} on {component} is closed. This wasn’t checked.',
    zh: '在关闭“{component}”端口 {port} 的对外服务之前，{address} 可能仍可访问。此处未做检查。',
  },
  doneServesTillDeleted: {
    en: '{address} may stay reachable until port {port} on {component} is deleted. This wasn’t checked.',
    zh: '在删除“{component}”的端口 {port} 之前，{address} 可能仍可访问。此处未做检查。',
  },
});
