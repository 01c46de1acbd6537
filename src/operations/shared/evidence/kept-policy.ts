import * as z from 'zod';
import type { World } from '../../../core/world.ts';
import { ofPortolan } from '../../../store/audit/audit-log.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { Store } from '../../../store/store.ts';

/** Whole version of the policy file. The record's id is its hash. */
export const KeptPolicy = z.object({ text: z.string() });
export const keptPolicies = recordKind('policy-version', KeptPolicy);

/** Version in force at the last start; a single record. */
const PolicyInForce = z.object({ version: z.string() });
const inForce = recordKind('policy-in-force', PolicyInForce);
const inForceId = 'last';
/** Stored instead of a version if there is no policy file. */
export const noPolicyFile = 'none';

/** Stores the policy file by its hash. If the version changed, the audit log records when. */
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
  // If another replica stored it meanwhile, nothing is missing.
  await store.commit({
    at,
    records: [...kept, inForce.save({ version }, { id: inForceId, at }, last?.version)],
    audit: [{ ...ofPortolan(at), kind: 'policy', details: { policy: version } }],
  });
}
