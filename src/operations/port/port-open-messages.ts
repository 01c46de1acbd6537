import { joinedWords, portWords } from '../../core/text/joined.ts';
import { messages } from '../../core/text/text.ts';

export const openMsg = messages('port.open', {
  markOpened: {
    en: (p: { name: string; port: number; internally: string; length: string }) =>
      joinedWords(
        'opened',
        portWords(p.name, p.port),
        p.internally === '' ? '' : 'internally',
        p.length === '' ? '' : `for ${p.length}`,
      ),
    zh: (p) => joinedWords('开启', portWords(p.name, p.port), p.internally === '' ? '对外服务' : '对内服务', p.length),
  },
  markOpenedBriefly: {
    en: (p: { name: string }) => joinedWords('opened a port', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '开启端口' : `开启 ${p.name} 的端口`),
  },
  markClosed: {
    en: (p: { name: string; port: number; internally: string }) =>
      joinedWords('closed', portWords(p.name, p.port), p.internally === '' ? '' : 'internally'),
    zh: (p) => joinedWords('关闭', portWords(p.name, p.port), p.internally === '' ? '对外服务' : '对内服务'),
  },
  markClosedItself: {
    en: (p: { name: string; port: number }) => `${portWords(p.name, p.port)} closed automatically`,
    zh: (p) => `${portWords(p.name, p.port)} 自动关闭`,
  },
  markClosedBriefly: {
    en: (p: { name: string }) => joinedWords('closed a port', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '关闭端口' : `关闭 ${p.name} 的端口`),
  },
  markUntil: {
    en: (p: { name: string; port: number; length: string }) => `${portWords(p.name, p.port)} open for ${p.length}`,
    zh: (p) => `${portWords(p.name, p.port)} 开放 ${p.length}`,
  },
  markLonger: {
    en: (p: { name: string; port: number; length: string }) =>
      `kept ${portWords(p.name, p.port)} open ${p.length} longer`,
    zh: (p) => `${portWords(p.name, p.port)} 延长开放 ${p.length}`,
  },
  markUntilBriefly: {
    en: (p: { name: string }) => joinedWords('set a closing time', p.name === '' ? '' : `of ${p.name}`),
    zh: (p) => (p.name === '' ? '设置关闭时间' : `设置 ${p.name} 的关闭时间`),
  },

  titleOuter: { en: 'Open port {port} on {component} to the internet', zh: '开启“{component}”端口 {port} 的对外服务' },
  titleInner: {
    en: 'Open port {port} on {component} inside the cluster',
    zh: '开启“{component}”端口 {port} 的对内服务',
  },
  titleBoth: {
    en: 'Open port {port} on {component} inside the cluster and to the internet',
    zh: '开启“{component}”端口 {port} 的对内和对外服务',
  },
  forLength: { en: '{title} for {length}', zh: '{title}，时长 {length}' },
  closeOuterTitle: {
    en: 'Close external access to port {port} on {component}',
    zh: '关闭“{component}”端口 {port} 的对外服务',
  },
  outerNotOpened: { en: 'External access wasn’t opened.', zh: '对外服务未开启。' },
  closeInnerTitle: {
    en: 'Close internal access to port {port} on {component}',
    zh: '关闭“{component}”端口 {port} 的对内服务',
  },
  closeBothTitle: {
    en: 'Close all access to port {port} on {component}',
    zh: '关闭“{component}”端口 {port} 的对外和对内服务',
  },
  untilTitle: {
    en: 'Close external access to port {port} on {component} in {length}',
    zh: '{length}后关闭“{component}”端口 {port} 的对外服务',
  },
  /** Used if the port would otherwise close earlier. */
  untilLaterTitle: {
    en: 'Keep port {port} on {component} open to the internet longer, and close it in {length}',
    zh: '延长“{component}”端口 {port} 的对外服务，{length}后关闭',
  },
  untilLaterInnerTitle: {
    en: 'Keep port {port} on {component} open inside the cluster longer, and close it in {length}',
    zh: '延长“{component}”端口 {port} 的对内服务，{length}后关闭',
  },
  untilLaterBothTitle: {
    en: 'Keep port {port} on {component} open longer, and close all of it in {length}',
    zh: '延长“{component}”端口 {port} 的对外和对内服务，{length}后关闭',
  },
  untilInnerTitle: {
    en: 'Close internal access to port {port} on {component} in {length}',
    zh: '{length}后关闭“{component}”端口 {port} 的对内服务',
  },
  untilBothTitle: {
    en: 'Close all access to port {port} on {component} in {length}',
    zh: '{length}后关闭“{component}”端口 {port} 的对外和对内服务',
  },
  stepOpenOuter: { en: 'Open external access to port {port}', zh: '开启端口 {port} 的对外服务' },
  stepOpenInner: { en: 'Open internal access to port {port}', zh: '开启端口 {port} 的对内服务' },
  stepCloseOuter: { en: 'Close external access to port {port}', zh: '关闭端口 {port} 的对外服务' },
  stepCloseInner: { en: 'Close internal access to port {port}', zh: '关闭端口 {port} 的对内服务' },
  alreadyOuter: {
    en: 'Port {port} on {component} is already open to the internet.',
    zh: '“{component}”的端口 {port} 已开启对外服务。',
  },
  alreadyOuterAt: {
    en: 'External access of port {port} on {component} is already open: {addresses}',
    zh: '“{component}”的端口 {port} 已开启对外服务：{addresses}',
  },
  alreadyInner: {
    en: 'Port {port} on {component} is already open inside the cluster.',
    zh: '“{component}”的端口 {port} 已开启对内服务。',
  },
  alreadyBoth: {
    en: 'Port {port} on {component} is already open inside the cluster and to the internet.',
    zh: '“{component}”的端口 {port} 已开启对内和对外服务。',
  },
  alreadyClosedOuter: {
    en: 'Port {port} on {component} isn’t open to the internet.',
    zh: '“{component}”的端口 {port} 未开启对外服务。',
  },
  alreadyClosedInner: {
    en: 'Port {port} on {component} isn’t open inside the cluster.',
    zh: '“{component}”的端口 {port} 未开启对内服务。',
  },
  alreadyClosedBoth: { en: 'Port {port} on {component} is already closed.', zh: '“{component}”的端口 {port} 已关闭。' },
  onlyRuleOpens: {
    en: 'The platform can open ports of the protocol {protocol} to the internet only with a gateway rule: `/gateway http {component} {port}` and a domain.',
    zh: '平台只能通过网关策略对外开启 {protocol} 协议的端口：`/gateway http {component} {port}`，后接域名。',
  },
  closedButRouted: {
    en: 'External access of port {port} on {component} is off, but gateway rules may still lead to it: {addresses}',
    zh: '“{component}”的端口 {port} 未开启对外服务，但以下网关策略可能仍指向它：{addresses}',
  },
  deleteRule: { en: 'Delete {address}', zh: '删除 {address}' },
  innerFirst: {
    en: 'Opening port {port} on {component} to the internet needs internal access, which is off.',
    zh: '“{component}”的端口 {port} 未开启对内服务，而对外服务依赖对内服务。',
  },
  outerFirst: {
    en: 'Port {port} on {component} is open to the internet, which needs internal access.',
    zh: '“{component}”的端口 {port} 已开启对外服务，而对外服务依赖对内服务。',
  },
  openWithClosingTime: {
    en: 'Port {port} on {component} is already open, without a closing time.',
    zh: '“{component}”的端口 {port} 已开启，未设置自动关闭时间。',
  },
  openUntil: {
    en: 'Port {port} on {component} is already open until {until}.',
    zh: '“{component}”的端口 {port} 已开启，将于{until:apart}关闭。',
  },
  aliasFirst: {
    en: 'Port {port} on {component} has no alias. The platform needs one for internal access, so set an alias first.',
    zh: '“{component}”的端口 {port} 没有别名，而平台开启对内服务时需要别名。请先设置别名。',
  },
  offerAlias: { en: 'Set an alias', zh: '设置别名' },
  offerBoth: { en: 'Open internal and external access', zh: '一起开启对内和对外服务' },
  offerCloseBoth: { en: 'Close internal and external access', zh: '一起关闭对内和对外服务' },
  offerUntil: { en: 'Close it in {length}', zh: '{length}后关闭' },
  offerOpenFor: { en: 'Open it to the internet for {length}', zh: '开启对外服务 {length}' },
  offerOpenInnerFor: { en: 'Open it inside the cluster for {length}', zh: '开启对内服务 {length}' },
  longerTitle: {
    en: 'Keep port {port} on {component} open to the internet {length} longer',
    zh: '将“{component}”端口 {port} 的对外服务延长 {length}',
  },
  longerInnerTitle: {
    en: 'Keep port {port} on {component} open inside the cluster {length} longer',
    zh: '将“{component}”端口 {port} 的对内服务延长 {length}',
  },
  noClosingTime: {
    en: 'Port {port} on {component} has no closing time to extend.',
    zh: '“{component}”的端口 {port} 没有可延长的关闭时间。',
  },
  untilOuterFirst: {
    en: 'Port {port} on {component} is open to the internet. Internal access can’t be closed before external access.',
    zh: '“{component}”的端口 {port} 已开启对外服务，对内服务不能先于对外服务关闭。',
  },
  offerUntilBoth: { en: 'Close both in {length}', zh: '{length}后一起关闭' },
  warnClosesBoth: {
    en: 'When it closes, nothing can reach it any more.',
    zh: '关闭后，互联网和其他组件都将无法再访问它。',
  },
  undoOpen: { en: 'Close it', zh: '关闭该端口' },
  undoClose: { en: 'Open it to the internet again', zh: '重新开启对外服务' },
  undoFor: { en: '{undo}, for {length} from then', zh: '{undo}，自重新开启起 {length}' },
  undoCloseInner: { en: 'Open internal access again', zh: '重新开启对内服务' },
  undoCloseBoth: { en: 'Open internal and external access again', zh: '重新开启对内和对外服务' },
  undoUntil: {
    en: 'Later you can change or remove the closing time. Keeping the port open longer may need an approval.',
    zh: '之后可更改关闭时间，或取消自动关闭。延长开启时间可能需要审批。',
  },
  /** Of a request that keeps it open longer: that such a request may need an approval is clear from its card. */
  undoLonger: {
    en: 'Later you can change or remove the closing time.',
    zh: '之后可更改关闭时间，或取消自动关闭。',
  },
  warnLonger: {
    en: 'Until it closes, anyone on the internet can reach it, unless your network blocks it.',
    zh: '关闭之前，互联网上的任何人都可以访问它，除非您的网络阻止。',
  },
  warnLongerAt: {
    en: 'Until it closes, anyone on the internet can reach it, unless your network blocks it: {addresses}',
    zh: '关闭之前，互联网上的任何人都可以访问（除非您的网络阻止）：{addresses}',
  },
  warnStaysOpen: {
    en: 'Anyone on the internet can reach it until someone closes it, unless your network blocks it.',
    zh: '在有人关闭之前，互联网上的任何人都可以访问它，除非您的网络阻止。',
  },
  closesAnyway: {
    en: 'Without this request, the closing time stays {at}.',
    zh: '如果不执行本申请，关闭时间仍为 {at}。',
  },
  warnWakes: {
    en: (p: { addresses: string; count: number }) =>
      p.count === 1
        ? `Its inactive gateway rule becomes active again: ${p.addresses}`
        : `Its ${p.count} inactive gateway rules become active again: ${p.addresses}`,
    zh: '{count} 条未启用的网关策略会重新启用：{addresses}',
  },
  warnNodePortLater: {
    en: 'This doesn’t open the port to the internet. Doing so later will probably fail: the platform can’t open ports of the protocol {protocol} to the internet.',
    zh: '此变更不会开启对外服务；之后若要开启，很可能失败：平台无法对外开启 {protocol} 协议的端口。',
  },
  neverCloses: {
    en: 'No closing time: it stays open until someone closes it.',
    zh: '不会自动关闭，需手动关闭。',
  },
  innerStays: { en: 'Internal access stays open.', zh: '对内服务保持开启。' },
  innerStaysUntil: {
    en: 'Internal access stays open, and closes automatically at {at}.',
    zh: '对内服务保持开启，将于 {at} 自动关闭。',
  },
  innerClosesToo: {
    en: 'Internal access closes at {at}, or together with external access if that is later.',
    zh: '对内服务将于 {at} 关闭；如果对外服务更晚关闭，则一并关闭。',
  },
  /** External access closes later than that anyway. */
  innerStaysTogether: {
    en: 'Internal access stays open until external access closes. Its closing time, {at}, no longer counts.',
    zh: '对内服务保持开启，直到对外服务关闭；原定的关闭时间（{at}）不再有效。',
  },
  innerStaysToo: {
    en: 'Internal access stays open too. Its closing time, {at}, no longer counts.',
    zh: '对内服务也保持开启，原定的关闭时间（{at}）不再有效。',
  },
  closesAgain: { en: 'It closes automatically {length} after it opens.', zh: '开启 {length}后自动关闭。' },
  closesAgainAt: {
    en: 'It closes automatically {length} after it opens, at {at}.',
    zh: '开启 {length}后自动关闭，即 {at}。',
  },
  closesAnew: {
    en: 'It closes automatically {length} after it opens: the time starts again.',
    zh: '开启 {length}后自动关闭，重新计时。',
  },
  warnUdp: { en: 'The port accepts only UDP traffic, not TCP.', zh: '该端口只接受 UDP 流量，不接受 TCP。' },
  warnEnvironment: {
    en: 'Components that depend on it can use its environment variables {names}.',
    zh: '依赖它的组件可以使用它的环境变量 {names:list}。',
  },
  warnCloseInner: {
    en: 'Other components can no longer reach it at {name}:{port}. Its environment variables stay.',
    zh: '其他组件将无法再通过 {name}:{port} 访问它。其环境变量会保留。',
  },
  warnDeleteInner: {
    en: 'Other components can no longer reach it at {name}:{port}.',
    zh: '其他组件将无法再通过 {name}:{port} 访问它。',
  },
  warnDeleteOuter: { en: 'It can no longer be reached from the internet.', zh: '将无法再从互联网访问它。' },
  warnRulesStay: {
    en: 'Its addresses stop working until the port is opened to the internet again. Their gateway rules aren’t deleted.',
    zh: '在重新开启对外服务之前，它的地址无法访问。网关策略会保留，不会被删除。',
  },
  warnOtherKind: {
    en: 'The platform doesn’t deactivate these rules, because they aren’t rules of a {protocol} port. They may stay reachable: {addresses}',
    zh: '以下网关策略不属于 {protocol} 协议，平台不会将其变为未启用，可能仍可访问：{addresses}',
  },
  warnMayAnswer: {
    en: 'Before Rainbond 6.7.4, this leaves {addresses} open, because the in-cluster name {name} differs from the alias {alias}. Portolan can’t check whether it’s closed.',
    zh: '在 Rainbond 6.7.4 之前的版本上，由于内部域名 {name} 与别名 {alias} 不同，关闭后 {addresses} 仍会开放。Portolan 无法检查它是否已关闭。',
  },
  warnReopening: {
    en: 'Opening port {port} again gives it the same node port, or the region refuses it, because port {other} uses one too. If it’s refused, delete port {port} and add it again.',
    zh: '再次开启端口 {port} 时，要么得到相同的节点端口，要么被集群拒绝，因为端口 {other} 也使用节点端口。如被拒绝，请删除端口 {port} 后重新添加。',
  },
  refusedMayBeOpen: {
    en: 'Its node port may be open anyway: {addresses}. Another try may open another one.',
    zh: '节点端口可能已经开放：{addresses}。再次尝试可能会开启另一个节点端口。',
  },
  refusedMayBeOpenSomewhere: {
    en: 'A node port may be open anyway. Another try may open another one.',
    zh: '节点端口可能已经开放。再次尝试可能会开启另一个节点端口。',
  },
  deleteAndAdd: {
    en: 'What helps: delete port {port} and add it again.',
    zh: '解决办法：删除端口 {port} 后重新添加。',
  },
  offerDeleteToAdd: { en: 'Delete the port', zh: '删除该端口' },
  warnOtherNodePort: {
    en: 'When the port is opened again, it may get a different node port.',
    zh: '重新开启后，节点端口可能会变。',
  },
  warnClosesOuter: {
    en: 'When it closes, it can’t be reached from the internet any more. Internal access stays open.',
    zh: '关闭后，将无法再从互联网访问它。对内服务保持开启。',
  },
  warnStopsAt: { en: 'These addresses stop working then: {addresses}', zh: '届时以下地址无法访问：{addresses}' },
  warnClosesInner: {
    en: 'When it closes, other components can’t reach it any more.',
    zh: '关闭后，其他组件将无法再访问它。',
  },
  doneOuter: { en: 'External access is open: {addresses}', zh: '已开启对外服务：{addresses}' },
  doneOuterBare: {
    en: 'Port {port} on {component} is open to the internet. The platform didn’t return an address.',
    zh: '“{component}”的端口 {port} 已开启对外服务，但平台没有返回访问地址。',
  },
  doneInner: { en: 'Internal address of {component}: {name}:{port}', zh: '“{component}”的对内地址：{name}:{port}' },
  keepOpenTitle: {
    en: 'Keep port {port} on {component} open to the internet, without a closing time',
    zh: '保持“{component}”端口 {port} 的对外服务，不再自动关闭',
  },
  keepInnerTitle: {
    en: 'Keep port {port} on {component} open inside the cluster, without a closing time',
    zh: '保持“{component}”端口 {port} 的对内服务，不再自动关闭',
  },
  warnOuterCloses: {
    en: 'Its external access still closes automatically at {at}.',
    zh: '其对外服务仍会在 {at} 自动关闭。',
  },
  closesAt: { en: '{at}', zh: '{at}' },
  closesNever: { en: 'never', zh: '不自动关闭' },
  keepOpenUndo: { en: 'Later you can set a new closing time.', zh: '之后可重新设置关闭时间。' },
});
