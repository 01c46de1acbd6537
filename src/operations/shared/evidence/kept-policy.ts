import * as z from 'zod';
import type { World } from '../../../core/world.ts';
import { ofPortolan } from '../../../store/audit/audit-log.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { Store } from '../../../store/store.ts';

/** Complete text of one version of the policy file. The record's id is the text's hash. */
const KeptPolicy = z.object({ text: z.string() });
export const keptPolicies = recordKind('policy-version', KeptPolicy);

/** Policy version that was in force at the last start; a single record. */
const PolicyInForce = z.object({ version: z.string() });
const inForce = recordKind('policy-in-force', PolicyInForce);
const inForceId = 'last';
/** Stored instead of a policy version if there is no policy file. */
export const noPolicyFile = 'none';

/** Stores the policy file under its hash. If the version changed, an audit log entry records the time. */
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
  // Ignore a conflict, because another replica has then stored the same.
  await store.commit({
    at,
    records: [...kept, inForce.save({ version }, { id: inForceId, at }, last?.version)],
    audit: [{ ...ofPortolan(at), kind: 'policy', details: { policy: version } }],
  });
}
