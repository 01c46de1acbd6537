import type { Operation } from '../shared/define.ts';
import { exposureAccept } from './accept-address.ts';
import { exposureExpected, exposureRevoke } from './accepted-addresses.ts';
import { explainExposure } from './explain-exposure.ts';
import { exposure } from './exposure.ts';

/** What can be asked about what can be reached from outside, in the order of the help. */
export const exposureOperations: readonly Operation[] = [
  exposure,
  exposureExpected,
  exposureAccept,
  exposureRevoke,
  explainExposure,
];
