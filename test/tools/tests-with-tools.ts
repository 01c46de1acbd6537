import { inject } from 'vitest';

const { missing } = inject('testTools');

/** Test that is skipped if there is no Chromium; in CI, it fails instead. */
export const browserTest = test.skipIf(missing.chromium !== undefined);

/** Test that is skipped if there is no Helm; in CI, it fails instead. */
export const helmTest = test.skipIf(missing.helm !== undefined);

/** Test that is skipped if there is no PostgreSQL; in CI, it fails instead. */
export const postgresTest = test.skipIf(missing.postgres !== undefined);
