import { inject, test } from 'vitest';

const { missing } = inject('testTools');

/** A test that is skipped where there is no Chromium. In CI it fails instead. */
export const browserTest = test.skipIf(missing.chromium !== undefined);

/** A test that is skipped where there is no Helm. In CI it fails instead. */
export const helmTest = test.skipIf(missing.helm !== undefined);

/** A test that is skipped where there is no PostgreSQL. In CI it fails instead. */
export const postgresTest = test.skipIf(missing.postgres !== undefined);
