import { builtProgram, newDatabase } from '../shared.ts';
import { postgresTest as test } from '../tools/tests-with-tools.ts';
import { pressTogether } from './replicas.ts';

// Kill a replica about every ten requests: many short runs find more errors than a few long ones.
test('three replicas on one PostgreSQL, killed now and then, with many simultaneous presses: each change runs once', {
  timeout: 300_000,
}, async () => {
  const rounds = 30;
  const [database, program] = await Promise.all([newDatabase(), builtProgram('replica')]);
  const result = await pressTogether(database, { rounds, replicas: 3, presses: 6, killEvery: 10, program });
  expect(result).toMatchObject({ rounds, doubles: 0, lost: 0, untold: 0, odd: [], auditOk: true });
  expect(result.kills).toBeGreaterThan(2);
  expect(result.ends.done ?? 0).toBeGreaterThan(rounds * 0.8);
});
