import type { Operation } from '../shared/define.ts';
import { exposureAccept } from './accept-address.ts';
import { exposureExpected, exposureRevoke } from './accepted-addresses.ts';
import { explainExposure } from './explain-exposure.ts';
import { exposure } from './exposure.ts';

export const exposureOperations: readonly Operation[] = [
  exposure,
  exposureExpected,
  exposureAccept,
  exposureRevoke,
  explainExposure,
];
