import type { Change } from '../shared/define.ts';
import { portAdd } from './add.ts';
import { portAlias } from './alias.ts';
import { portClose } from './close.ts';
import { portDelete } from './delete.ts';
import { portOpen } from './open.ts';
import { portProtocol } from './protocol.ts';
import { portUntil } from './until.ts';

/** Every change of ports, in the order in which help names them. */
export const portChanges: readonly Change[] = [
  portOpen,
  portClose,
  portUntil,
  portAdd,
  portProtocol,
  portAlias,
  portDelete,
];
