import type { AskButton, AskMenu } from '../../../core/command/answer.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { present } from '../../../core/defined.ts';
import type { Ask } from '../../../core/operation.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import { notAllowedHere } from '../../../core/policy/policy-decision.ts';
import { accessMsg } from './access-messages.ts';
import { type OpenedAccess, openedPort } from './port-state.ts';

type MenuOf = Pick<OpenedAccess, 'component' | 'port' | 'protocol' | 'side'> & Partial<Pick<OpenedAccess, 'sides'>>;

/** Returns the changes of temporary access that the policy allows in the channel: Extend and Close. The card’s Close now needs no plan. */
export function accessMenu(access: MenuOf, ask: Pick<Ask, 'channel' | 'context'>, policy: Policy): AskMenu {
  const { component, side, sides = [side] } = access;
  const isAllowed = (risk: 'expose' | 'change') =>
    notAllowedHere(policy, { risk, channel: ask.channel, context: ask.context }) === undefined;
  const longer: RawArgs = { side: [side], longer: ['yes'] };
  const which: RawArgs = sides.length > 1 ? { both: ['yes'] } : { side: [side] };
  const entries = present<AskMenu['entries'][number]>([
    isAllowed(side === 'outer' ? 'expose' : 'change') && {
      label: accessMsg.extend(),
      operation: 'port.until',
      given: longer,
      opens: 'modal',
    },
    isAllowed('change') && { label: accessMsg.close(), operation: 'port.close', given: which },
  ]);
  return { given: { component: [component], port: [openedPort(access)] }, entries };
}

export function menuButtons({ given, entries }: AskMenu): readonly AskButton[] {
  return entries.map((each) => ({ ...each, given: { ...given, ...each.given } }));
}
