import { messages } from '../../../core/text/text.ts';

export const buttonMsg = messages('lifecycle', {
  start: { en: 'Start', zh: '启动' },
  restart: { en: 'Restart', zh: '重启' },
  deploy: { en: 'Deploy', zh: '构建并部署' },
});
