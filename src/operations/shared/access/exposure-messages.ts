import { messages } from '../../../core/text/text.ts';

export const exposureMsg = messages('port.open', {
  /** Portolan doesn't know the network in front of the region. The report of addresses says the same. */
  warnEverybody: {
    en: 'Anyone on the internet will be able to reach it, unless your network blocks it.',
    zh: '互联网上的任何人都将可以访问它，除非您的网络阻止。',
  },
  warnDatabase: { en: '*{component} is a database.*', zh: '*“{component}”是数据库。*' },
  warnDatabaseStays: {
    en: '*{component} is a database, and it stays open, without a closing time.*',
    zh: '*“{component}”是数据库，且不会自动关闭。*',
  },
  warnDatabaseToAll: {
    en: '*{component} is a database, open to anyone on the internet, without a closing time.*',
    zh: '*数据库“{component}”对互联网上的任何人开放，且不会自动关闭。*',
  },
  noNodePort: {
    en: 'The platform can’t open ports of the protocol {protocol} to the internet. Change its protocol to tcp first.',
    zh: '平台无法对外开启 {protocol} 协议的端口。请先将端口的协议改为 tcp。',
  },
  warnNodePort: {
    en: '*This will probably fail and open nothing:* the platform can’t open ports of the protocol {protocol} to the internet. Change its protocol to tcp first.',
    zh: '*很可能失败，不会开启任何访问*：平台无法对外开启 {protocol} 协议的端口。请先将端口的协议改为 tcp。',
  },
  mayAnswer: {
    en: 'Port {port} on {component} was closed, but may still answer at {addresses}. Portolan can’t check that.',
    zh: '“{component}”的端口 {port} 已关闭，但 {addresses} 可能仍可访问，Portolan 无法检查。',
  },
  doneMayAnswer: {
    en: 'May still answer: {addresses}. Portolan can’t check whether it’s closed.',
    zh: '可能仍可访问：{addresses}。Portolan 无法检查它是否已关闭。',
  },
  mayBeOpen: {
    en: 'Opening port {port} on {component} was refused, but {addresses} may be open. Portolan can’t check that.',
    zh: '开启“{component}”的端口 {port} 被拒绝，但 {addresses} 可能已经开放，Portolan 无法检查。',
  },
});
