import { messages } from '../../../core/text/text.ts';

export const knownContextMsg = messages('context', {
  unknownName: {
    en: '`{typed}` isn’t a known context or app. Use team/region/app, such as shop/east-1/12 or shop/east-1/shop.',
    zh: '没有名为 `{typed}` 的上下文或应用。请使用 团队/集群/应用，例如 shop/east-1/12 或 shop/east-1/shop。',
  },
  notInPolicy: {
    en: '`{typed}` isn’t one of the contexts in the policy file. Use one of these: {names}.',
    zh: '审批策略文件中没有上下文 `{typed}`。可用的有：{names:quoted}。',
  },
  place: { en: '{team} / {region} / {app}', zh: '{team} / {region} / {app}' },
  placeNamed: { en: '{name} ({place})', zh: '{name}（{place}）' },
  appNamed: { en: '{name} #{id}', zh: '{name} #{id}' },
  appOf: { en: '#{id}', zh: '#{id}' },
});
