import { buildLog, failedBuildLog, plainLog } from '../event/event-logs.ts';
import { podsOf } from '../pods/pods.ts';
import type {
  LogLine,
  SimulatedComponent,
  SimulatedEvent,
  SimulatedWorld,
  TeamCertificate,
} from '../simulated-world.ts';
import { idOf } from './seed-id.ts';
import { shopComponents } from './shop-components.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The shop's certificates: in use, ending in six days, expired, and automatically renewed. */
export function shopCertificates(now: number): readonly TeamCertificate[] {
  const shop = (id: number, alias: string, issuedTo: readonly string[], endsIn: number, issuer = 'Shop CA') => ({
    ...{ id, teamId: idOf('team shop'), alias, issuedTo, issuer },
    expiresAt: Math.floor((now + endsIn) / 1000) * 1000,
  });
  return [
    shop(7, 'shop-wildcard', ['*.shop.test', 'shop.test'], 6 * day + 5 * hour),
    shop(8, 'pay-2027', ['pay.shop.test'], 143 * day),
    shop(9, 'old-campaign', ['summer.shop.test'], -4 * day),
    shop(11, 'members-auto', ['members.shop.test'], 61 * day, 'rainbond'),
    { ...shop(12, 'lab-toys', ['toys.lab.test'], 20 * day), teamId: idOf('team lab') },
  ];
}

type PastEvent = {
  readonly component: string;
  readonly optType: string;
  readonly ago: number;
  readonly took?: number;
  readonly by?: string;
  readonly pod?: true;
  readonly failed?: boolean;
  readonly message?: string;
  readonly requestBody?: string;
  readonly log?: (component: SimulatedComponent, at: number, took: number) => readonly LogLine[];
};

const built: PastEvent['log'] = (component, at, took) => buildLog(component, imageOf(component), at, took);
const broken: PastEvent['log'] = (component, at, took) => failedBuildLog(component, imageOf(component), at, took);
const started: PastEvent['log'] = (_component, at, took) =>
  plainLog('start component', 'start component success', at, took);

const past: readonly PastEvent[] = [
  { component: 'web', optType: 'build-service', ago: 9 * day, took: 95_000, by: 'mei', log: built },
  { component: 'web', optType: 'upgrade', ago: 9 * day - 2 * minute, took: 31_000, by: '', log: started },
  {
    ...{ component: 'web', optType: 'add-service-env', ago: 5 * day, took: 1_000, by: 'tom' },
    requestBody: '{"env_name": "SESSION_KEY", "env_value": "s3cr3t-in-event"}',
  },
  { component: 'orders', optType: 'upgrade-service', ago: 4 * day, took: 40_000, by: 'mei', log: started },
  { component: 'api', optType: 'horizontal-service', ago: 3 * day, took: 12_000, by: 'tom', log: started },
  { component: 'promo', optType: 'stop-service', ago: 3 * day - hour, took: 8_000, by: 'mei' },
  { component: 'report-web', optType: 'upgrade-service', ago: 2 * day, by: 'tom' },
  {
    ...{ component: 'web', optType: 'build-service', ago: 26 * hour, took: 61_000, by: 'tom' },
    ...{ failed: true, message: '构建源码失败', log: broken },
  },
  { component: 'web', optType: 'build-service', ago: 25 * hour, took: 88_000, by: 'tom', log: built },
  { component: 'web', optType: 'upgrade', ago: 25 * hour - 2 * minute, took: 33_000, by: '', log: started },
  {
    ...{ component: 'api', optType: 'OOMKilled', ago: 20 * hour, took: 0, by: 'system', failed: true },
    ...{ pod: true, message: 'container api out of memory' },
  },
  {
    ...{ component: 'report-web', optType: 'CrashLoopBackOff', ago: 3 * hour, by: 'system', failed: true },
    ...{ pod: true, message: 'back-off restarting failed container' },
  },
  {
    ...{ component: 'orders', optType: 'LivenessProbeFailed', ago: 40 * minute, by: 'system', failed: true },
    ...{
      pod: true,
      message: 'Liveness probe failed: HTTP probe failed with statuscode: 503',
    },
  },
  {
    ...{ component: 'points', optType: 'build-service', ago: 30 * minute, took: 14_000, by: 'mei', failed: true },
    ...{
      message: '拉取镜像失败',
      log: broken,
      requestBody: '{"image_info": {"user": "puller", "password": "s3cr3t-pull"}}',
    },
  },
  { component: 'search b', optType: 'upgrade-service', ago: 26 * minute, by: 'mei' },
  {
    ...{ component: 'search b', optType: 'ImagePullBackOff', ago: 25 * minute, by: 'system', failed: true },
    ...{ pod: true, message: 'Back-off pulling image "nginx:1.27-search"' },
  },
];

export function shopHistory(
  now: number,
  issued: Omit<SimulatedWorld['issued'], 'events'>,
): Pick<SimulatedWorld, 'events' | 'issued'> {
  const componentsById = new Map(shopComponents.map((component) => [component.id, component]));
  const events = past.map((one, index): SimulatedEvent => {
    const component = componentsById.get(idOf(one.component));
    if (component === undefined) throw new Error(`no component is called ${one.component}`);
    const startedAt = now - one.ago;
    return {
      id: idOf(`event ${index + 1}`),
      componentId: component.id,
      pod: one.pod ? (podsOf([], component)[0] ?? null) : null,
      optType: one.optType,
      userName: one.by ?? 'admin',
      requestBody: one.requestBody ?? '',
      startedAt,
      listedFrom: startedAt,
      endsAt: one.took === undefined ? null : startedAt + one.took,
      status: one.failed ? 'failure' : 'success',
      message: one.message ?? '',
      timedOut: false,
      log: one.log?.(component, startedAt, one.took ?? 0) ?? null,
    };
  });
  return { events, issued: { ...issued, events: events.length } };
}

function imageOf({ detail }: SimulatedComponent): string {
  return typeof detail.image === 'string' ? detail.image : 'nginx:1.27';
}
