import * as z from 'zod';

/** What an opening keeps of the port that it will close. */
export const OpenedPort = z.object({ component: z.string(), port: z.number(), side: z.enum(['outer', 'inner']) });
