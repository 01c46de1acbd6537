import { type Incident, silenceOf } from '../../core/incident/incident.ts';

/**
 * Sorts incidents by whether somebody has to act: firing before recovering ones, then those that nobody takes care of
 * before the others, and certificates, which have days left, last. The others keep their order. @param now epoch ms
 */
export function byUrgency(incidents: readonly Incident[], now: number): readonly Incident[] {
  const rank = (incident: Incident) => {
    const { lines, acknowledged } = incident;
    const isFiring = lines.some(({ state }) => state === 'firing');
    const isHandled = acknowledged !== undefined || silenceOf(incident, now) !== undefined;
    const isOfCertificates = lines.every(({ item }) => item === 'certificates');
    return (isFiring ? 0 : 4) + (isHandled ? 2 : 0) + (isOfCertificates ? 1 : 0);
  };
  return incidents.toSorted((one, other) => rank(one) - rank(other));
}
