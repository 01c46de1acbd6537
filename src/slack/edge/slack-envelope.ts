import * as z from 'zod';

/** The fields of a Slack payload that decide which handler gets it. */
export interface SlackEnvelope {
  readonly kind: 'command' | 'interaction' | 'event' | 'other';
  /** Type, such as `view_submission` or `app_mention`; for a command, its name. */
  readonly type: string;
  /** Ids of the payload's installation; empty if the payload names none. */
  readonly installations: readonly string[];
  readonly user?: string;
  readonly channel?: string;
  readonly responseUrl?: string;
}

const id = z.string().max(255).nullish();
const Named = z.looseObject({ id }).nullish();

const Command = z.looseObject({
  command: z.string().startsWith('/'),
  text: z.string().optional(),
  user_id: z.string(),
  channel_id: z.string(),
  team_id: id,
  enterprise_id: id,
  response_url: z.string().optional(),
});

const interactions = ['block_suggestion', 'shortcut', 'message_action'] as const;
const interaction = {
  user: z.looseObject({ id: z.string() }),
  team: Named,
  enterprise: Named,
  channel: Named,
  view: z.looseObject({ app_installed_team_id: id }).nullish(),
  response_url: z.string().optional(),
};
const Interaction = z.union([
  z.looseObject({ ...interaction, type: z.enum(interactions) }),
  z.looseObject({ ...interaction, type: z.literal('block_actions'), actions: z.array(z.looseObject({})).min(1) }),
  z.looseObject({
    ...interaction,
    type: z.enum(['view_submission', 'view_closed']),
    view: z.looseObject({ app_installed_team_id: id }),
  }),
]);

const EventCallback = z.looseObject({
  type: z.literal('event_callback'),
  event: z.looseObject({ type: z.string() }),
  event_id: z.string(),
  team_id: id,
  enterprise_id: id,
  authorizations: z.array(z.looseObject({ team_id: id, enterprise_id: id })).nullish(),
});

const EventPlace = z.object({ user: z.string(), channel: z.string() });

/** Other payloads: the address check, the certificate check, and future types. */
const Other = z.union([
  z.looseObject({ type: z.literal('url_verification'), challenge: z.string() }),
  z.looseObject({ ssl_check: z.literal('1') }),
  z.looseObject({ type: z.string() }),
]);
/** Types that have a schema above. A payload of such a type is invalid if it doesn't match the schema. */
const knownTypes: readonly string[] = [
  ...interactions,
  'block_actions',
  'view_submission',
  'view_closed',
  'event_callback',
  'url_verification',
];

/** Parses a Slack payload. Returns undefined if Slack wouldn't send it, because Bolt 5.1 crashes on `null`. */
export function readEnvelope(body: unknown): SlackEnvelope | undefined {
  const command = Command.safeParse(body).data;
  if (command)
    return {
      kind: 'command',
      type: command.command,
      installations: first(command.team_id, command.enterprise_id),
      user: command.user_id,
      channel: command.channel_id,
      responseUrl: command.response_url,
    };
  const pressed = Interaction.safeParse(body).data;
  if (pressed)
    return {
      kind: 'interaction',
      type: pressed.type,
      installations: first(pressed.view?.app_installed_team_id, pressed.team?.id, pressed.enterprise?.id),
      user: pressed.user.id,
      ...(pressed.channel?.id ? { channel: pressed.channel.id } : {}),
      responseUrl: pressed.response_url,
    };
  const event = EventCallback.safeParse(body).data;
  if (event)
    return {
      kind: 'event',
      type: event.event.type,
      installations: event.authorizations?.length
        ? event.authorizations.flatMap((one) => first(one.team_id, one.enterprise_id))
        : first(event.team_id, event.enterprise_id),
      ...EventPlace.safeParse(event.event).data,
    };
  const other = Other.safeParse(body).data;
  if (!other) return undefined;
  const type = 'type' in other && typeof other.type === 'string' ? other.type : 'ssl_check';
  const isBroken = knownTypes.includes(type) && !('challenge' in other && type === 'url_verification');
  return isBroken || 'command' in other || 'event' in other ? undefined : { kind: 'other', type, installations: [] };
}

function first(...ids: readonly (string | null | undefined)[]): readonly string[] {
  const id = ids.find((one) => one);
  return id ? [id] : [];
}
