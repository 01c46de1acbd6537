import { inject } from 'vitest';
import { type ProgramName, programIn } from './programs.ts';

/** Asks the run's shared services for one of theirs. */
async function ask(
  service: `database/${number}` | `migrated-database/${number}` | 'browser' | 'page' | 'programs',
): Promise<string> {
  const response = await fetch(`${inject('sharedServices')}/${service}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/**
 * A new, empty database on the PostgreSQL that all tests share.
 * @param server which of the versions there are; the first unless given
 */
export const newDatabase = (server = 0): Promise<string> => ask(`database/${server}`);

/** A new database whose tables are made, and empty: faster than making them each time. */
export const migratedDatabase = (server = 0): Promise<string> => ask(`migrated-database/${server}`);

/** The address of the Chromium that all tests share. */
export const sharedBrowser = (): Promise<string> => ask('browser');

/** Resolves when the page is built; afterwards it is only read. */
export const pageIsBuilt = (): Promise<string> => ask('page');

/** The bundle of a program that tests start and kill. */
export const builtProgram = async (name: ProgramName): Promise<string> => programIn(await ask('programs'), name);
