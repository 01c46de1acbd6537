import type { Context } from '../../../core/command/context.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import type { ReadTurns } from '../../../reader/background-reads.ts';
import { addressText, oddityText } from '../../shared/exposure/address-text.ts';
import { readAccepted } from '../../shared/exposure/expected-address.ts';
import { exposureRows } from '../../shared/exposure/exposure-rows.ts';
import { wasOpenedAround } from '../../shared/exposure/known-address.ts';
import { readExposure } from '../../shared/exposure/read-exposure.ts';
import { readsOf, type Services } from '../../shared/services.ts';
import { conditionMsg } from '../condition-messages.ts';

export interface WatchedAddress {
  readonly key: string;
  readonly component: { readonly id: string; readonly name: string };
  /** Description of the address: its target, the person who opened it, and its oddities. */
  readonly text: Text;
  readonly isOdd: boolean;
  /** The address and its target. */
  readonly row: Text;
  /** Time at which the address was opened, or first seen, epoch ms. */
  readonly since: number;
  /** Whether the address is expected, was opened by a request, or was open when its app was first read. */
  readonly isKnown: boolean;
}

export async function readAddresses(
  services: Services,
  turns: ReadTurns,
  context: Context,
  components: readonly ComponentSummary[],
): Promise<readonly WatchedAddress[] | undefined> {
  const { world, policy } = services;
  const sources = { ...readsOf(services), turns };
  const exposure = await unlessPlatformFails(
    () => readExposure(context, sources, { components }),
    (error) => world.log.warn('what can be reached from outside could not be read', { app: context.app, error }),
  );
  if (!exposure) return undefined;
  const now = world.now();
  const rows = exposureRows([exposure], { policy, accepted: await readAccepted(sources, context) }, now);
  return rows.flatMap((row) => {
    const { exposed, record, odd, expected } = row;
    if (!record) return [];
    const [first] = odd;
    const shown = addressText(exposed);
    const given = { row: shown, at: { at: record.since } };
    const opening =
      record.openedBy === undefined
        ? conditionMsg.addressByUnknown(given)
        : conditionMsg.addressBy({ ...given, user: verbatim(record.openedBy) });
    return [
      {
        key: exposed.key,
        component: { id: exposed.component, name: exposed.componentName },
        text: first ? conditionMsg.oddAddress({ row: opening, odd: oddityText(first, row, now) }) : opening,
        row: shown,
        isOdd: first !== undefined,
        since: record.since,
        isKnown: expected !== undefined || !wasOpenedAround(record),
      },
    ];
  });
}
