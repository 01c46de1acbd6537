import { quotedNames } from '../../../core/text/chinese.ts';
import { messages } from '../../../core/text/text.ts';

export const knownContextMsg = messages('context', {
  unknownName: {
    en: (p: { typed: string }) =>
      `\`${p.typed}\` isn’t a known context or app. Use team/region/app, such as shop/east-1/12 or shop/east-1/shop.`,
    zh: (p) =>
      `没有名为 \`${p.typed}\` 的上下文或应用。请使用 团队/集群/应用，例如 shop/east-1/12 或 shop/east-1/shop。`,
  },
  notInPolicy: {
    en: (p: { typed: string; names: string }) =>
      `\`${p.typed}\` isn’t one of the contexts in the policy file. Use one of these: ${p.names}.`,
    zh: (p) => `审批策略文件中没有上下文 \`${p.typed}\`。可用的有：${quotedNames(p.names)}。`,
  },
  place: {
    en: (p: { team: string; region: string; app: string }) => `${p.team} / ${p.region} / ${p.app}`,
    zh: (p) => `${p.team} / ${p.region} / ${p.app}`,
  },
  placeNamed: {
    en: (p: { name: string; place: string }) => `${p.name} (${p.place})`,
    zh: (p) => `${p.name}（${p.place}）`,
  },
  appNamed: { en: (p: { name: string; id: string }) => `${p.name} #${p.id}`, zh: (p) => `${p.name} #${p.id}` },
  appOf: { en: (p: { id: string }) => `#${p.id}`, zh: (p) => `#${p.id}` },
});
