import { messages } from '../../core/text/text.ts';

/** Words after “Couldn’t”, which say what a change asks for. `component`: one name or several. */
export const attemptMsg = messages('attempt', {
  open: { en: 'open port {port} of {component}', zh: '开启“{component}”的端口 {port}' },
  close: { en: 'close port {port} of {component}', zh: '关闭“{component}”的端口 {port}' },
  until: {
    en: 'set a closing time for port {port} of {component}',
    zh: '为“{component}”的端口 {port} 设置关闭时间',
  },
  add: { en: 'add port {port} to {component}', zh: '为“{component}”添加端口 {port}' },
  delete: { en: 'delete port {port} of {component}', zh: '删除“{component}”的端口 {port}' },
  protocol: {
    en: 'change the protocol of port {port} of {component}',
    zh: '修改“{component}”的端口 {port} 的协议',
  },
  alias: { en: 'change the alias of port {port} of {component}', zh: '修改“{component}”的端口 {port} 的别名' },
  start: { en: 'start {component}', zh: '启动“{component:list}”' },
  stop: { en: 'stop {component}', zh: '停止“{component:list}”' },
  restart: { en: 'restart {component}', zh: '重启“{component:list}”' },
  upgrade: { en: 'start a rolling update of {component}', zh: '更新（滚动）“{component:list}”' },
  deploy: { en: 'deploy {component}', zh: '构建并部署“{component:list}”' },
  build: { en: 'build {component}', zh: '构建“{component:list}”' },
  scale: { en: 'scale {component}', zh: '伸缩“{component:list}”' },
  image: { en: 'change the image of {component}', zh: '更换“{component:list}”的镜像' },
});
