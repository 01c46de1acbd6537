import type { Part } from '../../../core/command/answer.ts';
import { placeText } from '../../../core/command/context.ts';
import { present } from '../../../core/defined.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import { notAllowedHere } from '../../../core/policy/policy-decision.ts';
import { statusKind } from '../../../core/runs/component-status.ts';
import { join } from '../../../core/text/text.ts';
import { accessMsg } from '../access/access-messages.ts';
import { isDatabase } from '../access/database-port.ts';
import type { Reads } from '../define.ts';
import { shortContextText } from '../place/known-contexts.ts';
import { addressMsg } from './address-messages.ts';
import { addressesText, deletedText, openerText, sortedAddresses } from './address-text.ts';
import { readAccepted } from './expected-address.ts';
import type { Expectations } from './exposure-rows.ts';
import { isExpectedPort, isOpenedByOne, type RecordedPort } from './recorded-ports.ts';

interface PermanentPort extends RecordedPort {
  readonly protocol?: string | undefined;
  readonly isShut?: boolean | undefined;
  /** The component's status, if it was read. */
  readonly status?: string | undefined;
}

interface LastingReads extends Expectations {
  readonly policy: Policy;
}

/** Returns a row of a list without its buttons, for a platform that doesn't answer. */
export function withoutMenu(part: Part): Part {
  return part.part === 'row' ? { part: 'row', text: part.text } : part;
}

export async function lastingReads({ context }: Pick<Ask, 'context'>, reads: Pick<Reads, 'policy' | 'records'>) {
  return { policy: reads.policy, accepted: await readAccepted(reads, context) };
}

export interface PermanentRow {
  /** Whether it is a database that nobody accepted, or a rule or an address may still work that shouldn’t. */
  readonly isOdd: boolean;
  readonly name: string;
  readonly address: string | undefined;
  /** Name of the requester who opened the port, if that is recorded. */
  readonly by?: string | undefined;
  readonly isStopped: boolean;
  readonly row: Part;
}

/**
 * Returns the ports without a closing time: unexpected databases first, with who opened each, and Close.
 * @param namesApp whether the rows name their app, because a list has several
 */
export function permanentRows(
  ports: readonly PermanentPort[],
  { context, channel, now }: Pick<Ask, 'context' | 'channel' | 'now'>,
  expectations: LastingReads,
  namesApp = false,
): readonly PermanentRow[] {
  const may = (risk: 'change' | 'destroy') =>
    notAllowedHere(expectations.policy, { risk, channel, context }) === undefined;
  const close = { label: accessMsg.close(), operation: 'port.close', given: {} };
  const deletes = (rule: string) => ({
    label: accessMsg.deleteRule(),
    operation: 'gateway.delete',
    given: { rule: [rule] },
  });
  return ports
    .map((each): PermanentRow => {
      const { component, componentName, port, addresses, openings, isShut = false } = each;
      const isOpenDatabase = isDatabase(each) && !isExpectedPort(each, context, expectations, now);
      const gone = deletedText(each);
      const isOdd = isShut || isOpenDatabase || gone !== undefined;
      const name = `${componentName} ${port}`;
      const [address] = sortedAddresses(addresses);
      const [first] = openings;
      const oddTitle = isOpenDatabase ? addressMsg.permanentDatabase : addressMsg.permanentOdd;
      const title = (isShut ? addressMsg.permanentShut : isOdd ? oddTitle : addressMsg.permanent)({ name });
      const isOfOne = isOpenedByOne(each);
      const where = present([addressesText(each, now), namesApp && shortContextText(context)]);
      const opener = first && isOfOne && openerText(first, now);
      const isStopped = each.status !== undefined && statusKind(each.status) === 'stopped';
      const lines = [title, where.length > 0 && join(where, ' · '), gone, isStopped && addressMsg.stopped(), opener];
      const menu = {
        in: placeText(context),
        given: { component: [component], port: [String(port)] },
        entries: [isShut && address !== undefined ? deletes(address) : close],
      };
      const row: Part = {
        part: 'row',
        text: join(present(lines), '\n'),
        ...(may(isShut ? 'destroy' : 'change') ? { menu } : {}),
      };
      return { isOdd, name, address, by: isOfOne ? first?.opened?.by.name : undefined, isStopped, row };
    })
    .toSorted((one, other) => Number(other.isOdd) - Number(one.isOdd));
}
