import { rule } from '../src/core/policy/policy-decision.ts';
import { playgroundPolicy } from './playground.ts';
import { createWorkspace } from './slack/workspace/workspace-seed.ts';

test('what opens a port can be run by breaking the glass, by people who are there', () => {
  const asker = { id: 'U0MAYA', groups: [] };
  const ruling = rule(playgroundPolicy, { risk: 'expose', operation: 'port.open', channel: 'C0SHOP', asker });
  if (!('need' in ruling)) throw new Error('refused');
  expect(ruling.need).toBe('approve');
  const group = [...createWorkspace().groups.values()].find(({ id }) => ruling.breakGlass?.groups.includes(id));
  expect(group?.members).toContain('U0MAYA');
});
