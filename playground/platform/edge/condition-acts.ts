import { z } from 'zod';
import { parseAsConsole } from '../app/console-certificate.ts';
import { addPodEvent } from '../component/pod-fates.ts';
import { putComponent } from '../component/settle.ts';
import { withTrouble } from '../pods/troubles.ts';
import { reportedCertificates } from '../seed/reported-certificates.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';

export const componentConditions = [
  /** Slow requests, nearly full memory, or no measurements, until the component's pods are replaced. */
  z.strictObject({
    do: z.literal('trouble'),
    component: z.string(),
    trouble: z.enum(['slow', 'memory', 'silent']),
    on: z.boolean().default(true),
  }),
  /** A container exits and is restarted. After a failure the component stays abnormal until its pods are replaced. */
  z.strictObject({
    do: z.literal('container-exit'),
    component: z.string(),
    reason: z.enum(['Error', 'OOMKilled', 'Completed']),
  }),
] as const;

export const otherConditions = [
  /** Makes the certificate expire in `days` days; negative means already expired. */
  z.strictObject({ do: z.literal('certificate'), certificate: z.int(), days: z.number().min(-3_650).max(3_650) }),
  /** Somebody adds a certificate to the team that has certificates, and the team's https rules use it. */
  z.strictObject({ do: z.literal('add-certificate'), which: z.enum(['ipv6-name', 'one-name']) }),
  /** The region's Prometheus stops scraping anything, even itself (`on`), or starts again. */
  z.strictObject({ do: z.literal('unscraped'), region: z.string(), on: z.boolean().default(true) }),
] as const;

type ComponentCondition = z.output<(typeof componentConditions)[number]>;
type OtherCondition = z.output<(typeof otherConditions)[number]>;

export function happenTo(
  world: SimulatedWorld,
  component: SimulatedComponent,
  act: ComponentCondition,
  now: number,
): SimulatedWorld {
  if (act.do === 'trouble') return putComponent(world, withTrouble(component, act.trouble, act.on, now));
  const exits = [...(component.exits ?? []), { at: now, reason: act.reason }];
  if (act.reason === 'Completed') return putComponent(world, { ...component, exits });
  const several = typeof component.detail.min_node === 'number' && component.detail.min_node > 1;
  const status = several ? 'some_abnormal' : 'abnormal';
  const ended = putComponent(world, { ...component, exits, status, phases: [] });
  if (act.reason !== 'OOMKilled') return ended;
  return addPodEvent(ended, component, {
    optType: 'OOMKilled',
    at: now,
    message: 'container out of memory',
    ended: true,
  });
}

/** Applies an event of a certificate or of a region's monitoring. @throws for an unknown name */
export function happenElse(world: SimulatedWorld, act: OtherCondition, now: number): SimulatedWorld {
  if (act.do === 'add-certificate') return withCertificate(world, act.which);
  if (act.do === 'certificate') {
    if (!world.certificates.some(({ id }) => id === act.certificate))
      throw new Error(`no certificate has the id ${act.certificate}`);
    const expiresAt = Math.floor((now + act.days * 86_400_000) / 1_000) * 1_000;
    return {
      ...world,
      certificates: world.certificates.map((one) => (one.id === act.certificate ? { ...one, expiresAt } : one)),
    };
  }
  if (!world.regions.some(({ name }) => name === act.region)) throw new Error(`no region is called ${act.region}`);
  return {
    ...world,
    regions: world.regions.map((region) => {
      if (region.name !== act.region) return region;
      const { unscraped = [] } = region;
      const isOpen = unscraped.some(({ to }) => to === null);
      if (act.on) return isOpen ? region : { ...region, unscraped: [...unscraped, { from: now, to: null }] };
      return { ...region, unscraped: unscraped.map((pause) => (pause.to === null ? { ...pause, to: now } : pause)) };
    }),
    components: world.components.map((one) =>
      one.region === act.region ? withTrouble(one, 'silent', act.on, now) : one,
    ),
  };
}

function withCertificate(world: SimulatedWorld, which: keyof typeof reportedCertificates): SimulatedWorld {
  const teamId = world.certificates[0]?.teamId;
  if (teamId === undefined) throw new Error('no team has a certificate');
  const own = new Set(world.certificates.filter((one) => one.teamId === teamId).map(({ id }) => id));
  const id = Math.max(...world.certificates.map((one) => one.id)) + 1;
  return {
    ...world,
    certificates: [...world.certificates, { id, teamId, alias: which, ...parseAsConsole(reportedCertificates[which]) }],
    httpRules: world.httpRules.map((rule) => (own.has(rule.certificateId) ? { ...rule, certificateId: id } : rule)),
  };
}
