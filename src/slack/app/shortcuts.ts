/** Prefix of the global shortcuts' callback ids; what follows is the operation whose form opens. */
export const shortcutCallback = 'open:';

/** The operations that stand in Slack's shortcuts menu, with the names shown there (Slack limits, section 9: 24). */
export const shortcuts = [
  { operation: 'monitor', name: 'Post a chart', description: 'Monitoring of an app’s components as a chart' },
  { operation: 'port.open', name: 'Open a port', description: 'Open a port of a component: shown as a plan first' },
  { operation: 'port.close', name: 'Close a port', description: 'Close a port of a component: shown as a plan first' },
  {
    operation: 'gateway.http',
    name: 'Create a gateway rule',
    description: 'An HTTP or TCP rule of the gateway: shown as a plan first',
  },
] as const;
