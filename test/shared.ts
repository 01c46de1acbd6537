import { inject } from 'vitest';

/** Asks the run's shared services for one of theirs. */
async function ask(service: 'database' | 'browser' | 'page'): Promise<string> {
  const response = await fetch(`${inject('sharedServices')}/${service}`, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** A new, empty database on the PostgreSQL that all tests share. */
export const newDatabase = (): Promise<string> => ask('database');

/** The address of the Chromium that all tests share. */
export const sharedBrowser = (): Promise<string> => ask('browser');

/** Resolves when the page is built; afterwards it is only read. */
export const pageIsBuilt = (): Promise<string> => ask('page');
