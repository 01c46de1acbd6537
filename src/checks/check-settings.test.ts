import type { When } from '../core/policy/policy.ts';
import { unreachableRules } from './check-settings.ts';

const roles = new Map([['operators', { name: 'operators', users: ['U0ANNA'], groups: ['S0OPS'] }]]);
const shop = { team: 'shop', region: 'east-1', app: '12' };

/** Returns the unreachable rules (counted from 1), each with the rules that cover it. */
function unreachable(whens: readonly When[]): Record<string, number[]> {
  const rules = whens.map((when, index) => ({
    line: index + 1,
    when,
    need: 'confirm' as const,
    from: 'asker',
    count: 0,
  }));
  return Object.fromEntries(
    unreachableRules({ rules, roles }).map(({ rule, by }) => [rule.line, by.map((each) => each.line)]),
  );
}

test.each<[string, readonly When[], Record<string, number[]>]>([
  ['one that matches everything comes first', [{}, { risk: ['destroy'] }, {}], { 2: [1], 3: [1] }],
  ['the narrow one comes first', [{ risk: ['destroy'] }, {}], {}],
  ['another risk', [{ risk: ['expose'] }, { risk: ['destroy'] }], {}],
  ['some of the risks', [{ risk: ['expose'] }, { risk: ['expose', 'destroy'] }], {}],
  ['several together', [{ risk: ['expose'] }, { risk: ['destroy'] }, { risk: ['expose', 'destroy'] }], { 3: [1, 2] }],
  ['each risk, then any', [{ risk: ['change', 'disrupt'] }, { risk: ['expose', 'destroy'] }, {}], { 3: [1, 2] }],
  ['the same operation', [{ operation: ['port.open', 'port.close'] }, { operation: ['port.close'] }], { 2: [1] }],
  ['any operation after one', [{ operation: ['port.close'] }, {}], {}],
  // The file can't tell that this operation is within the risk.
  ['an operation within a risk', [{ risk: ['destroy'] }, { operation: ['port.delete'] }], {}],
  ['a channel', [{ channel: ['C1', 'C2'] }, { channel: ['C2'], risk: ['expose'] }], { 2: [1] }],
  ['a pattern', [{ context: [{ ...shop, app: '*' }] }, { context: [{ ...shop, team: 'SHOP' }] }], { 2: [1] }],
  ['another context', [{ context: [shop] }, { context: [{ ...shop, app: '13' }] }], {}],
  ['any context after one', [{ context: [shop] }, {}], {}],
  ['a user of a role', [{ asker: ['operators'] }, { asker: ['U0ANNA'] }], { 2: [1] }],
  ['a user who may be in a group of it', [{ asker: ['operators'] }, { asker: ['U0BOB'] }], {}],
  ['a role after one of its users', [{ asker: ['U0ANNA'] }, { asker: ['operators'] }], {}],
])('%s', (_name, whens, expected) => expect(unreachable(whens)).toEqual(expected));
