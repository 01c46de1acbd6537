import { chance } from '../pods/chance.ts';
import { troubleAt } from '../pods/troubles.ts';
import type { Pause, SimulatedComponent } from '../simulated-world.ts';

/** Items that the platform measures (docs/platform.md#monitoring). */
export const items = ['request_time', 'request', 'request_client'] as const;
export type MetricItem = (typeof items)[number];

const day = 86_400;

/** Extra duration of requests in a slow component, in ms. */
const SLOW_BY = 900;

/**
 * Returns a component's value at a time (Unix seconds), always the same for the same arguments; null for a gap or a
 * stop. Values have a daily rhythm, calmer weekends, noise, rare spikes, and short gaps every few hours.
 */
export function figureAt(component: SimulatedComponent, item: MetricItem, seconds: number): number | null {
  const rhythm = component.rhythm;
  if (rhythm === null || rhythm.kind === 'silent') return null;
  if (isPaused(component, seconds) || inGap(component.id, seconds)) return null;
  if (troubleAt(component, 'silent', seconds) > 0) return null;
  const waits = troubleAt(component, 'slow', seconds);
  if (rhythm.kind === 'flat') return item === 'request_time' ? Math.ceil(rhythm.base + SLOW_BY * waits) : 0;
  if (item === 'request') return requestsAt(component, seconds);
  const requests = load(component.id, rhythm.load, seconds);
  if (item === 'request_client')
    return Math.round(3 + requests * 1.7 * (0.9 + 0.2 * chance(`${component.id} c ${Math.floor(seconds / 120)}`)));
  const slow = spike(component.id, seconds);
  const jitter = 0.85 + 0.3 * chance(`${component.id} t ${Math.floor(seconds / 30)}`);
  return Math.ceil(
    rhythm.base * jitter * (1 + requests / (rhythm.load * 4)) * (1 + slow * 4) + SLOW_BY * waits * jitter,
  );
}

/** Returns the requests that a component serves at a time (Unix seconds), also in gaps of the monitoring. */
export function requestsAt({ id, rhythm }: SimulatedComponent, seconds: number): number {
  if (rhythm?.kind !== 'living') return 0;
  return Math.ceil(load(id, rhythm.load, seconds) * (1 + spike(id, seconds) / 3));
}

export function isPaused({ pauses = [] }: { readonly pauses?: readonly Pause[] }, seconds: number): boolean {
  return pauses.some((pause) => isWithin(pause, seconds));
}

/** Checks whether a time (Unix seconds) is within a pause. */
export function isWithin({ from, to }: Pause, seconds: number): boolean {
  return from <= seconds * 1000 && (to === null || seconds * 1000 < to);
}

function load(id: string, ordinary: number, seconds: number): number {
  const hour = ((seconds % day) / 3600 + 8) % 24;
  const daily = 0.15 + 0.85 * Math.max(0, Math.sin(((hour - 6) / 18) * Math.PI)) ** 1.3;
  const weekday = (Math.floor((seconds + 8 * 3_600) / day) + 4) % 7;
  const weekend = weekday === 0 || weekday === 6 ? 0.55 : 1;
  const noise = 0.8 + 0.25 * chance(`${id} n ${Math.floor(seconds / 60)}`) + 0.15 * chance(`${id} m ${seconds}`);
  const [slot, part] = [Math.floor(seconds / 1_800), (seconds / 1_800) % 1];
  const drift = (1 - part) * chance(`${id} h ${slot}`) + part * chance(`${id} h ${slot + 1}`);
  const slow = 0.9 + 0.2 * drift;
  return ordinary * daily * weekend * noise * slow;
}

/** Returns 0, or up to 1 within a spike. About every fifth half hour has a spike of some minutes. */
function spike(id: string, seconds: number): number {
  const slot = Math.floor(seconds / 1800);
  if (chance(`${id} s ${slot}`) < 0.8) return 0;
  const middle = 300 + chance(`${id} at ${slot}`) * 1200;
  const away = Math.abs((seconds % 1800) - middle) / 150;
  return away >= 1 ? 0 : (1 - away) * (0.5 + 0.5 * chance(`${id} high ${slot}`));
}

/** Checks whether a time is in a gap. About every second period of four hours has some minutes without data. */
function inGap(id: string, seconds: number): boolean {
  const slot = Math.floor(seconds / 14_400);
  if (chance(`${id} gap ${slot}`) < 0.5) return false;
  const start = chance(`${id} from ${slot}`) * 13_000;
  const into = (seconds % 14_400) - start;
  return into >= 0 && into < 180 + chance(`${id} long ${slot}`) * 420;
}
