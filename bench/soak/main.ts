import { runParts } from '../report.ts';
import { soakFloods } from './floods.ts';
import { soakReplies } from './hostile-replies.ts';
import { soakKills } from './kills.ts';
import { soakTraffic } from './traffic/traffic.ts';

/** `npm run soak`: attacks, faults and long load. Fails if a budget is exceeded. */
await runParts({ floods: soakFloods, replies: soakReplies, traffic: soakTraffic, kills: soakKills }, () => true);
