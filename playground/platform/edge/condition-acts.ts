import { z } from 'zod';
import { parseAsConsole } from '../app/console-certificate.ts';
import { addPodEvent } from '../component/pod-fates.ts';
import { putComponent } from '../component/settle.ts';
import { withTrouble } from '../pods/troubles.ts';
import { reportedCertificates } from '../seed/reported-certificates.ts';
import type { SimulatedComponent, SimulatedWorld } from '../simulated-world.ts';

/** What happens to a component by itself: what a watch is to notice. */
export const componentConditions = [
  /** Its requests take long, it uses nearly all of its memory, or nothing of it is measured; until its pods are replaced. */
  z.strictObject({
    do: z.literal('trouble'),
    component: z.string(),
    trouble: z.enum(['slow', 'memory', 'silent']),
    on: z.boolean().default(true),
  }),
  /** A container ends and is started again. After a failure the component stays abnormal until its pods are replaced. */
  z.strictObject({
    do: z.literal('container-exit'),
    component: z.string(),
    reason: z.enum(['Error', 'OOMKilled', 'Completed']),
  }),
] as const;

/** What happens to a team's certificate, or to a region's monitoring. */
export const otherConditions = [
  /** The certificate with this id ends in so many days; negative where it has ended. */
  z.strictObject({ do: z.literal('certificate'), certificate: z.int(), days: z.number().min(-3_650).max(3_650) }),
  /** Somebody adds a certificate to the team that has some, and its https rules get it. */
  z.strictObject({ do: z.literal('add-certificate'), which: z.enum(['ipv6-name', 'one-name']) }),
  /** The region's Prometheus scrapes nothing any more (`on`), not even itself, or again. */
  z.strictObject({ do: z.literal('unscraped'), region: z.string(), on: z.boolean().default(true) }),
] as const;

type ComponentCondition = z.output<(typeof componentConditions)[number]>;
type OtherCondition = z.output<(typeof otherConditions)[number]>;

/** The world after something happened to a component by itself, at a moment (epoch ms). */
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

/** The world after something happened to a certificate or to a region's monitoring; throws for a name that nothing has. */
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
