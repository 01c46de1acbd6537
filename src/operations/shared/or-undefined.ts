import { PlatformError } from '../../platform/errors/platform-error.ts';

/** A read that only adds to what is told or planned: undefined where the platform didn't answer it. */
export async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
