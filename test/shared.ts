import { inject } from 'vitest';
import { type ProgramName, programIn } from './programs.ts';

async function ask(service: `database/${number}` | `migrated-database/${number}` | 'browser' | 'page' | 'programs') {
  const response = await fetch(`${inject('sharedServices')}/${service}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** @param server index of the PostgreSQL version; default: the first */
export const newDatabase = (server = 0): Promise<string> => ask(`database/${server}`);

/** Returns the URL of a new, empty database that has all tables. Faster than creating the tables. */
export const migratedDatabase = (server = 0): Promise<string> => ask(`migrated-database/${server}`);

export const sharedBrowser = (): Promise<string> => ask('browser');

/** Resolves when the page is built. The page doesn't change afterwards. */
export const pageIsBuilt = (): Promise<string> => ask('page');

export const builtProgram = async (name: ProgramName): Promise<string> => programIn(await ask('programs'), name);
