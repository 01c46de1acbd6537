import * as z from 'zod';

const Chosen = z.object({ value: z.string(), text: z.object({ text: z.string() }).optional() });
export const InputState = z.object({
  type: z.string(),
  value: z.string().nullish(),
  selected_option: Chosen.nullish(),
  selected_options: z.array(Chosen).nullish(),
  /** Value of a datetimepicker, epoch seconds. */
  selected_date_time: z.number().nullish(),
  selected_conversation: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
});
export const ViewPayload = z.object({
  id: z.string(),
  hash: z.string().optional(),
  callback_id: z.string().default(''),
  private_metadata: z.string().default(''),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), InputState)) }).default({ values: {} }),
});
export type ViewPayload = z.infer<typeof ViewPayload>;

export const Action = z.object({
  action_id: z.string(),
  block_id: z.string().default(''),
  value: z.string().optional(),
  selected_option: z.object({ value: z.string() }).nullish(),
});
export type Action = z.infer<typeof Action>;

export const ActionBody = z.object({
  trigger_id: z.string().optional(),
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }).optional(),
  container: z
    .object({
      message_ts: z.string().optional(),
      thread_ts: z.string().optional(),
      is_ephemeral: z.boolean().optional(),
    })
    .default({}),
  message: z.object({ ts: z.string().optional(), thread_ts: z.string().optional() }).optional(),
  view: ViewPayload.extend({ type: z.string().optional() }).optional(),
  actions: z.array(Action).min(1),
});
export type ActionBody = z.infer<typeof ActionBody>;

/** Returns the thread of a pressed button; undefined for a thread's first message, because it is in the channel. */
export function threadOf({ message, container }: Pick<ActionBody, 'message' | 'container'>): string | undefined {
  const thread = message?.thread_ts ?? container.thread_ts;
  return thread === (container.message_ts ?? message?.ts) ? undefined : thread;
}

export const OptionsBody = z.object({
  action_id: z.string(),
  block_id: z.string().default(''),
  value: z.string().default(''),
  user: z.object({ id: z.string() }),
  view: z.object({ private_metadata: z.string().default('') }).optional(),
});

/** Prefix of the global shortcuts' callback ids. The operation's id follows. */
export const shortcutCallback = 'open:';
