import { messages } from '../../core/text/text.ts';

/** What is posted about a source of alerts itself. */
export const msg = messages('alert.source', {
  tooLarge: {
    en: (p: { source: string }) =>
      `Alertmanager’s notification for the source \`${p.source}\` was larger than 1 MiB, so it wasn’t taken. Group the alerts more finely (\`group_by\`), or set \`max_alerts\`.`,
    zh: (p) =>
      `Alertmanager 为来源 \`${p.source}\` 发送的通知超过 1 MiB，未被接收。请用 \`group_by\` 细分告警，或设置 \`max_alerts\`。`,
  },
});
