import type { Part } from '../../core/command/answer.ts';
import type { Ask } from '../../core/operation.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { OpenedAccess } from './access/port-state.ts';
import type { Reads } from './define.ts';
import { openSinceNotes, readCreator } from './exposure/open-since.ts';
import { readRecordedPorts, withRecordedOpener } from './exposure/recorded-ports.ts';

type PortNotes = (
  subject: {
    readonly ask: Pick<Ask, 'context' | 'channel' | 'now'>;
    readonly component: string;
    readonly ports: readonly Port[];
    /** Temporary access that the answer shows. */
    readonly temporary: readonly Pick<OpenedAccess, 'port' | 'sides'>[];
  },
  reads: Reads,
) => Promise<readonly Part[]>;

/** Returns the ports on record, with who opened them. */
export const recordedPorts = ({ context }: Pick<Ask, 'context'>, reads: Reads) => readRecordedPorts(context, reads);

/** Adds to temporary access the request that opened the port, if it is on record. */
export const recordedOpener = withRecordedOpener;

/** Returns who created an address, if a request on record did. */
export const creatorOf = readCreator;

const all: readonly PortNotes[] = [openSinceNotes];

export const portNotes: PortNotes = async (subject, reads) =>
  (await Promise.all(all.map((notesOf) => notesOf(subject, reads)))).flat();
