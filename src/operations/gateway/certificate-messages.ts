import { messages } from '../../core/text/text.ts';

export const certificateMsg = messages('gateway.certificate', {
  named: { en: (p: { alias: string; id: number }) => `${p.alias} (#${p.id})`, zh: (p) => `${p.alias}（#${p.id}）` },
  option: {
    en: (p: { alias: string; id: number; names: string }) => `${p.alias} (#${p.id}) – ${p.names}`,
    zh: (p) => `${p.alias}（#${p.id}）– ${p.names}`,
  },
  none: { en: () => 'No certificate: http only', zh: () => '不使用证书，仅 http' },
  unknown: {
    en: (p: { id: number; team: string }) => `Team ${p.team} has no certificate with the number ${p.id}.`,
    zh: (p) => `团队“${p.team}”没有编号为 ${p.id} 的证书。`,
  },
  unread: {
    en: (p: { id: number }) =>
      `The team’s certificates can’t be read now, so certificate ${p.id} can’t be checked. Nothing was changed. Try again.`,
    zh: (p) => `目前无法读取团队的证书，因此无法核对证书 ${p.id}。未做任何更改，请重试。`,
  },
  expired: {
    en: (p: { certificate: string }) => `Certificate ${p.certificate} has expired. Browsers will show a warning.`,
    zh: (p) => `证书“${p.certificate}”已过期，浏览器会发出警告。`,
  },
  unreadable: {
    en: (p: { id: number }) =>
      `Certificate ${p.id} isn’t among those of the team that the platform can read. Use one that \`/gateway certificates\` lists.`,
    zh: (p) => `平台能解析的团队证书中没有 ${p.id}。请使用 \`/gateway certificates\` 列出的证书。`,
  },
  otherNames: {
    en: (p: { certificate: string; domain: string; names: string }) =>
      `Certificate ${p.certificate} isn’t valid for ${p.domain}. It is valid for ${p.names}.`,
    zh: (p) => `证书“${p.certificate}”对 ${p.domain} 无效，仅适用于 ${p.names}。`,
  },
});
