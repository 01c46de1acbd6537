import type { Operation } from '../shared/define.ts';
import { watchAdd } from './watch.ts';
import { watchList, watchShow } from './watch-list.ts';
import { watchDelete, watchPause, watchResume, watchSilence } from './watch-settings.ts';
import { watchSetup, watchUsual } from './watch-usual.ts';

export const watchOperations: readonly Operation[] = [
  watchAdd,
  watchUsual,
  watchSetup,
  watchList,
  watchShow,
  watchPause,
  watchResume,
  watchDelete,
  watchSilence,
];
