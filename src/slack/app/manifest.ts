import type { AppsManifestValidateArguments } from '@slack/web-api';
import type { Command, OperationSpec } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import { commandSummaryMsg } from '../../operations/command-summary-messages.ts';
import { commands } from '../../operations/commands.ts';
import { shortcutsOf } from '../../operations/shared/find-operation.ts';
import { manifestLimits } from '../blocks/limits.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { shortcutCallback } from '../interaction/payloads.ts';
import { plain } from '../slack-catalog.ts';
import { peopleIn } from './people-params.ts';
import { scopeUses } from './scope-messages.ts';

export type Manifest = AppsManifestValidateArguments['manifest'];

interface ManifestOptions {
  readonly prefix?: string;
  /** Socket Mode needs no address. */
  readonly mode: 'http' | 'socket';
  readonly url?: string;
}

export type Scope = keyof typeof scopeUses;
export const scopes: readonly Scope[] = Object.keys(scopeUses).filter((scope): scope is Scope => scope in scopeUses);

export const events = ['app_home_opened', 'app_mention', 'message.im'] as const;

export const commandSummaries: Readonly<Record<(typeof commands)[number], Text>> = {
  region: commandSummaryMsg.region(),
  component: commandSummaryMsg.component(),
  port: commandSummaryMsg.port(),
  gateway: commandSummaryMsg.gateway(),
  monitor: commandSummaryMsg.monitor(),
  follow: commandSummaryMsg.follow(),
  watch: commandSummaryMsg.watch(),
  portolan: commandSummaryMsg.portolan(),
};

export function makeManifest(operations: readonly OperationSpec[], options: ManifestOptions) {
  const { prefix = '', mode } = options;
  const url = `${(options.url ?? 'https://portolan.example.com').replace(/\/$/, '')}/slack/events`;
  const reached = mode === 'http' ? { url } : {};
  return {
    _metadata: { major_version: 2, minor_version: 1 },
    display_information: {
      name: 'Portolan',
      description: 'Looks up, changes and charts your applications: every change a plan that people see and approve.',
      background_color: '#1d3b53',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'portolan', always_online: true },
      shortcuts: shortcutsOf(operations).map(({ operation, label, description }) => ({
        name: plain(label, 'en'),
        type: 'global' as const,
        callback_id: `${shortcutCallback}${operation}`,
        description: plain(description, 'en'),
      })),
      slash_commands: commands.map((command) => ({
        command: `/${prefix}${command}`,
        description: plain(commandSummaries[command], 'en'),
        usage_hint: cut(usageHint(operations, command), manifestLimits.usageHint),
        should_escape: peopleIn(operations, command).escapes,
        ...reached,
      })),
    },
    oauth_config: { scopes: { bot: [...scopes] } },
    settings: {
      event_subscriptions: { ...(mode === 'http' ? { request_url: url } : {}), bot_events: [...events] },
      interactivity: {
        is_enabled: true,
        ...(mode === 'http' ? { request_url: url, message_menu_options_url: url } : {}),
      },
      org_deploy_enabled: false,
      socket_mode_enabled: mode === 'socket',
      token_rotation_enabled: false,
    },
  } satisfies Manifest;
}

/** Returns a short usage hint: `<component> | open <component> <port> | …`. */
function usageHint(operations: readonly OperationSpec[], command: Command): string {
  const ways = operations
    .filter((operation) => operation.command === command)
    .map((operation) => {
      const words = operation.keywords.find((each) => each.length === 0) ?? operation.keywords[0] ?? [];
      const order = operation.order
        .filter((name) => operation.params[name]?.input !== 'hidden')
        .map((name) =>
          operation.params[name]?.required ? `<${shortLabel(operation, name)}>` : `[${shortLabel(operation, name)}]`,
        );
      return [...words, ...order].join(' ');
    })
    .filter((way) => way !== '');
  return [...new Set(ways)].join(' | ');
}

function shortLabel(operation: OperationSpec, name: string): string {
  const label = operation.params[name]?.label;
  return label ? plain(label, 'en').toLowerCase() : name;
}
