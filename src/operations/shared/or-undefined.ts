import { PlatformError } from '../../platform/errors/platform-error.ts';

/** Returns undefined if the platform fails; for optional reads. */
export async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
