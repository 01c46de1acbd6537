import { messages } from '../../core/text/text.ts';

export const certificateMsg = messages('gateway.certificate', {
  named: { en: '{alias} (#{id})', zh: '{alias}（#{id}）' },
  option: { en: '{alias} (#{id}) – {names}', zh: '{alias}（#{id}）– {names}' },
  none: { en: 'No certificate: http only', zh: '不使用证书，仅 http' },
  unknown: {
    en: 'Team {team} has no certificate with the name or number {id}.',
    zh: '团队“{team}”没有名称或编号为 {id} 的证书。',
  },
  several: {
    en: 'Several certificates of the team have the name {name}. Choose one.',
    zh: '团队有多个名称为“{name}”的证书，请选择一个。',
  },
  onlyNumber: {
    en: 'The certificate {name} can’t be found by its name here, because the platform doesn’t list certificates. Give its number.',
    zh: '平台不提供证书列表，因此无法按名称查找证书“{name}”。请填写其编号。',
  },
  unread: {
    en: 'The team’s certificates can’t be read now, so certificate {id} can’t be checked. Nothing was changed. Try again.',
    zh: '目前无法读取团队的证书，因此无法核对证书 {id}。未做任何更改，请重试。',
  },
  expired: {
    en: 'Certificate {certificate} has expired: browsers will refuse it.',
    zh: '证书“{certificate}”已过期，浏览器会拒绝它。',
  },
  unreadable: {
    en: 'Certificate {id} isn’t among those of the team that the platform can read. Use one that `/gateway certificates` lists.',
    zh: '平台能解析的团队证书中没有 {id}。请使用 `/gateway certificates` 列出的证书。',
  },
  otherNames: {
    en: 'Certificate {certificate} covers only {names}: browsers will refuse {domain}.',
    zh: '证书“{certificate}”仅适用于 {names}，浏览器会拒绝 {domain}。',
  },
  otherName: {
    en: 'The platform lists certificate {certificate} only for {name}. Unless it covers more, browsers will refuse {domain}.',
    zh: '平台显示证书“{certificate}”仅适用于 {name}。如果它不包含其他域名，浏览器会拒绝 {domain}。',
  },
  ends: {
    en: 'Certificate {certificate} ends on {date}. Browsers will refuse it after that.',
    zh: '证书“{certificate}”将于 {date}过期，之后浏览器会拒绝它。',
  },
});
