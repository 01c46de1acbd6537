import { messages } from '../../core/text/text.ts';

export const statusMsg = messages('region', {
  beingEdited: { en: '◐ being edited', zh: '◐ 编辑中' },
  enabled: { en: '✓ enabled', zh: '✓ 已启用' },
  disabled: { en: '✗ disabled', zh: '✗ 已停用' },
  maintenance: { en: '⚠ under maintenance', zh: '⚠ 维护中' },
  statusUnknown: { en: '? {status}', zh: '? {status}' },
  statusMissing: { en: '? unknown', zh: '? 未知' },
});
