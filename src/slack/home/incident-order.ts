import { type Incident, silenceOf } from '../../core/incident/incident.ts';
import { onePerProblem } from '../../operations/shared/incident/visible-incidents.ts';

/** Time in which what somebody did to an incident doesn't move its row, so that they see its effect, in ms. */
const keptFor = 10 * 60_000;

/**
 * Sorts incidents by whether somebody has to act: firing before recovering ones, then those that nobody takes care of
 * before the others, and certificates, which have days left, last. The others keep their order. @param now epoch ms
 */
export function byUrgency(incidents: readonly Incident[], now: number): readonly Incident[] {
  const rank = (incident: Incident) => {
    const isFiring = incident.lines.some(({ state }) => state === 'firing');
    const isHandled = handlings(incident, now).some(({ at }) => at < now - keptFor);
    const isOfCertificates = incident.lines.every(({ item }) => item === 'certificates');
    return (isFiring ? 0 : 4) + (isHandled ? 2 : 0) + (isOfCertificates ? 1 : 0);
  };
  return incidents.toSorted((one, other) => rank(one) - rank(other));
}

/**
 * Returns one incident per problem that several channels watch, in the given order: the one that the person takes care
 * of, or else one that anybody does. @param now epoch ms
 */
export function oncePerProblem(incidents: readonly Incident[], person: string, now: number): readonly Incident[] {
  const rank = (incident: Incident) => {
    const people = handlings(incident, now).map(({ id }) => id);
    return people.includes(person) ? 0 : people.length > 0 ? 1 : 2;
  };
  const kept = new Set(
    onePerProblem(
      incidents.toSorted((one, other) => rank(one) - rank(other)),
      '',
    ),
  );
  return incidents.filter((each) => kept.has(each));
}

/** Returns who takes care of an incident, and since when: who acknowledged it, and who silenced it. */
function handlings(incident: Incident, now: number): readonly { readonly id: string; readonly at: number }[] {
  return [incident.acknowledged ?? [], silenceOf(incident, now) ?? []].flat();
}
