import { messages } from '../../../core/text/text.ts';

export const tableMsg = messages('port.list', {
  title: { en: 'Ports of {component}', zh: '组件“{component}”的端口' },
  port: { en: 'Port', zh: '端口' },
  outerShort: { en: 'External', zh: '对外服务' },
  innerShort: { en: 'Internal', zh: '对内服务' },
  alias: { en: 'Alias', zh: '别名' },
  inner: { en: 'Internal access', zh: '对内服务' },
  outer: { en: 'External access', zh: '对外服务' },
  inCluster: { en: 'In-cluster name', zh: '内部域名' },
  address: { en: 'Address', zh: '访问地址' },
  innerPort: { en: '{port} (internal)', zh: '{port}（对内）' },
  late: {
    en: 'Port {port}: opened by {by} at {at}, {late}',
    zh: '端口 {port}：{by} 于 {at} 开启，{late}',
  },
  opened: {
    en: 'Port {port}: opened by {by} at {at}, until {until}',
    zh: '端口 {port}：{by} 于 {at} 开启，{until} 关闭',
  },
  openedAndSet: {
    en: 'Port {port}: opened by {by} at {at}, until {until}, set by {setBy}',
    zh: '端口 {port}：{by} 于 {at} 开启，{until} 关闭（{setBy} 设置）',
  },
  closes: {
    en: 'Port {port}: open until {until}, set by {by} at {at}',
    zh: '端口 {port}：{until} 关闭，{by} 于 {at} 设置',
  },
});
