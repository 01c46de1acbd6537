/** A change and its label in a chart. `real-changes.test.ts` checks the label. */
export interface RealChange {
  /** Command as typed on the simulated platform, without its slash. */
  readonly words: string;
  /** Whether the bot made the change automatically, because something temporary ended. */
  readonly automatic?: true;
  /** Whether the change was made in another, private channel, so that the chart must hide its plan. */
  readonly elsewhere?: true;
  readonly en: string;
  readonly zh: string;
}

export const realChanges: readonly RealChange[] = [
  { words: 'component scale web 5', en: 'scale web 3 → 5', zh: '伸缩 web 3 → 5' },
  { words: 'port open api 8000', en: 'opened api:8000', zh: '开启 api:8000 对外服务' },
  {
    words: 'component image api registry.shop.test/api:2.0.0-rc.1',
    ...{ en: 'image api 2.0.0-rc.1', zh: '镜像 api 2.0.0-rc.1' },
  },
  { words: 'component restart web', en: 'restart web', zh: '重启 web' },
  {
    words: 'gateway http web 8080 shop.example.com',
    ...{ en: 'added shop.example.com to web:8080', zh: '为 web:8080 添加地址 shop.example.com' },
  },
  { words: 'port close web 8080', automatic: true, en: 'web:8080 closed automatically', zh: 'web:8080 自动关闭' },
  { words: 'component deploy web', en: 'deploy web', zh: '构建并部署 web' },
  {
    words: 'component scale web 2 memory=2048',
    ...{ en: 'scale web 3 → 2, memory 1 GiB → 2 GiB', zh: '伸缩 web 3 → 2、内存 1 GiB → 2 GiB' },
  },
  { words: 'component scale api 4', elsewhere: true, en: 'scale api', zh: '伸缩 api' },
  { words: 'port add web 9191', en: 'added port web:9191', zh: '添加端口 web:9191' },
];
