import { messages } from '../../../core/text/text.ts';

export const accessMsg = messages('port.access', {
  extend: { en: 'Extend', zh: '延长' },
  deleteRule: { en: 'Delete rule', zh: '删除网关策略' },
  close: { en: 'Close', zh: '关闭' },
  overdue: { en: 'should have closed at {at}', zh: '应已于{at:apart}关闭' },
  closingUnsure: { en: '⚠ closing not confirmed, checking again at {at}', zh: '⚠ 关闭未确认，将于 {at} 再次检查' },
  closesIn: { en: 'closes in {left}, at {at}', zh: '{left}后关闭（{at}）' },
  /** Names of access in a sentence, such as "… closes automatically at 22:45". */
  outer: { en: 'External access to port {port} on {component}', zh: '“{component}”端口 {port} 的对外服务' },
  inner: { en: 'Internal access to port {port} on {component}', zh: '“{component}”端口 {port} 的对内服务' },
  both: { en: 'All access to port {port} on {component}', zh: '“{component}”端口 {port} 的对外和对内服务' },
  lost: {
    en: 'I can’t find {component} any more. Check in the console that port {port} is closed.',
    zh: '已找不到组件“{component}”。请在控制台确认端口 {port} 已关闭。',
  },
});
