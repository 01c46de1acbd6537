import type { SimulatedApp, SimulatedComponent } from '../simulated-world.ts';
import { chance } from './chance.ts';

/** Returns a component's pods named as in Kubernetes: numbered, or with one or two random words. */
export function podsOf(
  apps: readonly Pick<SimulatedApp, 'id' | 'k8sName'>[],
  { id, appId, k8sName, detail }: SimulatedComponent,
): readonly string[] {
  const count = typeof detail.min_node === 'number' ? detail.min_node : 1;
  const type = String(detail.extend_method ?? '');
  const app = apps.find((each) => each.id === appId)?.k8sName ?? `app-${appId}`;
  return Array.from({ length: count }, (_, index) => {
    const random = (text: string) => randomWord(`${id} ${text}`);
    const pod = random(`pod ${index}`);
    if (type.startsWith('state_')) return `${app}-${k8sName}-${index}`;
    if (type === 'job' || type === 'daemonset') return `${app}-${k8sName}-${pod}`;
    // For a scheduled job, the second word is the minute of the run.
    const run = type === 'cronjob' ? '29384760' : `${random('set')}4c`;
    return `${app}-${k8sName}-${run}-${pod}`;
  });
}

/** Returns the pod that a rollout starts at a time (epoch ms). Only numbered pods keep their names. */
export function newPodOf(
  apps: Parameters<typeof podsOf>[0],
  component: SimulatedComponent,
  at: number,
): string | undefined {
  const [first] = podsOf(apps, component);
  if (first === undefined || String(component.detail.extend_method ?? '').startsWith('state_')) return first;
  return first.replace(/[^-]+$/, randomWord(`${component.id} pod at ${at}`));
}

function randomWord(text: string): string {
  return (Math.floor(chance(text) * 16 ** 5) + 16 ** 5).toString(16).slice(-5);
}
