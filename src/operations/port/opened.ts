import * as z from 'zod';

/** What an opening keeps of the port that it will close. */
export const OpenedPort = z.object({
  component: z.string(),
  port: z.number(),
  /** The one that matters most: shown in lists. */
  side: z.enum(['outer', 'inner']),
  sides: z.array(z.enum(['outer', 'inner'])),
});
