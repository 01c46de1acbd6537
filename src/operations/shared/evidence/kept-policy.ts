import * as z from 'zod';
import type { World } from '../../../core/world.ts';
import { ofPortolan } from '../../../store/audit/audit-log.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { Store } from '../../../store/store.ts';

/** A version of the policy file, whole; its record has its hash as id. */
export const KeptPolicy = z.object({ text: z.string() });
export const keptPolicies = recordKind('policy-version', KeptPolicy);

/** The version that was in force at the last start; the only record of its kind. */
const PolicyInForce = z.object({ version: z.string() });
const inForce = recordKind('policy-in-force', PolicyInForce);
const inForceId = 'last';
/** Instead of a version, if there is no policy file. */
export const noPolicyFile = 'none';

/** Keeps the policy file by its hash. If another version was in force before, the audit log says from when this one is. */
export async function keepPolicy(
  store: Pick<Store, 'records' | 'commit'>,
  { version = noPolicyFile, text }: { readonly version: string | undefined; readonly text: string | undefined },
  { now }: Pick<World, 'now'>,
): Promise<void> {
  const at = now();
  const last = await inForce.get(store, inForceId);
  const before = last?.body.version ?? noPolicyFile;
  if (before === version) return;
  const isKept = text === undefined || (await keptPolicies.get(store, version)) !== undefined;
  const kept = isKept ? [] : [keptPolicies.save({ text }, { id: version, at })];
  // If another replica has saved it meanwhile, that is the same.
  await store.commit({
    at,
    records: [...kept, inForce.save({ version }, { id: inForceId, at }, last?.version)],
    audit: [{ ...ofPortolan(at), kind: 'policy', details: { policy: version } }],
  });
}
