import type { EngineFeature } from './changes/engine-context.ts';
import { agentFeature } from './mcp/agent-requests.ts';
import { incidentFeature } from './operations/incident/incident-feature.ts';
import { scheduleFeature } from './operations/schedule/scheduler.ts';
import { watchFeature } from './operations/watch/watch-feature.ts';

/** Parts that build on the engine of changes. The engine works without them. */
export const features: readonly EngineFeature[] = [agentFeature, incidentFeature, scheduleFeature, watchFeature];
