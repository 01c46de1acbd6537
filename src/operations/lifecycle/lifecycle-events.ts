import type { EventSpec } from '../../core/operation.ts';
import type { Awaited } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { ComponentSummary, LifecycleAction } from '../../platform/component/component-endpoints.ts';
import { componentStatus } from '../shared/component/component-format.ts';
import { whatOf } from '../shared/event/event-text.ts';
import { componentName } from '../shared/find-component.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';

/** Event that the platform creates for each action (docs/platform.md#operations). */
const eventOf: Readonly<
  Record<Exclude<LifecycleAction, 'deploy'>, Pick<Awaited, 'types' | 'promises'> & { readonly doing: () => Text }>
> = {
  start: { types: ['start-service'], promises: 'running', doing: lifecycleMsg.starting },
  stop: { types: ['stop-service'], promises: 'stopped', doing: lifecycleMsg.stopping },
  upgrade: { types: ['upgrade-service'], promises: 'running', doing: lifecycleMsg.upgrading },
};

export function awaitedOf(action: LifecycleAction, components: readonly ComponentSummary[]): Awaited {
  if (action === 'deploy') return awaitedBuild(components, lifecycleMsg.deploying(), { rollsOut: true });
  const { types, promises, doing } = eventOf[action];
  return { ...awaitedComponents(components), types, ...(promises ? { promises } : {}), doing: doing() };
}

/**
 * Returns the events that a build waits for. A source scan may come first. With `rollsOut`, the platform starts an
 * `upgrade` after a successful build; that event has no user name (docs/platform.md#builds-and-deploys).
 */
export function awaitedBuild(
  components: readonly ComponentSummary[],
  doing: Text,
  { rollsOut }: { readonly rollsOut: boolean },
): Awaited {
  const build: Awaited = { ...awaitedComponents(components), types: ['build-service'], first: ['source-scan'], doing };
  return rollsOut ? { ...build, next: ['upgrade'], nextDoing: lifecycleMsg.rollingOut(), promises: 'running' } : build;
}

/** Returns the event that scaling waits for. Components that were stopped or abnormal before are allowed to stay so. */
export function awaitedScaling(components: readonly ComponentSummary[], type: string, doing: Text): Awaited {
  return { ...awaitedComponents(components), types: [type], promises: 'kept', doing };
}

function awaitedComponents(components: readonly ComponentSummary[]): Pick<Awaited, 'components'> {
  return { components: components.map((each) => ({ id: each.serviceId, name: componentName(each) })) };
}

const mentioned: readonly string[] = [
  'start-service',
  'stop-service',
  'restart-service',
  'upgrade-service',
  'build-service',
  'rollback-service',
  'horizontal-service',
  'vertical-service',
];

export const lifecycleEvents: EventSpec<WriteReply> = {
  nameOf: ({ type, pod }) => (pod !== undefined || mentioned.includes(type) ? whatOf({ optType: type }) : undefined),
  statusText: (status) => componentStatus({ status }),
  callFor: (call, components) =>
    typeof call.body === 'object' && call.body !== null && 'service_ids' in call.body
      ? { ...call, body: { ...call.body, service_ids: [...components] } }
      : undefined,
  log: (component, event) => ({
    label: lifecycleMsg.log(),
    operation: 'component.log',
    given: { component: [component], event: [event] },
  }),
  again: (given, components) => (given.component ? { ...given, component: [...components] } : given),
};
