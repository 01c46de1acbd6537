import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { pressTogether } from './replicas.ts';

describe('replicas on one PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test.each([
    [2, 150],
    [3, 350],
  ])(
    '%i of them, killed now and then, %i requests with many simultaneous presses: each runs once',
    {
      timeout: 300_000,
    },
    async (replicas, rounds) => {
      const database = await server.database();
      const result = await pressTogether(database, { rounds, replicas, presses: 6, killEvery: 40 });
      expect(result).toMatchObject({ rounds, doubles: 0, lost: 0, untold: 0, auditOk: true });
      expect(result.kills).toBeGreaterThan(2);
      expect(result.ends.done ?? 0).toBeGreaterThan(rounds * 0.8);
    },
  );
});
