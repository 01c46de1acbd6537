import { messages } from '../../core/text/text.ts';

/** What opening and closing a port says. */
export const msg = messages('port.open', {
  titleOuter: {
    en: (p: { port: number; component: string }) => `Open port ${p.port} of ${p.component} to the outside`,
    zh: (p) => `对外开放 ${p.component} 的端口 ${p.port}`,
  },
  titleInner: {
    en: (p: { port: number; component: string }) => `Open port ${p.port} of ${p.component} inside the cluster`,
    zh: (p) => `在集群内开放 ${p.component} 的端口 ${p.port}`,
  },
  titleBoth: {
    en: (p: { port: number; component: string }) =>
      `Open port ${p.port} of ${p.component} inside the cluster and to the outside`,
    zh: (p) => `对内并对外开放 ${p.component} 的端口 ${p.port}`,
  },
  forLength: {
    en: (p: { title: string; length: string }) => `${p.title} for ${p.length}`,
    zh: (p) => `${p.title}，持续 ${p.length}`,
  },
  closeOuterTitle: {
    en: (p: { port: number; component: string }) => `Close port ${p.port} of ${p.component} to the outside`,
    zh: (p) => `关闭 ${p.component} 端口 ${p.port} 的对外服务`,
  },
  closeInnerTitle: {
    en: (p: { port: number; component: string }) => `Close port ${p.port} of ${p.component} inside the cluster`,
    zh: (p) => `关闭 ${p.component} 端口 ${p.port} 的对内服务`,
  },
  closeBothTitle: {
    en: (p: { port: number; component: string }) => `Close port ${p.port} of ${p.component} altogether`,
    zh: (p) => `完全关闭 ${p.component} 的端口 ${p.port}`,
  },
  untilTitle: {
    en: (p: { port: number; component: string; length: string }) =>
      `Close port ${p.port} of ${p.component} in ${p.length}`,
    zh: (p) => `${p.length} 后关闭 ${p.component} 的端口 ${p.port}`,
  },
  stepOpenOuter: {
    en: (p: { port: number }) => `Open port ${p.port} to the outside`,
    zh: (p) => `对外开放端口 ${p.port}`,
  },
  stepOpenInner: {
    en: (p: { port: number }) => `Open port ${p.port} inside the cluster`,
    zh: (p) => `在集群内开放端口 ${p.port}`,
  },
  stepCloseOuter: {
    en: (p: { port: number }) => `Close port ${p.port} to the outside`,
    zh: (p) => `关闭端口 ${p.port} 的对外服务`,
  },
  stepCloseInner: {
    en: (p: { port: number }) => `Close port ${p.port} inside the cluster`,
    zh: (p) => `关闭端口 ${p.port} 的对内服务`,
  },
  alreadyOuter: {
    en: (p: { port: number; component: string }) => `Port ${p.port} of ${p.component} is already open to the outside.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对外开放。`,
  },
  alreadyOuterAt: {
    en: (p: { port: number; component: string; addresses: string }) =>
      `Port ${p.port} of ${p.component} is already open to the outside: ${p.addresses}`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对外开放：${p.addresses}`,
  },
  alreadyInner: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is already open inside the cluster.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已在集群内开放。`,
  },
  alreadyBoth: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is already open inside the cluster and to the outside.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对内并对外开放。`,
  },
  alreadyClosedOuter: {
    en: (p: { port: number; component: string }) => `Port ${p.port} of ${p.component} is not open to the outside.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 没有对外开放。`,
  },
  alreadyClosedInner: {
    en: (p: { port: number; component: string }) => `Port ${p.port} of ${p.component} is not open inside the cluster.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 没有在集群内开放。`,
  },
  alreadyClosedBoth: {
    en: (p: { port: number; component: string }) => `Port ${p.port} of ${p.component} is closed already.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已经关闭。`,
  },
  innerFirst: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is closed inside the cluster, and outer access needs inner access. Open both?`,
    zh: (p) => `${p.component} 的端口 ${p.port} 未开启对内服务，而对外服务依赖它。要一起开放吗？`,
  },
  outerFirst: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is open to the outside, and outer access needs inner access. Close both?`,
    zh: (p) => `${p.component} 的端口 ${p.port} 正对外开放，而对外服务依赖对内服务。要一起关闭吗？`,
  },
  openWithClosingTime: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} is open already. Shall it get a closing time?`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已经开放。要为它设置关闭时间吗？`,
  },
  aliasFirst: {
    en: (p: { port: number; component: string }) =>
      `Port ${p.port} of ${p.component} has no alias, and the platform opens no port inside the cluster without one. Give it an alias first.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 没有别名，平台不会在集群内开放没有别名的端口。请先设置别名。`,
  },
  offerAlias: { en: () => 'Give it an alias', zh: () => '设置别名' },
  offerBoth: { en: () => 'Open both', zh: () => '一起开放' },
  offerCloseBoth: { en: () => 'Close both', zh: () => '一起关闭' },
  offerUntil: { en: (p: { length: string }) => `Close it in ${p.length}`, zh: (p) => `${p.length} 后关闭` },
  offerOpenFor: { en: (p: { length: string }) => `Open it for ${p.length}`, zh: (p) => `开放 ${p.length}` },
  undoOpen: { en: () => 'Close it again', zh: () => '重新关闭' },
  undoClose: { en: () => 'Open it again', zh: () => '重新开放' },
  undoUntil: {
    en: () => 'A closing time is changed or lifted from the list of openings.',
    zh: () => '可在临时开放列表中修改或取消关闭时间。',
  },
  warnEverybody: {
    en: () => 'Whoever reaches the region’s gateway can reach it then.',
    zh: () => '之后凡是能访问集群网关的人都可以访问它。',
  },
  warnWakes: {
    en: (p: { count: number }) =>
      p.count === 1 ? 'A gateway rule that slept answers again.' : `${p.count} gateway rules that slept answer again.`,
    zh: (p) => `${p.count} 条已停用的网关策略会重新生效。`,
  },
  warnNodePort: {
    en: (p: { protocol: string }) =>
      `Kubernetes knows no protocol ${p.protocol}: the platform’s region will probably refuse this. A port of protocol tcp can be opened.`,
    zh: (p) => `Kubernetes 不支持协议 ${p.protocol}：集群很可能会拒绝。可改用 tcp 协议的端口。`,
  },
  warnNodePortLater: {
    en: (p: { protocol: string }) =>
      `A port of protocol ${p.protocol} can probably not be opened to the outside: Kubernetes knows no such protocol.`,
    zh: (p) => `${p.protocol} 协议的端口很可能无法对外开放：Kubernetes 不支持该协议。`,
  },
  warnUdp: {
    en: () => 'It is opened for UDP: TCP does not get through.',
    zh: () => '将以 UDP 开放：TCP 无法通过。',
  },
  warnEnvironment: {
    en: (p: { names: string }) =>
      `The environment variables ${p.names} are written for the components that depend on it.`,
    zh: (p) => `会为依赖它的组件写入环境变量 ${p.names}。`,
  },
  warnCloseInner: {
    en: (p: { name: string; port: number }) =>
      `Components that reach it at ${p.name}:${p.port} inside the cluster lose it. Its environment variables stay.`,
    zh: (p) => `通过 ${p.name}:${p.port} 在集群内访问它的组件将无法访问。其环境变量会保留。`,
  },
  warnRulesStay: {
    en: () => 'The gateway rules stay and answer again when the port is opened.',
    zh: () => '网关策略会保留，端口重新开放后恢复生效。',
  },
  warnOtherKind: {
    en: (p: { protocol: string; addresses: string }) =>
      `These rules were not made for a port of protocol ${p.protocol}: the platform leaves them as they are, and they may go on answering: ${p.addresses}`,
    zh: (p) => `以下策略不是为 ${p.protocol} 协议的端口创建的：平台不会改动它们，它们可能继续生效：${p.addresses}`,
  },
  warnOtherNodePort: {
    en: () => 'Opened again, it may get another port of the nodes.',
    zh: () => '重新开放后，节点端口可能会变。',
  },
  warnClosesOuter: {
    en: () => 'Then only its outer access is closed.',
    zh: () => '届时只关闭其对外服务。',
  },
  warnClosesInner: {
    en: () => 'Then only its inner access is closed.',
    zh: () => '届时只关闭其对内服务。',
  },
  doneOuter: {
    en: (p: { component: string; port: number; addresses: string }) =>
      `Port ${p.port} of ${p.component} is open to the outside: ${p.addresses}`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对外开放：${p.addresses}`,
  },
  doneOuterBare: {
    en: (p: { component: string; port: number }) =>
      `Port ${p.port} of ${p.component} is open to the outside. The platform did not tell its address.`,
    zh: (p) => `${p.component} 的端口 ${p.port} 已对外开放。平台没有提供访问地址。`,
  },
  doneInner: {
    en: (p: { component: string; name: string; port: number }) =>
      `Inside the cluster ${p.component} answers at ${p.name}:${p.port}`,
    zh: (p) => `在集群内可通过 ${p.name}:${p.port} 访问 ${p.component}`,
  },
  doneClosed: {
    en: (p: { component: string; port: number; outer: string; inner: string }) =>
      `Port ${p.port} of ${p.component}: outer ${p.outer}, inner ${p.inner}.`,
    zh: (p) => `${p.component} 的端口 ${p.port}：对外 ${p.outer}，对内 ${p.inner}。`,
  },
  keepOpenTitle: {
    en: (p: { port: number; component: string }) => `Keep port ${p.port} of ${p.component} open`,
    zh: (p) => `保持 ${p.component} 的端口 ${p.port} 开放`,
  },
  keepInnerTitle: {
    en: (p: { port: number; component: string }) => `Keep port ${p.port} of ${p.component} open inside the cluster`,
    zh: (p) => `保持 ${p.component} 的端口 ${p.port} 在集群内开放`,
  },
  warnOuterCloses: {
    en: (p: { at: string }) => `Its outer access still closes by itself: ${p.at}.`,
    zh: (p) => `其对外服务仍会自动关闭：${p.at}。`,
  },
  closesAt: { en: (p: { at: string }) => p.at, zh: (p) => p.at },
  closesNever: { en: () => 'never', zh: () => '不再自动关闭' },
  keepOpenUndo: {
    en: () => 'a new closing time is given with `for=`.',
    zh: () => '可用 `for=` 重新设定关闭时间。',
  },
});
