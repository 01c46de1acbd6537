import { messages } from '../../core/text/text.ts';

/** What adding a port, and changing its protocol or alias, says. */
export const msg = messages('port.change', {
  addTitle: {
    en: (p: { port: number; component: string }) => `Add port ${p.port} to ${p.component}`,
    zh: (p) => `为 ${p.component} 添加端口 ${p.port}`,
  },
  stepAdd: {
    en: (p: { port: number; protocol: string }) => `Add port ${p.port} (${p.protocol})`,
    zh: (p) => `添加端口 ${p.port}（${p.protocol}）`,
  },
  stepName: {
    en: (p: { port: number; name: string }) => `Give port ${p.port} its in-cluster name ${p.name} back`,
    zh: (p) => `恢复端口 ${p.port} 的内部域名 ${p.name}`,
  },
  addAlready: {
    en: (p: { port: number; component: string }) => `${p.component} already has port ${p.port}, exactly so.`,
    zh: (p) => `${p.component} 已有端口 ${p.port}，且设置相同。`,
  },
  addExists: {
    en: (p: { port: number; component: string; protocol: string; alias: string; inner: string }) =>
      `${p.component} already has port ${p.port}: protocol ${p.protocol}, alias ${p.alias}, inner access ${p.inner}. Change that port instead, or choose another number.`,
    zh: (p) =>
      `${p.component} 已有端口 ${p.port}：协议 ${p.protocol}，别名 ${p.alias}，对内服务 ${p.inner}。请修改该端口，或换一个端口号。`,
  },
  offerProtocol: {
    en: (p: { protocol: string }) => `Change it to ${p.protocol}`,
    zh: (p) => `改为 ${p.protocol}`,
  },
  offerAlias: { en: (p: { alias: string }) => `Rename it to ${p.alias}`, zh: (p) => `改名为 ${p.alias}` },
  offerInner: { en: () => 'Open it inside the cluster', zh: () => '开启对内服务' },
  aliasTaken: {
    en: (p: { alias: string; port: number }) =>
      `Port ${p.port} of this component already has the alias ${p.alias}. Two ports with one alias would share their environment variables: choose another alias.`,
    zh: (p) => `该组件的端口 ${p.port} 已使用别名 ${p.alias}。两个端口用同一别名会共用环境变量，请换一个。`,
  },
  offerMadeUp: {
    en: (p: { alias: string }) => `Let the platform call it ${p.alias}`,
    zh: (p) => `使用平台生成的别名 ${p.alias}`,
  },
  madeUp: {
    en: (p: { alias: string }) => `${p.alias} (made up by the platform)`,
    zh: (p) => `${p.alias}（由平台生成）`,
  },
  warnFirstName: {
    en: (p: { name: string }) =>
      `Its in-cluster name is ${p.name}, or that with four more signs where another component has it.`,
    zh: (p) => `其内部域名为 ${p.name}；若已被其他组件使用，会附加四个字符。`,
  },
  warnOtherName: {
    en: (p: { wanted: string; name: string }) =>
      `It was called ${p.wanted} inside the cluster. A name holds for every port of a component, so it is ${p.name} now, like the others.`,
    zh: (p) => `它原来的内部域名是 ${p.wanted}。同一组件的所有端口共用一个域名，因此现在与其他端口一样为 ${p.name}。`,
  },
  warnClosed: {
    en: () => 'It is closed: open it inside the cluster, then to the outside, when it is needed.',
    zh: () => '该端口未开放：需要时先开启对内服务，再开启对外服务。',
  },
  undoAdd: { en: () => 'Delete it again', zh: () => '重新删除' },
  doneAdded: {
    en: (p: { port: number; component: string; alias: string }) =>
      `${p.component} has port ${p.port}, alias ${p.alias}.`,
    zh: (p) => `${p.component} 已有端口 ${p.port}，别名 ${p.alias}。`,
  },

  protocolTitle: {
    en: (p: { port: number; component: string; protocol: string }) =>
      `Change port ${p.port} of ${p.component} to ${p.protocol}`,
    zh: (p) => `将 ${p.component} 的端口 ${p.port} 改为 ${p.protocol}`,
  },
  stepProtocol: {
    en: (p: { port: number; protocol: string }) => `Change port ${p.port} to ${p.protocol}`,
    zh: (p) => `将端口 ${p.port} 改为 ${p.protocol}`,
  },
  protocolAlready: {
    en: (p: { port: number; component: string; protocol: string }) =>
      `Port ${p.port} of ${p.component} already speaks ${p.protocol}.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已是 ${p.protocol} 协议。`,
  },
  doneProtocol: {
    en: (p: { port: number; component: string; protocol: string }) =>
      `Port ${p.port} of ${p.component} speaks ${p.protocol} now.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 现为 ${p.protocol} 协议。`,
  },
  protocolOpen: {
    en: (p: { port: number; component: string; protocol: string }) =>
      `Port ${p.port} of ${p.component} is open to the outside, and the platform changes an open port only to http. Close it to the outside, then change it to ${p.protocol}?`,
    zh: (p) =>
      `${p.component} 的端口 ${p.port} 正对外开放，平台只允许将开放的端口改为 http。要先关闭对外服务，再改为 ${p.protocol} 吗？`,
  },
  offerCloseAndChange: {
    en: (p: { protocol: string }) => `Close and change to ${p.protocol}`,
    zh: (p) => `关闭并改为 ${p.protocol}`,
  },
  warnStaysClosed: {
    en: () => 'It stays closed to the outside afterwards: open it again when the change is done.',
    zh: () => '之后对外服务保持关闭：变更完成后请重新开放。',
  },
  warnOldAddress: {
    en: () => 'The port stays open at its present address. Close and open it again for an HTTP address.',
    zh: () => '端口仍以当前地址对外开放。关闭后重新开放才会得到 HTTP 地址。',
  },
  warnRulesAsTheyAre: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'The port has a gateway rule made for the old protocol: it stays as it is and may no longer work.'
        : `The port has ${p.count} gateway rules made for the old protocol: they stay as they are and may no longer work.`,
    zh: (p) => `该端口有 ${p.count} 条为旧协议创建的网关策略：它们保持不变，可能不再有效。`,
  },
  undoProtocol: { en: (p: { protocol: string }) => `Back to ${p.protocol}`, zh: (p) => `改回 ${p.protocol}` },
  undoProtocolClosed: {
    en: (p: { protocol: string }) => `Back to ${p.protocol}, still closed`,
    zh: (p) => `改回 ${p.protocol}（仍关闭）`,
  },
  undoProtocolNone: {
    en: (p: { protocol: string }) => `The platform no longer sets the protocol ${p.protocol}.`,
    zh: (p) => `平台已不支持设置协议 ${p.protocol}。`,
  },

  aliasTitle: {
    en: (p: { port: number; component: string; alias: string }) =>
      `Rename port ${p.port} of ${p.component} to ${p.alias}`,
    zh: (p) => `将 ${p.component} 的端口 ${p.port} 改名为 ${p.alias}`,
  },
  nameTitle: {
    en: (p: { component: string; name: string }) => `Change the in-cluster name of ${p.component} to ${p.name}`,
    zh: (p) => `将 ${p.component} 的内部域名改为 ${p.name}`,
  },
  stepAlias: {
    en: (p: { port: number; alias: string; name: string }) =>
      `Set the alias of port ${p.port} to ${p.alias}, the in-cluster name of every port to ${p.name}`,
    zh: (p) => `将端口 ${p.port} 的别名设为 ${p.alias}，所有端口的内部域名设为 ${p.name}`,
  },
  aliasAlready: {
    en: (p: { port: number; component: string; alias: string; name: string }) =>
      `Port ${p.port} of ${p.component} already has the alias ${p.alias} and the in-cluster name ${p.name}.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 的别名已是 ${p.alias}，内部域名已是 ${p.name}。`,
  },
  nameNeeded: {
    en: (p: { port: number; name: string }) =>
      `The in-cluster name of port ${p.port} is “${p.name}”, which the platform takes no more. Give one with service=.`,
    zh: (p) => `端口 ${p.port} 的内部域名“${p.name}”已不符合平台的要求。请用 service= 指定。`,
  },
  nameTaken: {
    en: (p: { name: string; component: string }) =>
      `The component ${p.component} already has the in-cluster name ${p.name}. Choose another.`,
    zh: (p) => `组件 ${p.component} 已使用内部域名 ${p.name}。请换一个。`,
  },
  warnNameElsewhere: {
    en: () =>
      'The name must be free in the whole team. If a component of another app has it, the platform refuses only after renaming the environment variables.',
    zh: () => '该域名在整个团队中必须唯一。若其他应用的组件已使用，平台会在改完环境变量之后才拒绝。',
  },
  warnNames: {
    en: () => 'The platform gives the in-cluster name to every port of the component, not only to this one.',
    zh: () => '平台会把该内部域名用于组件的所有端口，而不仅是这一个。',
  },
  warnOldNames: {
    en: (p: { names: string }) => `What reaches the component at ${p.names} inside the cluster loses it.`,
    zh: (p) => `在集群内通过 ${p.names} 访问该组件的将无法访问。`,
  },
  warnVariables: {
    en: (p: { before: string; after: string }) =>
      `The environment variables ${p.before} become ${p.after}: components that read the old ones have to be changed and restarted.`,
    zh: (p) => `环境变量 ${p.before} 会变为 ${p.after}：使用旧变量的组件需要修改并重启。`,
  },
  undoAlias: { en: (p: { alias: string }) => `Back to ${p.alias}`, zh: (p) => `改回 ${p.alias}` },
  undoAliasNames: {
    en: () => 'The ports had different in-cluster names, and the platform gives all of them one.',
    zh: () => '各端口原有不同的内部域名，而平台会把它们设为同一个。',
  },
  undoAliasInvalid: {
    en: (p: { alias: string; name: string }) =>
      `The platform no longer takes the present alias “${p.alias}” or the in-cluster name “${p.name}”.`,
    zh: (p) => `平台已不接受现在的别名“${p.alias}”或内部域名“${p.name}”。`,
  },
  doneAlias: {
    en: (p: { component: string; port: number; alias: string; name: string }) =>
      `Port ${p.port} of ${p.component} is called ${p.alias}; inside the cluster it answers at ${p.name}:${p.port}`,
    zh: (p) => `${p.component} 的端口 ${p.port} 的别名为 ${p.alias}；在集群内的地址为 ${p.name}:${p.port}`,
  },

  deleteTitle: {
    en: (p: { port: number; component: string }) => `Delete port ${p.port} of ${p.component}`,
    zh: (p) => `删除 ${p.component} 的端口 ${p.port}`,
  },
  closeAndDeleteTitle: {
    en: (p: { port: number; component: string }) => `Close and delete port ${p.port} of ${p.component}`,
    zh: (p) => `关闭并删除 ${p.component} 的端口 ${p.port}`,
  },
  stepDelete: { en: (p: { port: number }) => `Delete port ${p.port}`, zh: (p) => `删除端口 ${p.port}` },
  deleteOpen: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is open, and the platform deletes only closed ports. Close it first, then delete it?`,
    zh: (p) => `${p.component} 的端口 ${p.port} 仍在开放，平台只能删除已关闭的端口。要先关闭再删除吗？`,
  },
  offerCloseAndDelete: { en: () => 'Close and delete', zh: () => '关闭并删除' },
  rulesActive: {
    en: (p: { port: number; addresses: string }) =>
      `Port ${p.port} is closed, but gateway rules of it are still active, and the platform deletes no such port: ${p.addresses}. Open the port to the outside once; then it can be closed and deleted.`,
    zh: (p) =>
      `端口 ${p.port} 已关闭，但仍有生效的网关策略，平台不会删除：${p.addresses}。请先对外开放一次，之后即可关闭并删除。`,
  },
  rulesOfHttp: {
    en: (p: { port: number; protocol: string; addresses: string }) =>
      `Port ${p.port} speaks ${p.protocol} but has active HTTP rules, which closing it does not silence, and the platform deletes no such port: ${p.addresses}. Change it to http first; then it can be closed and deleted.`,
    zh: (p) =>
      `端口 ${p.port} 是 ${p.protocol} 协议，却有生效的 HTTP 策略，关闭端口不会停用它们，平台也不会删除这样的端口：${p.addresses}。请先改为 http，之后即可关闭并删除。`,
  },
  offerOpenOnce: { en: () => 'Open it', zh: () => '开放端口' },
  warnRulesVanish: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'Its gateway rule vanishes with it and does not come back, not even with an undo.'
        : `Its ${p.count} gateway rules vanish with it and do not come back, not even with an undo.`,
    zh: (p) => `它的 ${p.count} 条网关策略会一并删除，撤销也不会恢复。`,
  },
  warnRulesUnknown: {
    en: () =>
      'Gateway rules of this port, if it has any, vanish with it and do not come back. They could not be listed.',
    zh: () => '该端口的网关策略（如有）会一并删除且不会恢复。目前无法列出它们。',
  },
  warnVariablesGo: {
    en: (p: { names: string }) =>
      `The environment variables ${p.names} go too, and a health probe on it is turned off.`,
    zh: (p) => `环境变量 ${p.names} 会一并删除，该端口上的健康检测会停用。`,
  },
  undoDelete: {
    en: () => 'Add it again, closed to the outside, without its rules',
    zh: () => '重新添加（不对外开放，不含网关策略）',
  },
  undoDeleteNone: {
    en: (p: { protocol: string }) => `The platform no longer adds ports of protocol ${p.protocol}.`,
    zh: (p) => `平台已不支持添加 ${p.protocol} 协议的端口。`,
  },
  doneDeleted: {
    en: (p: { port: number; component: string }) => `${p.component} has no port ${p.port} any more.`,
    zh: (p) => `${p.component} 已没有端口 ${p.port}。`,
  },
});
