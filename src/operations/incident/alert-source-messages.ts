import { messages } from '../../core/text/text.ts';

export const alertSourceMsg = messages('alert.source', {
  tooLarge: {
    en: 'Alertmanager’s notification for the source `{source}` was larger than 1 MiB, so it wasn’t taken. Group the alerts more finely (`group_by`), or set `max_alerts`.',
    zh: 'Alertmanager 为来源 `{source}` 发送的通知超过 1 MiB，未被接收。请用 `group_by` 细分告警，或设置 `max_alerts`。',
  },
  grafana: {
    en: 'The source `{source}` got a notification of Grafana’s own webhook, which isn’t supported. In Grafana, use a contact point of the type Alertmanager. That Alertmanager then sends to Portolan.',
    zh: '来源 `{source}` 收到 Grafana 自带 Webhook 的通知，暂不支持。请在 Grafana 中使用类型为 Alertmanager 的联络点，再由该 Alertmanager 发送到 Portolan。',
  },
  tooMany: {
    en: '{count:# group|# groups} of alerts of the source `{source}` fire, so another one isn’t posted yet. Group the alerts more coarsely (`group_by`), or raise `open` in the policy file.',
    zh: '来源 `{source}` 已有 {count} 组告警未恢复，暂不发布更多告警组。请用 `group_by` 合并告警，或在 `portolan.yaml` 中调大 `open`。',
  },
});
