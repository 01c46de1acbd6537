import type { Place } from '../../../core/command/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReadTurns } from '../../../reader/read-turns.ts';

/** A certificate that a rule of the app uses, with when it expires, epoch ms. */
export interface WatchedCertificate {
  readonly id: number;
  readonly name: string;
  readonly expiresAt: number;
}

/**
 * The certificates that the rules of an app use (docs/platform.md#certificates).
 * @throws PlatformError
 */
export async function readCertificates(
  platform: Pick<Platform, 'listCertificates' | 'listRules'>,
  turns: ReadTurns,
  place: Place,
): Promise<readonly WatchedCertificate[]> {
  const rules = await turns.take(place, () => platform.listRules(place));
  const used = new Map<number, string>();
  for (const { certificateId, domainName } of rules?.http ?? [])
    if (certificateId !== undefined && certificateId > 0 && !used.has(certificateId))
      used.set(certificateId, domainName ?? '');
  if (used.size === 0) return [];
  const { team } = place;
  const all = (await turns.take(place, () => platform.listCertificates({ team }))) ?? [];
  return all.flatMap(({ id, alias, expiresAt }) => {
    const name = used.get(id);
    return name === undefined || expiresAt === undefined ? [] : [{ id, name: name || alias || String(id), expiresAt }];
  });
}
