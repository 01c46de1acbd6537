import type { Change } from '../define.ts';
import { portClose } from './close.ts';
import { portOpen } from './open.ts';
import { portUntil } from './until.ts';

/** Every change of ports, in the order in which help names them. */
export const portChanges: readonly Change[] = [portOpen, portClose, portUntil];
