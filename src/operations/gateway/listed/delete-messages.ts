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

  says: { en: () => 'Delete an HTTP gateway rule', zh: () => '删除 HTTP 网关策略' },
  form: { en: () => 'Delete a gateway rule', zh: () => '删除网关策略' },
  title: {
    en: (p: { address: string; component: string; port: string }) =>
      `Delete the saved gateway rule ${p.address} of ${p.component}:${p.port}`,
    zh: (p) => `删除平台保存的网关策略 ${p.address}（${p.component}:${p.port}）`,
  },
  addressRow: { en: () => 'Address', zh: () => '访问地址' },
  probablyReachable: { en: () => 'probably still reachable', zh: () => '很可能仍可访问' },
  deleted: { en: () => 'deleted', zh: () => '已删除' },
  ruleRow: { en: () => 'Gateway rule', zh: () => '网关策略' },
  idRow: { en: () => 'Rule ID', zh: () => '网关策略 ID' },
  step: {
    en: (p: { address: string }) => `Delete the rule ${p.address}`,
    zh: (p) => `删除网关策略 ${p.address}`,
  },
  componentParam: { en: () => 'Component that it routes to', zh: () => '指向的组件' },
  portParam: { en: () => 'Port that it routes to', zh: () => '指向的端口' },
  tcpRule: {
    en: (p: { address: string; port: string; component: string; ending: string }) =>
      `${p.address} is a TCP rule of ${p.component}:${p.port}, and Portolan can’t delete TCP rules. ${p.ending}`,
    zh: (p) => `${p.address} 是 ${p.component}:${p.port} 的 TCP 网关策略，Portolan 无法删除 TCP 网关策略。${p.ending}`,
  },
  inConsole: {
    en: () => 'Delete the rule in the platform’s console.',
    zh: () => '请在平台控制台中删除该网关策略。',
  },
  offerClose: {
    en: (p: { port: string }) => `Close external access to port ${p.port}`,
    zh: (p) => `关闭端口 ${p.port} 的对外服务`,
  },
  offerDeletePort: { en: (p: { port: string }) => `Delete port ${p.port}`, zh: (p) => `删除端口 ${p.port}` },
  warnServes: {
    en: (p: { address: string }) =>
      `${p.address} will probably stay reachable, but may stop working: the platform deletes the rule, not the gateway’s live route.`,
    zh: (p) => `${p.address} 很可能仍可访问，但也可能无法再访问：平台只删除网关策略，不删除网关上正在使用的路由。`,
  },
  warnToEnd: {
    en: (p: { port: string }) =>
      `To end access, close external access to port ${p.port}. That closes its other addresses too.`,
    zh: (p) => `要终止访问，请关闭端口 ${p.port} 的对外服务，它的其他访问地址也会随之关闭。`,
  },
  warnInactive: {
    en: (p: { port: string }) =>
      `External access to port ${p.port} is closed, so the rule’s address can’t be reached now.`,
    zh: (p) => `端口 ${p.port} 未开启对外服务，该网关策略目前无法访问。`,
  },
  warnByPort: {
    en: () => 'The platform created this rule when the port was opened.',
    zh: () => '该网关策略由平台在开启端口时创建。',
  },
  warnShared: {
    en: (p: { address: string; others: string }) => `${p.address} also routes to ${p.others}. Those rules stay.`,
    zh: (p) => `${p.address} 还指向 ${p.others}：这些网关策略会保留。`,
  },
  warnUndo: {
    en: () => 'Undo doesn’t restore the rule’s extensions and proxy settings: they can’t be read.',
    zh: () => '撤销不会恢复该网关策略的扩展和代理设置，因为它们无法读取。',
  },
  undo: {
    en: () => 'Create the rule again, without its extensions and proxy settings',
    zh: () => '重新创建网关策略，但不含扩展和代理设置',
  },
  noUndo: {
    en: () => 'This rule can’t be created again here.',
    zh: () => '此处无法重新创建该网关策略。',
  },
  done: {
    en: (p: { address: string }) => `The rule ${p.address} is deleted.`,
    zh: (p) => `网关策略 ${p.address} 已删除。`,
  },
  doneServes: {
    en: (p: { address: string; port: string; component: string }) =>
      `${p.address} may stay reachable until external access to port ${p.port} on ${p.component} is closed. This wasn’t checked.`,
    zh: (p) => `在关闭“${p.component}”端口 ${p.port} 的对外服务之前，${p.address} 可能仍可访问。此处未做检查。`,
  },
});
