import type { EventSpec } from '../../core/operation.ts';
import type { Awaited } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { LifecycleAction } from '../../platform/lifecycle/lifecycle-schema.ts';
import type { ComponentSummary } from '../../platform/resources/models.ts';
import { whatOf } from '../event/event-text.ts';
import { nameOf } from './lifecycle-facts.ts';
import { msg } from './lifecycle-messages.ts';

/** The event that the platform makes of each action (platform facts, continued, 4). */
const eventOf: Readonly<Record<LifecycleAction, { readonly type: string; readonly doing: () => Text }>> = {
  start: { type: 'start-service', doing: msg.starting },
  stop: { type: 'stop-service', doing: msg.stopping },
  upgrade: { type: 'upgrade-service', doing: msg.upgrading },
  deploy: { type: 'build-service', doing: msg.deploying },
};

/** A build is followed by an update, or by a start of what was stopped, which the platform begins by itself. */
export const afterBuild: Pick<Awaited, 'next'> = { next: ['upgrade-service', 'start-service'] };

/** What a step awaits that does something to components. */
export function awaitedOf(action: LifecycleAction, components: readonly ComponentSummary[]): Awaited {
  const { type, doing } = eventOf[action];
  return { ...awaitedEvents(components, type, doing()), ...(action === 'deploy' ? afterBuild : {}) };
}

/** The same for any other type of event. */
export function awaitedEvents(components: readonly ComponentSummary[], type: string, doing: Text): Awaited {
  return { components: components.map((each) => ({ id: each.serviceId, name: nameOf(each) })), types: [type], doing };
}

/** What may be going on beside a request and is worth mentioning. */
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

/** How changes of components as a whole are verified by the platform's events. */
export const lifecycleEvents: EventSpec<WriteReply> = {
  nameOf: (type) => (mentioned.includes(type) ? whatOf({ optType: type }) : undefined),
  log: (component, event) => ({
    label: msg.log(),
    operation: 'component.log',
    given: { component: [component], event: [event] },
  }),
  again: (given, components) => (given.component ? { ...given, component: [...components] } : given),
};
