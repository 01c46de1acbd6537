import { z } from 'zod';

/** Parts of Slack's app manifest that change how Slack treats the app. */
const manifest = z.looseObject({
  features: z
    .looseObject({
      app_home: z
        .looseObject({ home_tab_enabled: z.boolean().optional(), messages_tab_enabled: z.boolean().optional() })
        .optional(),
      slash_commands: z
        .array(
          z.looseObject({
            command: z.string(),
            description: z.string().default(''),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .optional(),
      shortcuts: z
        .array(
          z.looseObject({
            name: z.string(),
            callback_id: z.string(),
            description: z.string().default(''),
            type: z.enum(['global', 'message']),
          }),
        )
        .optional(),
    })
    .optional(),
  oauth_config: z.looseObject({ scopes: z.looseObject({ bot: z.array(z.string()).optional() }).optional() }).optional(),
  settings: z
    .looseObject({
      event_subscriptions: z.looseObject({ bot_events: z.array(z.string()).optional() }).optional(),
      interactivity: z
        .looseObject({ is_enabled: z.boolean(), message_menu_options_url: z.string().optional() })
        .optional(),
      socket_mode_enabled: z.boolean().optional(),
    })
    .optional(),
});

export type InstalledCommand = {
  readonly command: string;
  readonly description: string;
  readonly hint: string;
  readonly escapes: boolean;
};

export type InstalledShortcut = {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'global' | 'message';
};

/** Rights of the app. `null` for scopes, commands, shortcuts or events: no manifest, so all are granted. */
export type Installed = {
  readonly scopes: ReadonlySet<string> | null;
  readonly commands: readonly InstalledCommand[] | null;
  readonly shortcuts: readonly InstalledShortcut[] | null;
  readonly events: ReadonlySet<string> | null;
  readonly home: boolean;
  readonly directMessages: boolean;
  readonly interactivity: boolean;
  /** Whether external selects have a URL for HTTP. Socket Mode needs none. */
  readonly optionsUrl: boolean;
};

/** Parses a manifest in Slack's JSON format. Without a manifest, the app is allowed everything. @throws if invalid */
export function readManifest(given: unknown): Installed {
  if (given === undefined) {
    const all = { scopes: null, commands: null, shortcuts: null, events: null };
    return { ...all, home: true, directMessages: true, interactivity: true, optionsUrl: true };
  }
  const { features, oauth_config: oauth, settings } = manifest.parse(given);
  return {
    scopes: new Set(oauth?.scopes?.bot ?? []),
    commands: (features?.slash_commands ?? []).map((one) => ({
      command: one.command,
      description: one.description,
      hint: one.usage_hint,
      escapes: one.should_escape,
    })),
    shortcuts: (features?.shortcuts ?? []).map(({ callback_id: callbackId, name, description, type }) => ({
      callbackId,
      name,
      description,
      type,
    })),
    events: new Set(settings?.event_subscriptions?.bot_events ?? []),
    home: features?.app_home?.home_tab_enabled ?? false,
    directMessages: features?.app_home?.messages_tab_enabled ?? false,
    interactivity: settings?.interactivity?.is_enabled ?? false,
    optionsUrl: settings?.interactivity?.message_menu_options_url !== undefined,
  };
}
