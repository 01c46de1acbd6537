import * as z from 'zod';

const Side = z.enum(['outer', 'inner']);
export type AccessSide = z.infer<typeof Side>;

/** What temporary access keeps of a port, as it is stored: exactly what was opened and will be closed. */
export const TemporaryAccess = z.object({
  component: z.string(),
  componentName: z.string().exactOptional(),
  port: z.number(),
  /** The one that matters most: shown in lists. */
  side: Side,
  sides: z.array(Side),
});
export type TemporaryAccess = z.infer<typeof TemporaryAccess>;
