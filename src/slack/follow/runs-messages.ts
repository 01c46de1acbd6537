import { messages } from '../../core/text/text.ts';

export const runsMsg = messages('slack.runs', {
  title: { en: '*{title}*', zh: '*{title}*' },
  pending: { en: '◌ {state}…', zh: '◌ {state}…' },
  good: { en: '✓ {state}', zh: '✓ {state}' },
  bad: { en: '✗ {state}', zh: '✗ {state}' },
  unclear: { en: '? {state}', zh: '? {state}' },
  oneLine: { en: '{state} · {title}', zh: '{state} · {title}' },
  line: { en: '{name}: {state}', zh: '{name}：{state}' },
  cause: { en: '> {cause}', zh: '> {cause}' },
  causeOf: { en: '> {name}: {cause}', zh: '> {name}：{cause}' },
  frozen: {
    en: '❄ {why}. This wasn’t requested with Portolan, so the freeze didn’t stop it.',
    zh: '❄ {why}。该操作未通过 Portolan 申请，因此冻结未能阻止。',
  },
  keepsRunning: {
    en: 'The previous {count:version|versions} of {names} kept running.',
    zh: '{names:list} 之前的版本继续运行。',
  },
  image: { en: 'Image of {names}: {image}', zh: '{names:list} 的镜像：{image}' },
  card: { en: 'Requested with Portolan: {link}', zh: '通过 Portolan 申请：{link}' },
  itsCard: { en: 'its card', zh: '该卡片' },
  allDone: { en: 'all {count} done', zh: '{count} 个均已完成' },
  someFailed: { en: '{failed} of {count} failed', zh: '{count} 个中有 {failed} 个失败' },
});
