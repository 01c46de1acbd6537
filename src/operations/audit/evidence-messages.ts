import { messages } from '../../core/text/text.ts';

export const evidenceMsg = messages('evidence', {
  says: { en: 'Get an archive for auditors', zh: '获取审计证据归档' },
  submit: { en: 'Create archive', zh: '生成归档' },
  formTitle: { en: 'Evidence', zh: '审计证据' },
  title: { en: 'Evidence since {from}', zh: '{from:apart-after}以来的证据' },
  coming: {
    en: 'I’m sending a zip file to your direct messages with me. The audit log has about {entries:# entry|# entries} since then, so it takes about {wait}.',
    zh: '正在将 zip 文件发送到您与我的私信中。此期间审计日志约有 {entries} 条记录，大约需要 {wait}。',
  },
  contains: {
    en: 'It has a summary page, every request with who decided it, what was seen outside Portolan, and the gaps. It is a selection: only this context.',
    zh: '其中包含摘要页面、每项申请及其审批人、Portolan 之外发现的变更，以及空白时段。仅限当前上下文。',
  },
  leftOut: {
    en: '{count:# entry|# entries} that you can’t see {count:is|are} left out. You get only your own and those of requests in channels you’re in. {why}',
    zh: '有 {count} 条您无权查看的记录会被略去。仅包含您自己的记录，以及您所在频道中申请的记录。{why}',
  },
  leftOutSome: {
    en: 'Entries that you can’t see are left out, and the summary says how many. You get only your own and those of requests in channels you’re in. {why}',
    zh: '您无权查看的记录会被略去，摘要会注明数量。仅包含您自己的记录，以及您所在频道中申请的记录。{why}',
  },
  leftOutNone: {
    en: 'Nothing is left out: you can see all entries of this context in that time.',
    zh: '没有略去任何记录：您可以查看此期间该上下文的全部记录。',
  },
  unsigned: {
    en: 'It will be unsigned: `EVIDENCE_KEY_FILE` isn’t set.',
    zh: '归档不会签名：未设置 `EVIDENCE_KEY_FILE`。',
  },
  signed: { en: 'It is signed with the key `{key}`.', zh: '签名密钥：`{key}`。' },
  file: {
    en: 'Portolan evidence, {from} to {to}, about {entries:# entry|# entries}: begin with summary.html',
    zh: 'Portolan 审计证据，{from} 至 {to}，约 {entries} 条记录：请先打开 summary.zh.html',
  },
  tooLarge: {
    en: 'The archive is too large for Slack. Choose a shorter time, or ask your Portolan administrator to run `portolan evidence export`.',
    zh: '归档过大，无法通过 Slack 发送。请缩短时间范围，或请 Portolan 管理员运行 `portolan evidence export`。',
  },
});
