import { messages } from '../../../core/text/text.ts';

/** Labels of the buttons that change a component. */
export const buttonMsg = messages('lifecycle', {
  start: { en: () => 'Start', zh: () => '启动' },
  restart: { en: () => 'Restart', zh: () => '重启' },
  deploy: { en: () => 'Deploy', zh: () => '构建并部署' },
});
