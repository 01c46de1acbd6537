/** The slash commands (docs/operations.md#commands). What a workspace calls them depends on its prefix. */
export const commands = ['region', 'component', 'port', 'gateway', 'monitor', 'follow', 'watch', 'portolan'] as const;
