import type { Operation } from '../shared/define.ts';
import { portAdd } from './port-add.ts';
import { portAlias } from './port-alias.ts';
import { portClose } from './port-close.ts';
import { portDelete } from './port-delete.ts';
import { portList } from './port-list.ts';
import { portOpen } from './port-open.ts';
import { portProtocol } from './port-protocol.ts';
import { portUntil } from './port-until.ts';

export const portOperations: readonly Operation[] = [
  portList,
  portOpen,
  portClose,
  portUntil,
  portAdd,
  portProtocol,
  portAlias,
  portDelete,
];
