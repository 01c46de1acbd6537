/** The slash commands (docs/operations.md#commands), without the workspace's prefix. */
export const commands = ['region', 'component', 'port', 'gateway', 'monitor', 'follow', 'watch', 'portolan'] as const;
