import type { Part } from '../../core/command/answer.ts';
import type { Context } from '../../core/command/context.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { Reads } from './define.ts';
import { openSinceNotes } from './exposure/open-since.ts';

type PortNotes = (
  subject: {
    readonly context: Context;
    readonly component: string;
    readonly ports: readonly Port[];
  },
  reads: Reads,
) => Promise<readonly Part[]>;

const all: readonly PortNotes[] = [openSinceNotes];

export const portNotes: PortNotes = async (subject, reads) =>
  (await Promise.all(all.map((notesOf) => notesOf(subject, reads)))).flat();
