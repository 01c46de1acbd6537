import type { Operation } from '../shared/define.ts';
import { componentBuild } from './component-build.ts';
import { componentImage } from './component-image.ts';
import {
  componentDeploy,
  componentStart,
  componentStartAll,
  componentStop,
  componentStopAll,
  componentUpgrade,
} from './component-operate.ts';
import { componentRestart } from './component-restart.ts';
import { componentScale } from './component-scale.ts';

export const lifecycleOperations: readonly Operation[] = [
  componentStart,
  componentStop,
  componentRestart,
  componentUpgrade,
  componentDeploy,
  componentStartAll,
  componentStopAll,
  componentScale,
  componentImage,
  componentBuild,
];
