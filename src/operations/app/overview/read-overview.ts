import { type Context, placeKey } from '../../../core/command/context.ts';
import { resultWithin, type World } from '../../../core/world.ts';
import type { Certificate } from '../../../platform/certificate/certificate-reply.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import type { GatewayRules } from '../../../platform/gateway/gateway-reply.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createMinuteReads, type LastRead } from './minute-reads.ts';

/** A context with what was last read of its application and its team. */
export interface ReadPlace {
  readonly context: Context;
  readonly components: LastRead<readonly ComponentSummary[]> | undefined;
  readonly rules: LastRead<GatewayRules> | undefined;
  /** The team's. */
  readonly certificates: LastRead<readonly Certificate[]> | undefined;
}

/** Reads the applications that someone's App Home is about. */
export interface OverviewReader {
  /** What was read last; sends nothing. */
  known(contexts: readonly Context[]): readonly ReadPlace[];
  /** Reads again what was read a minute ago or never, and waits for it for at most two seconds. */
  refresh(contexts: readonly Context[]): Promise<'read' | 'late' | 'nothing-due'>;
}

/** As many applications are read for one Home. */
export const mostPlaces = 5;
/** People look at an empty place no longer, in ms; what comes later is shown the next time. */
const patienceMs = 2_000;

/** @param platform what is read from: lists only, never one component after the other */
export function createOverviewReader(
  world: Pick<World, 'now' | 'log' | 'wait'>,
  platform: Pick<Platform, 'listComponents' | 'listRules' | 'listCertificates'>,
): OverviewReader {
  const components = createMinuteReads<readonly ComponentSummary[]>('components', world);
  const rules = createMinuteReads<GatewayRules>('rules', world);
  const certificates = createMinuteReads<readonly Certificate[]>('certificates', world);

  return {
    known: (contexts) =>
      contexts.slice(0, mostPlaces).map((context) => ({
        context,
        components: components.last(placeKey(context)),
        rules: rules.last(placeKey(context)),
        certificates: certificates.last(context.team),
      })),
    async refresh(contexts) {
      const reads = contexts.slice(0, mostPlaces).flatMap((context) => {
        const key = placeKey(context);
        return [
          components.begin(key, () => platform.listComponents(context)),
          rules.begin(key, () => platform.listRules(context)),
          certificates.begin(context.team, () => platform.listCertificates(context)),
        ].filter((read) => read !== undefined);
      });
      if (reads.length === 0) return 'nothing-due';
      return (await resultWithin(world, patienceMs, Promise.all(reads))) ? 'read' : 'late';
    },
  };
}
