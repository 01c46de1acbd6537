import { joinedWords, portWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';

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

  addTitle: { en: 'Add port {port} to {component}', zh: '为“{component}”添加端口 {port}' },
  addOpenTitle: {
    en: 'Add port {port} to {component}, open inside the cluster',
    zh: '为“{component}”添加端口 {port}，并开启对内服务',
  },
  stepAdd: { en: 'Add port {port} ({protocol})', zh: '添加端口 {port}（{protocol}）' },
  stepName: { en: 'Restore the in-cluster name {name} of port {port}', zh: '恢复端口 {port} 的内部域名 {name}' },
  addAlready: {
    en: '{component} already has port {port} with these settings.',
    zh: '“{component}”已有端口 {port}，且设置相同。',
  },
  addExists: {
    en: '{component} already has port {port}: protocol {protocol}, alias {alias}, internal access {inner}. Change that port, or choose another number.',
    zh: '“{component}”已有端口 {port}：协议 {protocol}，别名 {alias}，对内服务 {inner}。请修改该端口，或换一个端口号。',
  },
  offerProtocol: { en: 'Change it to {protocol}', zh: '改为 {protocol}' },
  offerAlias: { en: 'Rename it to {alias}', zh: '改名为 {alias}' },
  offerInner: { en: 'Open internal access', zh: '开启对内服务' },
  aliasTaken: {
    en: 'Port {port} of this component already uses the alias {alias}. Choose another one: ports with the same alias would share their environment variables.',
    zh: '该组件的端口 {port} 已使用别名 {alias}。两个端口用同一别名会共用环境变量，请换一个。',
  },
  offerMadeUp: { en: 'Use the platform’s alias {alias}', zh: '使用平台生成的别名 {alias}' },
  madeUp: { en: '{alias} (set by the platform)', zh: '{alias}（由平台生成）' },
  warnFirstName: {
    en: 'Its in-cluster name will be {name}. If another component uses that name, the platform adds four characters.',
    zh: '其内部域名将为 {name}。若已被其他组件使用，平台会附加四个字符。',
  },
  warnOtherName: {
    en: 'Its in-cluster name was {wanted}. It will be {name}, because all ports of a component share one name.',
    zh: '它原来的内部域名是 {wanted}。同一组件的所有端口共用一个域名，因此将变为 {name}。',
  },
  warnClosed: {
    en: 'The new port stays closed until someone opens internal access, and after that external access.',
    zh: '新端口保持关闭。需要时可先开启对内服务，再开启对外服务。',
  },
  undoAdd: { en: 'Delete the port', zh: '删除该端口' },
  doneAdded: {
    en: '{component} now has port {port} with the alias {alias}.',
    zh: '“{component}”已添加端口 {port}，别名 {alias}。',
  },

  protocolTitle: {
    en: 'Change the protocol of port {port} on {component} to {protocol}',
    zh: '将“{component}”端口 {port} 的协议改为 {protocol}',
  },
  protocolClosingTitle: {
    en: 'Close external access to port {port} on {component} and change its protocol to {protocol}',
    zh: '关闭“{component}”端口 {port} 的对外服务，并将协议改为 {protocol}',
  },
  protocolOpeningTitle: {
    en: 'Change the protocol of port {port} on {component} to {protocol} and open it to the internet',
    zh: '将“{component}”端口 {port} 的协议改为 {protocol}，并开启对外服务',
  },
  stepProtocol: { en: 'Change port {port} to {protocol}', zh: '将端口 {port} 改为 {protocol}' },
  protocolAlready: {
    en: 'Port {port} on {component} already uses {protocol}.',
    zh: '“{component}”的端口 {port} 已是 {protocol} 协议。',
  },
  doneProtocol: {
    en: 'Port {port} on {component} now uses {protocol}.',
    zh: '“{component}”的端口 {port} 现为 {protocol} 协议。',
  },
  protocolOpen: {
    en: 'Port {port} on {component} is open to the internet, so the platform can change it only to http. Close external access first.',
    zh: '“{component}”的端口 {port} 已开启对外服务，平台只允许将这样的端口改为 http。请先关闭对外服务。',
  },
  offerCloseAndChange: { en: 'Close and change to {protocol}', zh: '关闭并改为 {protocol}' },
  warnNotOpened: {
    en: 'The port isn’t open to the internet, and this doesn’t open it.',
    zh: '该端口未开启对外服务，此变更也不会将其开启。',
  },
  warnStaysClosed: { en: 'External access stays closed afterwards.', zh: '之后对外服务保持关闭。' },
  warnOldAddress: {
    en: 'The port keeps its current address. Close it and open it again to get an HTTP address.',
    zh: '端口仍使用当前地址。关闭后重新开启才会得到 HTTP 地址。',
  },
  warnRulesAsTheyAre: {
    en: (p: { count: number }) =>
      p.count === 1
        ? 'The address of 1 gateway rule can stop working: the rule was made for the old protocol. It isn’t deleted.'
        : `The addresses of ${p.count} gateway rules can stop working: the rules were made for the old protocol. They aren’t deleted.`,
    zh: '{count} 条网关策略的地址可能无法再访问：它们是为旧协议创建的，不会被删除。',
  },
  /** Used if the change closes the port. Opening the port again only activates rules of the new protocol. */
  warnRulesEnd: {
    en: (p: { count: number; protocol: string }) =>
      p.count === 1
        ? `The address of 1 gateway rule stops working. Opening the port again as ${p.protocol} doesn’t bring it back; Undo does.`
        : `The addresses of ${p.count} gateway rules stop working. Opening the port again as ${p.protocol} doesn’t bring them back; Undo does.`,
    zh: '{count} 条网关策略的地址将无法访问。以 {protocol} 协议重新开启对外服务不会恢复这些地址，撤销才会。',
  },
  undoProtocol: { en: 'Change back to {protocol}', zh: '改回 {protocol}' },
  undoProtocolOpen: {
    en: 'Change back to {protocol}, and open to the internet again',
    zh: '改回 {protocol} 并开启对外服务',
  },
  refusedAfterRenaming: {
    en: 'The region may already have renamed the environment variables {before} to {after}.',
    zh: '集群可能已将环境变量 {before:list} 改名为 {after:list}。',
  },
  doneAliasOnly: {
    en: 'Port {port} on {component} now has the alias {alias}. Internal access is off, so it has no internal address.',
    zh: '“{component}”端口 {port} 的别名现为 {alias}。未开启对内服务，因此没有对内地址。',
  },
  warnDeleteClosed: { en: 'The port is closed, so this ends no access.', zh: '该端口已关闭，因此不会中断任何访问。' },
  warnHealthOff: {
    en: 'If there is a health check on this port, it is turned off and stays off.',
    zh: '该端口上的健康检测（如有）会关闭，撤销也不会重新开启。',
  },
  undoProtocolClosed: { en: 'Back to {protocol}, with external access closed', zh: '改回 {protocol}（仍关闭）' },
  undoProtocolNone: {
    en: 'The platform no longer supports setting the protocol {protocol}.',
    zh: '平台已不支持设置协议 {protocol}。',
  },

  aliasTitle: { en: 'Rename port {port} on {component} to {alias}', zh: '将“{component}”的端口 {port} 改名为 {alias}' },
  aliasAndNameTitle: {
    en: 'Rename port {port} on {component} to {alias}, and the in-cluster name of all its ports to {name}',
    zh: '将“{component}”的端口 {port} 改名为 {alias}，并将其所有端口的内部域名改为 {name}',
  },
  nameTitle: {
    en: 'Change the in-cluster name of all ports on {component} to {name}',
    zh: '将“{component}”所有端口的内部域名改为 {name}',
  },
  stepAlias: {
    en: 'Set the alias of port {port} to {alias} and the in-cluster name of all ports to {name}',
    zh: '将端口 {port} 的别名设为 {alias}，所有端口的内部域名设为 {name}',
  },
  aliasAlready: {
    en: 'Port {port} on {component} already has the alias {alias} and the in-cluster name {name}.',
    zh: '“{component}”的端口 {port} 的别名已是 {alias}，内部域名已是 {name}。',
  },
  nameNeeded: {
    en: 'The platform no longer accepts the in-cluster name “{name}” of port {port}. Set another one with service=.',
    zh: '平台已不接受端口 {port} 的内部域名“{name}”。请用 service= 指定另一个。',
  },
  nameTaken: {
    en: 'Component {component} already uses the in-cluster name {name}. Choose another one.',
    zh: '组件“{component}”已使用内部域名 {name}。请换一个。',
  },
  warnNameElsewhere: {
    en: 'If another app of the team uses the name, only half of this is done: the environment variables are renamed, the in-cluster name isn’t.',
    zh: '若团队中其他应用的组件已使用该域名，则只会完成一半：环境变量已改名，内部域名不变。',
  },
  warnNames: {
    en: 'The in-cluster name changes for all ports of the component.',
    zh: '该内部域名会用于组件的所有端口，而不仅是这一个。',
  },
  warnAddresses: {
    en: 'Its internet addresses may not follow the new name, and stop working.',
    zh: '它的对外访问地址不一定会随新域名更新，可能无法再访问。',
  },
  warnOldNames: {
    en: 'From now on, components can reach it only at {name}, no longer at {names}.',
    zh: '变更后，其他组件立即无法再通过 {names} 访问它，须改用 {name}。',
  },
  warnVariables: {
    en: 'The environment variables {before} become {after}. Components that run now keep the old ones until they restart. Before you restart one that uses them, change it to the new ones.',
    zh: '环境变量 {before:list} 会变为 {after:list}。正在运行的组件在重启前仍使用旧变量。重启使用旧变量的组件之前，请先把它改为使用新变量。',
  },
  /** Used if the in-cluster name changes too. */
  warnVariablesAndName: {
    en: 'The environment variables {before} become {after}. Running components keep the old ones, which may fail at once if they lead to {names}. To repair one, change it to the new ones and restart it.',
    zh: '环境变量 {before:list} 会变为 {after:list}。正在运行的组件仍使用旧变量，若其值指向 {names}，访问会立即失败。要修复，请改为使用新变量，然后重启。',
  },
  undoAlias: { en: 'Change back to {alias}', zh: '改回 {alias}' },
  undoAliasAndName: { en: 'Change back to {alias} and {name}', zh: '改回 {alias} 和 {name}' },
  undoAliasNames: {
    en: 'The ports have different in-cluster names now, and the platform sets the same one for all of them.',
    zh: '各端口原有不同的内部域名，而平台会把它们设为同一个。',
  },
  undoAliasInvalid: {
    en: 'The platform no longer accepts the current alias “{alias}” or the in-cluster name “{name}”.',
    zh: '平台已不接受现在的别名“{alias}”或内部域名“{name}”。',
  },
  doneAlias: {
    en: 'Port {port} on {component} now has the alias {alias}. Internal address: {name}:{port}',
    zh: '“{component}”端口 {port} 的别名现为 {alias}。对内地址：{name}:{port}',
  },

  deleteTitle: { en: 'Delete port {port} on {component}', zh: '删除“{component}”的端口 {port}' },
  closeAndDeleteTitle: {
    en: 'Close and delete port {port} on {component}',
    zh: '关闭并删除“{component}”的端口 {port}',
  },
  stepDelete: { en: 'Delete port {port}', zh: '删除端口 {port}' },
  deleteOpen: {
    en: 'Port {port} on {component} is open. The platform deletes only closed ports, so close it first.',
    zh: '“{component}”的端口 {port} 仍开启，平台只能删除已关闭的端口，请先关闭。',
  },
  offerCloseAndDelete: { en: 'Close and delete', zh: '关闭并删除' },
  rulesActive: {
    en: 'The platform won’t delete port {port} while it has active gateway rules: {addresses}. Open the port to the internet once. After that, you can close and delete it.',
    zh: '端口 {port} 仍有已启用的网关策略，平台不会删除它：{addresses}。请先开启一次对外服务，之后即可关闭并删除。',
  },
  rulesOfHttp: {
    en: 'The platform won’t delete port {port} while it has active HTTP rules, and closing the {protocol} port doesn’t deactivate them: {addresses}. Change it to http first. After that, you can close and delete it.',
    zh: '端口 {port} 仍有已启用的 HTTP 网关策略，平台不会删除它，而关闭 {protocol} 端口不会使其变为未启用：{addresses}。请先改为 http，之后即可关闭并删除。',
  },
  offerOpenOnce: { en: 'Open it to the internet', zh: '开启对外服务' },
  warnRulesVanish: {
    en: (p: { count: number }) =>
      p.count === 1 ? 'Its gateway rule is deleted for good.' : `Its ${p.count} gateway rules are deleted for good.`,
    zh: '它的 {count} 条网关策略会一并删除，且无法恢复。',
  },
  warnRulesUnknown: {
    en: 'I couldn’t list its gateway rules. Any that exist are deleted for good.',
    zh: '无法列出该端口的网关策略。若有，会一并删除，且无法恢复。',
  },
  warnVariablesGo: {
    en: 'The environment variables {names} are deleted too. A health check on this port is turned off, and stays off after Undo.',
    zh: '环境变量 {names:list} 会一并删除，该端口上的健康检测（如有）会关闭，撤销也不会重新开启。',
  },
  undoDeleteClosed: { en: 'Add it again, closed', zh: '重新添加（不开启任何服务）' },
  undoDeleteInner: { en: 'Add it again, open inside the cluster', zh: '重新添加，并开启对内服务' },
  /** For a port that is open to the internet, or has gateway rules. */
  undoDeleteInnerOnly: {
    en: 'Add it again, open inside the cluster but not to the internet, without gateway rules',
    zh: '重新添加，仅开启对内服务（不含对外服务和网关策略）',
  },
  undoDeleteBare: {
    en: 'Add it again, closed, without gateway rules',
    zh: '重新添加，不开启任何服务（也不含网关策略）',
  },
  undoDeleteNone: {
    en: 'The platform no longer supports adding {protocol} ports.',
    zh: '平台已不支持添加 {protocol} 协议的端口。',
  },
  doneDeleted: { en: 'Port {port} on {component} is deleted.', zh: '“{component}”的端口 {port} 已删除。' },
});
