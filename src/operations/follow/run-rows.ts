import * as z from 'zod';
export const ChannelRow = z.object({ channel: z.string() });
