import type { SimulatedApp, SimulatedComponent } from '../simulated-world.ts';
import { chance } from './chance.ts';

/** The pods of a component as Kubernetes names them: numbered, or with two random words. */
export function podsOf(
  apps: readonly Pick<SimulatedApp, 'id' | 'k8sName'>[],
  { id, appId, k8sName, detail }: SimulatedComponent,
): readonly string[] {
  const count = typeof detail.min_node === 'number' ? detail.min_node : 1;
  const isStateful = String(detail.extend_method ?? '').startsWith('state_');
  const app = apps.find((each) => each.id === appId)?.k8sName ?? `app-${appId}`;
  return Array.from({ length: count }, (_, index) => {
    const random = (text: string) => (Math.floor(chance(`${id} ${text}`) * 16 ** 5) + 16 ** 5).toString(16).slice(-5);
    const own = isStateful ? String(index) : `${random('set')}4c-${random(`pod ${index}`)}`;
    return `${app}-${k8sName}-${own}`;
  });
}
