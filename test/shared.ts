import { inject } from 'vitest';
import { type ProgramName, programIn } from './programs.ts';

async function ask(
  service: `database/${number}` | `migrated-database/${number}` | 'browser' | 'page' | 'programs',
): Promise<string> {
  const response = await fetch(`${inject('sharedServices')}/${service}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** @param server index of the PostgreSQL version; the first by default */
export const newDatabase = (server = 0): Promise<string> => ask(`database/${server}`);

/** Returns a new, empty database with all tables, which is faster than creating them. */
export const migratedDatabase = (server = 0): Promise<string> => ask(`migrated-database/${server}`);

export const sharedBrowser = (): Promise<string> => ask('browser');

/** Resolves when the page is built. It doesn't change afterwards. */
export const pageIsBuilt = (): Promise<string> => ask('page');

export const builtProgram = async (name: ProgramName): Promise<string> => programIn(await ask('programs'), name);
