import { enumerated } from '../../core/text/chinese.ts';
import { joinedWords, portWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';
import type { NamedPort } from './port-messages.ts';

export const portChangeMsg = messages('port.change', {
  markAdded: {
    en: (p: { name: string; port: number }) => `added port ${portWords(p.name, p.port)}`,
    zh: (p) => `添加端口 ${portWords(p.name, p.port)}`,
  },
  markAddedBriefly: {
    en: (p: { name: string }) => joinedWords('added a port', p.name === '' ? '' : `to ${p.name}`),
    zh: (p) => (p.name === '' ? '添加端口' : `为 ${p.name} 添加端口`),
  },
  markDeleted: {
    en: (p: { name: string; port: number }) => `deleted port ${portWords(p.name, p.port)}`,
    zh: (p) => `删除端口 ${portWords(p.name, p.port)}`,
  },
  markDeletedBriefly: {
    en: (p: { name: string }) => joinedWords('deleted a port', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '删除端口' : `删除 ${p.name} 的端口`),
  },
  markProtocol: {
    en: (p: { name: string; port: number; protocol: string }) =>
      `protocol of ${portWords(p.name, p.port)} → ${p.protocol}`,
    zh: (p) => `${portWords(p.name, p.port)} 协议 → ${p.protocol}`,
  },
  markAlias: {
    en: (p: { name: string; port: number; alias: string }) => `alias of ${portWords(p.name, p.port)} → ${p.alias}`,
    zh: (p) => `${portWords(p.name, p.port)} 别名 → ${p.alias}`,
  },
  markChangedBriefly: {
    en: (p: { name: string }) => joinedWords('changed a port', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '修改端口' : `修改 ${p.name} 的端口`),
  },

  addTitle: {
    en: (p: NamedPort) => `Add port ${p.port} to ${p.component}`,
    zh: (p) => `为“${p.component}”添加端口 ${p.port}`,
  },
  addOpenTitle: {
    en: (p: NamedPort) => `Add port ${p.port} to ${p.component}, open inside the cluster`,
    zh: (p) => `为“${p.component}”添加端口 ${p.port}，并开启对内服务`,
  },
  stepAdd: {
    en: (p: { port: number; protocol: string }) => `Add port ${p.port} (${p.protocol})`,
    zh: (p) => `添加端口 ${p.port}（${p.protocol}）`,
  },
  stepName: {
    en: (p: { port: number; name: string }) => `Restore the in-cluster name ${p.name} of port ${p.port}`,
    zh: (p) => `恢复端口 ${p.port} 的内部域名 ${p.name}`,
  },
  addAlready: {
    en: (p: NamedPort) => `${p.component} already has port ${p.port} with these settings.`,
    zh: (p) => `“${p.component}”已有端口 ${p.port}，且设置相同。`,
  },
  addExists: {
    en: (p: NamedPort & { protocol: string; alias: string; inner: string }) =>
      `${p.component} already has port ${p.port}: protocol ${p.protocol}, alias ${p.alias}, internal access ${p.inner}. Change that port, or choose another number.`,
    zh: (p) =>
      `“${p.component}”已有端口 ${p.port}：协议 ${p.protocol}，别名 ${p.alias}，对内服务 ${p.inner}。请修改该端口，或换一个端口号。`,
  },
  offerProtocol: {
    en: (p: { protocol: string }) => `Change it to ${p.protocol}`,
    zh: (p) => `改为 ${p.protocol}`,
  },
  offerAlias: { en: (p: { alias: string }) => `Rename it to ${p.alias}`, zh: (p) => `改名为 ${p.alias}` },
  offerInner: { en: () => 'Open internal access', zh: () => '开启对内服务' },
  aliasTaken: {
    en: (p: { alias: string; port: number }) =>
      `Port ${p.port} of this component already uses the alias ${p.alias}. Choose another one: ports with the same alias would share their environment variables.`,
    zh: (p) => `该组件的端口 ${p.port} 已使用别名 ${p.alias}。两个端口用同一别名会共用环境变量，请换一个。`,
  },
  offerMadeUp: {
    en: (p: { alias: string }) => `Use the platform’s alias ${p.alias}`,
    zh: (p) => `使用平台生成的别名 ${p.alias}`,
  },
  madeUp: {
    en: (p: { alias: string }) => `${p.alias} (set by the platform)`,
    zh: (p) => `${p.alias}（由平台生成）`,
  },
  warnFirstName: {
    en: (p: { name: string }) =>
      `Its in-cluster name will be ${p.name}. If another component uses that name, the platform adds four characters.`,
    zh: (p) => `其内部域名将为 ${p.name}。若已被其他组件使用，平台会附加四个字符。`,
  },
  warnOtherName: {
    en: (p: { wanted: string; name: string }) =>
      `Its in-cluster name was ${p.wanted}. It will be ${p.name}, because all ports of a component share one name.`,
    zh: (p) => `它原来的内部域名是 ${p.wanted}。同一组件的所有端口共用一个域名，因此将变为 ${p.name}。`,
  },
  warnClosed: {
    en: () => 'The new port stays closed until someone opens internal access, and after that external access.',
    zh: () => '新端口保持关闭。需要时可先开启对内服务，再开启对外服务。',
  },
  undoAdd: { en: () => 'Delete the port', zh: () => '删除该端口' },
  doneAdded: {
    en: (p: NamedPort & { alias: string }) => `${p.component} now has port ${p.port} with the alias ${p.alias}.`,
    zh: (p) => `“${p.component}”已添加端口 ${p.port}，别名 ${p.alias}。`,
  },

  protocolTitle: {
    en: (p: NamedPort & { protocol: string }) =>
      `Change the protocol of port ${p.port} on ${p.component} to ${p.protocol}`,
    zh: (p) => `将“${p.component}”端口 ${p.port} 的协议改为 ${p.protocol}`,
  },
  protocolClosingTitle: {
    en: (p: NamedPort & { protocol: string }) =>
      `Close external access to port ${p.port} on ${p.component} and change its protocol to ${p.protocol}`,
    zh: (p) => `关闭“${p.component}”端口 ${p.port} 的对外服务，并将协议改为 ${p.protocol}`,
  },
  protocolOpeningTitle: {
    en: (p: NamedPort & { protocol: string }) =>
      `Change the protocol of port ${p.port} on ${p.component} to ${p.protocol} and open it to the internet`,
    zh: (p) => `将“${p.component}”端口 ${p.port} 的协议改为 ${p.protocol}，并开启对外服务`,
  },
  stepProtocol: {
    en: (p: { port: number; protocol: string }) => `Change port ${p.port} to ${p.protocol}`,
    zh: (p) => `将端口 ${p.port} 改为 ${p.protocol}`,
  },
  protocolAlready: {
    en: (p: NamedPort & { protocol: string }) => `Port ${p.port} on ${p.component} already uses ${p.protocol}.`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 已是 ${p.protocol} 协议。`,
  },
  doneProtocol: {
    en: (p: NamedPort & { protocol: string }) => `Port ${p.port} on ${p.component} now uses ${p.protocol}.`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 现为 ${p.protocol} 协议。`,
  },
  protocolOpen: {
    en: (p: NamedPort & { protocol: string }) =>
      `Port ${p.port} on ${p.component} is open to the internet, so the platform can change it only to http. Close external access, then change it to ${p.protocol}?`,
    zh: (p) =>
      `“${p.component}”的端口 ${p.port} 已开启对外服务，平台只允许将这样的端口改为 http。要先关闭对外服务，再改为 ${p.protocol} 吗？`,
  },
  offerCloseAndChange: {
    en: (p: { protocol: string }) => `Close and change to ${p.protocol}`,
    zh: (p) => `关闭并改为 ${p.protocol}`,
  },
  warnNotOpened: {
    en: () => 'The port isn’t open to the internet, and this doesn’t open it.',
    zh: () => '该端口未开启对外服务，此变更也不会将其开启。',
  },
  warnStaysClosed: {
    en: () => 'External access stays closed afterwards.',
    zh: () => '之后对外服务保持关闭。',
  },
  warnOldAddress: {
    en: () => 'The port keeps its current address. Close it and open it again to get an HTTP address.',
    zh: () => '端口仍使用当前地址。关闭后重新开启才会得到 HTTP 地址。',
  },
  warnRulesAsTheyAre: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'The address of 1 gateway rule can stop working: the rule was made for the old protocol. It isn’t deleted.'
        : `The addresses of ${p.count} gateway rules can stop working: the rules were made for the old protocol. They aren’t deleted.`,
    zh: (p) => `${p.count} 条网关策略的地址可能无法再访问：它们是为旧协议创建的，不会被删除。`,
  },
  /** Used if the change closes the port. Opening the port again only activates rules of the new protocol. */
  warnRulesEnd: {
    en: (p: { count: number; protocol: string }) =>
      p.count === 1
        ? `The address of 1 gateway rule stops working. Opening the port again as ${p.protocol} doesn’t bring it back; Undo does.`
        : `The addresses of ${p.count} gateway rules stop working. Opening the port again as ${p.protocol} doesn’t bring them back; Undo does.`,
    zh: (p) =>
      `${p.count} 条网关策略的地址将无法访问。以 ${p.protocol} 协议重新开启对外服务不会恢复这些地址，撤销才会。`,
  },
  undoProtocol: { en: (p: { protocol: string }) => `Change back to ${p.protocol}`, zh: (p) => `改回 ${p.protocol}` },
  undoProtocolOpen: {
    en: (p: { protocol: string }) => `Change back to ${p.protocol}, and open to the internet again`,
    zh: (p) => `改回 ${p.protocol} 并开启对外服务`,
  },
  refusedAfterRenaming: {
    en: (p: { before: string; after: string }) =>
      `The region may already have renamed the environment variables ${p.before} to ${p.after}.`,
    zh: (p) => `集群可能已将环境变量 ${enumerated(p.before)} 改名为 ${enumerated(p.after)}。`,
  },
  doneAliasOnly: {
    en: (p: NamedPort & { alias: string }) =>
      `Port ${p.port} on ${p.component} now has the alias ${p.alias}. Internal access is off, so it has no internal address.`,
    zh: (p) => `“${p.component}”端口 ${p.port} 的别名现为 ${p.alias}。未开启对内服务，因此没有对内地址。`,
  },
  warnDeleteClosed: {
    en: () => 'The port is closed, so this ends no access.',
    zh: () => '该端口已关闭，因此不会中断任何访问。',
  },
  warnHealthOff: {
    en: () => 'If there is a health check on this port, it is turned off, and Undo doesn’t turn it on again.',
    zh: () => '该端口上的健康检测（如有）会关闭，撤销也不会重新开启。',
  },
  undoProtocolClosed: {
    en: (p: { protocol: string }) => `Back to ${p.protocol}, with external access closed`,
    zh: (p) => `改回 ${p.protocol}（仍关闭）`,
  },
  undoProtocolNone: {
    en: (p: { protocol: string }) => `The platform no longer supports setting the protocol ${p.protocol}.`,
    zh: (p) => `平台已不支持设置协议 ${p.protocol}。`,
  },

  aliasTitle: {
    en: (p: NamedPort & { alias: string }) => `Rename port ${p.port} on ${p.component} to ${p.alias}`,
    zh: (p) => `将“${p.component}”的端口 ${p.port} 改名为 ${p.alias}`,
  },
  aliasAndNameTitle: {
    en: (p: NamedPort & { alias: string; name: string }) =>
      `Rename port ${p.port} on ${p.component} to ${p.alias}, and the in-cluster name of all its ports to ${p.name}`,
    zh: (p) => `将“${p.component}”的端口 ${p.port} 改名为 ${p.alias}，并将其所有端口的内部域名改为 ${p.name}`,
  },
  nameTitle: {
    en: (p: { component: string; name: string }) =>
      `Change the in-cluster name of all ports on ${p.component} to ${p.name}`,
    zh: (p) => `将“${p.component}”所有端口的内部域名改为 ${p.name}`,
  },
  stepAlias: {
    en: (p: { port: number; alias: string; name: string }) =>
      `Set the alias of port ${p.port} to ${p.alias} and the in-cluster name of all ports to ${p.name}`,
    zh: (p) => `将端口 ${p.port} 的别名设为 ${p.alias}，所有端口的内部域名设为 ${p.name}`,
  },
  aliasAlready: {
    en: (p: NamedPort & { alias: string; name: string }) =>
      `Port ${p.port} on ${p.component} already has the alias ${p.alias} and the in-cluster name ${p.name}.`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 的别名已是 ${p.alias}，内部域名已是 ${p.name}。`,
  },
  nameNeeded: {
    en: (p: { port: number; name: string }) =>
      `The platform no longer accepts the in-cluster name “${p.name}” of port ${p.port}. Set another one with service=.`,
    zh: (p) => `平台已不接受端口 ${p.port} 的内部域名“${p.name}”。请用 service= 指定另一个。`,
  },
  nameTaken: {
    en: (p: { name: string; component: string }) =>
      `Component ${p.component} already uses the in-cluster name ${p.name}. Choose another one.`,
    zh: (p) => `组件“${p.component}”已使用内部域名 ${p.name}。请换一个。`,
  },
  warnNameElsewhere: {
    en: () =>
      'If another app of the team uses the name, only half of this is done: the environment variables are renamed, the in-cluster name isn’t.',
    zh: () => '若团队中其他应用的组件已使用该域名，则只会完成一半：环境变量已改名，内部域名不变。',
  },
  warnNames: {
    en: () => 'The in-cluster name changes for all ports of the component.',
    zh: () => '该内部域名会用于组件的所有端口，而不仅是这一个。',
  },
  warnAddresses: {
    en: () => 'Its internet addresses may not follow the new name, and stop working.',
    zh: () => '它的对外访问地址不一定会随新域名更新，可能无法再访问。',
  },
  warnOldNames: {
    en: (p: { names: string; name: string }) =>
      `From now on, components can reach it only at ${p.name}, no longer at ${p.names}.`,
    zh: (p) => `变更后，其他组件立即无法再通过 ${p.names} 访问它，须改用 ${p.name}。`,
  },
  warnVariables: {
    en: (p: { before: string; after: string }) =>
      `The environment variables ${p.before} become ${p.after}. Components that run now keep the old ones until they restart. Before you restart one that uses them, change it to the new ones.`,
    zh: (p) =>
      `环境变量 ${enumerated(p.before)} 会变为 ${enumerated(p.after)}。正在运行的组件在重启前仍使用旧变量。重启使用旧变量的组件之前，请先把它改为使用新变量。`,
  },
  /** Used if the in-cluster name changes too. */
  warnVariablesAndName: {
    en: (p: { before: string; after: string; names: string }) =>
      `The environment variables ${p.before} become ${p.after}. Running components keep the old ones, which may fail at once if they lead to ${p.names}. To repair one, change it to the new ones and restart it.`,
    zh: (p) =>
      `环境变量 ${enumerated(p.before)} 会变为 ${enumerated(p.after)}。正在运行的组件仍使用旧变量，若其值指向 ${p.names}，访问会立即失败。要修复，请改为使用新变量，然后重启。`,
  },
  undoAlias: { en: (p: { alias: string }) => `Change back to ${p.alias}`, zh: (p) => `改回 ${p.alias}` },
  undoAliasAndName: {
    en: (p: { alias: string; name: string }) => `Change back to ${p.alias} and ${p.name}`,
    zh: (p) => `改回 ${p.alias} 和 ${p.name}`,
  },
  undoAliasNames: {
    en: () => 'The ports have different in-cluster names now, and the platform sets the same one for all of them.',
    zh: () => '各端口原有不同的内部域名，而平台会把它们设为同一个。',
  },
  undoAliasInvalid: {
    en: (p: { alias: string; name: string }) =>
      `The platform no longer accepts the current alias “${p.alias}” or the in-cluster name “${p.name}”.`,
    zh: (p) => `平台已不接受现在的别名“${p.alias}”或内部域名“${p.name}”。`,
  },
  doneAlias: {
    en: (p: NamedPort & { alias: string; name: string }) =>
      `Port ${p.port} on ${p.component} now has the alias ${p.alias}. Internal address: ${p.name}:${p.port}`,
    zh: (p) => `“${p.component}”端口 ${p.port} 的别名现为 ${p.alias}。对内地址：${p.name}:${p.port}`,
  },

  deleteTitle: {
    en: (p: NamedPort) => `Delete port ${p.port} on ${p.component}`,
    zh: (p) => `删除“${p.component}”的端口 ${p.port}`,
  },
  closeAndDeleteTitle: {
    en: (p: NamedPort) => `Close and delete port ${p.port} on ${p.component}`,
    zh: (p) => `关闭并删除“${p.component}”的端口 ${p.port}`,
  },
  stepDelete: { en: (p: { port: number }) => `Delete port ${p.port}`, zh: (p) => `删除端口 ${p.port}` },
  deleteOpen: {
    en: (p: NamedPort) =>
      `Port ${p.port} on ${p.component} is open. The platform deletes only closed ports. Close it, then delete it?`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 仍开启，平台只能删除已关闭的端口。要先关闭再删除吗？`,
  },
  offerCloseAndDelete: { en: () => 'Close and delete', zh: () => '关闭并删除' },
  rulesActive: {
    en: (p: { port: number; addresses: string }) =>
      `The platform won’t delete port ${p.port} while it has active gateway rules: ${p.addresses}. Open the port to the internet once. After that, you can close and delete it.`,
    zh: (p) =>
      `端口 ${p.port} 仍有已启用的网关策略，平台不会删除它：${p.addresses}。请先开启一次对外服务，之后即可关闭并删除。`,
  },
  rulesOfHttp: {
    en: (p: { port: number; protocol: string; addresses: string }) =>
      `The platform won’t delete port ${p.port} while it has active HTTP rules, and closing the ${p.protocol} port doesn’t deactivate them: ${p.addresses}. Change it to http first. After that, you can close and delete it.`,
    zh: (p) =>
      `端口 ${p.port} 仍有已启用的 HTTP 网关策略，平台不会删除它，而关闭 ${p.protocol} 端口不会使其变为未启用：${p.addresses}。请先改为 http，之后即可关闭并删除。`,
  },
  offerOpenOnce: { en: () => 'Open it to the internet', zh: () => '开启对外服务' },
  warnRulesVanish: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'Its gateway rule is deleted too. Undo doesn’t restore it.'
        : `Its ${p.count} gateway rules are deleted too. Undo doesn’t restore them.`,
    zh: (p) => `它的 ${p.count} 条网关策略会一并删除，撤销也不会恢复。`,
  },
  warnRulesUnknown: {
    en: () => 'I couldn’t list its gateway rules. Any that exist are deleted too, and Undo doesn’t restore them.',
    zh: () => '无法列出该端口的网关策略。若有，会一并删除，撤销也不会恢复。',
  },
  warnVariablesGo: {
    en: (p: { names: string }) =>
      `The environment variables ${p.names} are deleted too. A health check on this port is turned off, and stays off after Undo.`,
    zh: (p) => `环境变量 ${enumerated(p.names)} 会一并删除，该端口上的健康检测（如有）会关闭，撤销也不会重新开启。`,
  },
  undoDeleteClosed: { en: () => 'Add it again, closed', zh: () => '重新添加（不开启任何服务）' },
  undoDeleteInner: {
    en: () => 'Add it again, open inside the cluster',
    zh: () => '重新添加，并开启对内服务',
  },
  /** For a port that is open to the internet, or has gateway rules. */
  undoDeleteInnerOnly: {
    en: () => 'Add it again, open inside the cluster but not to the internet, without gateway rules',
    zh: () => '重新添加，仅开启对内服务（不含对外服务和网关策略）',
  },
  undoDeleteBare: {
    en: () => 'Add it again, closed, without gateway rules',
    zh: () => '重新添加，不开启任何服务（也不含网关策略）',
  },
  undoDeleteNone: {
    en: (p: { protocol: string }) => `The platform no longer supports adding ${p.protocol} ports.`,
    zh: (p) => `平台已不支持添加 ${p.protocol} 协议的端口。`,
  },
  doneDeleted: {
    en: (p: NamedPort) => `Port ${p.port} on ${p.component} is deleted.`,
    zh: (p) => `“${p.component}”的端口 ${p.port} 已删除。`,
  },
});
