import { enumerated } from '../../core/text/chinese.ts';
import { plural } from '../../core/text/plural.ts';
import { messages } from '../../core/text/text.ts';

/** Starting, stopping, updating and deploying components. */
export const msg = messages('lifecycle', {
  startSays: { en: () => 'Start components', zh: () => '启动组件' },
  stopSays: { en: () => 'Stop components', zh: () => '关闭组件' },
  restartSays: {
    en: () => 'Restart components: stop them, then start them again',
    zh: () => '重启组件：先关闭，再启动',
  },
  restartForm: { en: () => 'Restart components', zh: () => '重启组件' },
  upgradeSays: { en: () => 'Update components, one instance at a time', zh: () => '滚动更新组件' },
  upgradeForm: { en: () => 'Update components', zh: () => '更新组件' },
  deploySays: { en: () => 'Build and deploy components', zh: () => '构建并部署组件' },
  deployForm: { en: () => 'Deploy components', zh: () => '部署组件' },
  startAllSays: { en: () => 'Start every component of the app', zh: () => '启动应用的全部组件' },
  startAllForm: { en: () => 'Start all components', zh: () => '启动全部组件' },
  stopAllSays: { en: () => 'Stop every component of the app', zh: () => '关闭应用的全部组件' },
  stopAllForm: { en: () => 'Stop all components', zh: () => '关闭全部组件' },
  buildSays: { en: () => 'Build a component with its saved settings', zh: () => '按已保存的配置构建组件' },
  buildForm: { en: () => 'Build a component', zh: () => '构建组件' },
  components: { en: () => 'Components', zh: () => '组件' },
  componentsHint: { en: () => 'Their names, aliases or IDs.', zh: () => '名称、别名或 ID。' },

  several: { en: (p: { count: number }) => plural(p.count, 'component'), zh: (p) => `${p.count} 个组件` },
  everyOne: {
    en: (p: { count: number; app: string }) =>
      p.count === 1 ? `the only component of ${p.app}` : `all ${p.count} components of ${p.app}`,
    zh: (p) => `${p.app} 的全部 ${p.count} 个组件`,
  },
  startTitle: { en: (p: { which: string }) => `Start ${p.which}`, zh: (p) => `启动 ${enumerated(p.which)}` },
  stopTitle: { en: (p: { which: string }) => `Stop ${p.which}`, zh: (p) => `关闭 ${enumerated(p.which)}` },
  restartTitle: { en: (p: { which: string }) => `Restart ${p.which}`, zh: (p) => `重启 ${enumerated(p.which)}` },
  upgradeTitle: {
    en: (p: { which: string }) => `Update ${p.which}, one instance at a time`,
    zh: (p) => `滚动更新 ${enumerated(p.which)}`,
  },
  deployTitle: {
    en: (p: { which: string }) => `Build and deploy ${p.which}`,
    zh: (p) => `构建并部署 ${enumerated(p.which)}`,
  },
  buildTitle: { en: (p: { which: string }) => `Build ${p.which}`, zh: (p) => `构建 ${p.which}` },

  starting: { en: () => 'Starting', zh: () => '启动中' },
  stopping: { en: () => 'Stopping', zh: () => '关闭中' },
  upgrading: { en: () => 'Updating', zh: () => '更新中' },
  rollingOut: { en: () => 'Updating the running version', zh: () => '更新运行版本' },
  deploying: { en: () => 'Deploying', zh: () => '部署中' },
  building: { en: () => 'Building', zh: () => '构建中' },

  running: { en: () => '● running', zh: () => '● 运行中' },
  stopped: { en: () => '○ stopped', zh: () => '○ 已关闭' },
  unbuilt: { en: () => '○ not built yet', zh: () => '○ 未构建' },
  isStopping: { en: () => '◌ stopping', zh: () => '◌ 关闭中' },
  updated: { en: () => '● updated, one instance at a time', zh: () => '● 逐个实例更新' },
  restarted: { en: () => '● stopped, then started', zh: () => '● 先关闭，再启动' },
  deployed: { en: () => '● built and deployed', zh: () => '● 构建并部署' },
  built: { en: () => '● built', zh: () => '● 构建' },

  alreadyRunning: {
    en: (p: { which: string }) => `Already running: ${p.which}.`,
    zh: (p) => `已在运行：${enumerated(p.which)}。`,
  },
  alreadyStopped: {
    en: (p: { which: string }) => `Already stopped: ${p.which}.`,
    zh: (p) => `已关闭：${enumerated(p.which)}。`,
  },
  alreadyAt: { en: (p: { states: string }) => `Nothing to do: ${p.states}.`, zh: (p) => `无需操作：${p.states}。` },
  notStopped: {
    en: (p: { states: string }) => `Not stopped, so there is nothing to start: ${p.states}. Restart it instead.`,
    zh: (p) => `未关闭，无法启动：${p.states}。请改用重启。`,
  },
  leftAbnormal: {
    en: (p: { states: string }) => `Not included, because it isn’t stopped: ${p.states}.`,
    zh: (p) => `不包括未关闭的组件：${p.states}。`,
  },
  leftUnbuilt: {
    en: (p: { names: string }) => `Not included, because they haven’t been deployed yet: ${p.names}.`,
    zh: (p) => `不包括未部署的组件：${enumerated(p.names)}。`,
  },
  leftStopping: {
    en: (p: { names: string }) => `Not included, because they are already stopping: ${p.names}.`,
    zh: (p) => `不包括正在关闭的组件：${enumerated(p.names)}。`,
  },
  noneLeft: {
    en: () => 'This app has no components that can be started or stopped.',
    zh: () => '此应用没有可以启动或关闭的组件。',
  },
  thirdParty: {
    en: (p: { names: string }) =>
      `Third-party components don’t run on the platform, so this isn’t possible: ${p.names}.`,
    zh: (p) => `第三方组件不在平台上运行，无法进行此操作：${enumerated(p.names)}。`,
  },
  draft: {
    en: (p: { names: string }) =>
      `Not fully created yet: ${p.names}. Finish creating it in the platform’s console first.`,
    zh: (p) => `尚未创建完成：${enumerated(p.names)}。请先在平台控制台完成创建。`,
  },
  notThere: {
    en: () => 'This component is no longer in the app.',
    zh: () => '该组件已不在此应用中。',
  },
  statusUnknown: {
    en: (p: { names: string }) => `The platform can’t read the status right now: ${p.names}. Try again.`,
    zh: (p) => `平台暂时无法获取状态：${enumerated(p.names)}。请重试。`,
  },
  neverBuilt: {
    en: (p: { names: string }) => `Not built yet, so there is nothing to start: ${p.names}. Deploy it first.`,
    zh: (p) => `尚未构建，无法启动：${enumerated(p.names)}。请先部署。`,
  },
  stillStopping: {
    en: (p: { names: string }) => `Still stopping: ${p.names}. Try again when it has stopped.`,
    zh: (p) => `仍在关闭中：${enumerated(p.names)}。请在关闭后重试。`,
  },
  notRunning: {
    en: (p: { names: string }) => `Not running: ${p.names}. Start it instead.`,
    zh: (p) => `未运行：${enumerated(p.names)}。请直接启动。`,
  },
  leftOut: {
    en: (p: { names: string }) => `Not included, because they don’t run on the platform: ${p.names}.`,
    zh: (p) => `不包括以下组件，它们不在平台上运行：${enumerated(p.names)}。`,
  },

  warnStop: {
    en: () => 'Stopped components can’t be reached until they’re started again.',
    zh: () => '关闭后，在重新启动之前无法访问。',
  },
  warnRestart: {
    en: () => 'The service is interrupted during the restart.',
    zh: () => '重启期间服务会中断。',
  },
  upgradeInstead: {
    en: (p: { command: string }) => `To update without an interruption, use \`${p.command}\`.`,
    zh: (p) => `如需更新而不中断服务，请使用 \`${p.command}\`。`,
  },
  warnDeployStarts: {
    en: (p: { names: string }) => `Stopped now, but will run after the deployment: ${p.names}.`,
    zh: (p) => `当前已关闭，部署后将会运行：${enumerated(p.names)}。`,
  },
  warnOneInstance: {
    en: (p: { names: string }) => `There may be a short interruption, because there is only one instance: ${p.names}.`,
    zh: (p) => `只有一个实例，可能会短暂中断：${enumerated(p.names)}。`,
  },
  warnBuildOnly: {
    en: () => 'The running version doesn’t change: the platform doesn’t update this component after a build.',
    zh: () => '当前运行的版本不变：此组件构建后不会自动更新。',
  },

  undoStart: { en: () => 'Stop it again', zh: () => '重新关闭' },
  undoStop: { en: () => 'Start it again', zh: () => '重新启动' },
  undoNone: {
    en: () => 'The platform’s API can’t restore the earlier state.',
    zh: () => '平台的 API 无法恢复到之前的状态。',
  },
  start: { en: () => 'Start', zh: () => '启动' },
  restart: { en: () => 'Restart', zh: () => '重启' },
  deploy: { en: () => 'Deploy', zh: () => '部署' },
  upgrade: { en: () => 'Update without an interruption', zh: () => '滚动更新' },
  log: { en: () => 'Log', zh: () => '日志' },
  isStopped: { en: (p: { which: string }) => `${p.which} is stopped.`, zh: (p) => `${p.which} 已关闭。` },
  areStopped: { en: (p: { which: string }) => `Stopped: ${p.which}.`, zh: (p) => `已关闭：${enumerated(p.which)}。` },
  nowIs: { en: (p: { name: string; state: string }) => `${p.name}: ${p.state}`, zh: (p) => `${p.name}：${p.state}` },
});
