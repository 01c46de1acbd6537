import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';

const chart = new URL('../../deploy/helm/portolan/', import.meta.url);
const Schema = z.object({
  properties: z.record(z.string(), z.object({ description: z.string() })),
  required: z.array(z.string()),
});

const head = `# The Helm chart of Portolan

\`\`\`sh
# Needs: Kubernetes, a real workspace
kubectl create secret generic portolan --from-env-file=.env
helm install portolan deploy/helm/portolan --values my-values.yaml
helm test portolan
\`\`\`

[Deployment](../../../docs/deployment.md#kubernetes) explains the installation, and [values.yaml](values.yaml) each value. The Secret has \`SLACK_BOT_TOKEN\` and
\`PLATFORM_TOKEN\`; \`SLACK_APP_TOKEN\` with mode \`socket\`; \`SLACK_SIGNING_SECRET\` with mode \`http\` or \`mcp.url\`; \`DATABASE_URL\` with
PostgreSQL; \`AUDIT_KEY\` and \`AUDIT_KEY_PREVIOUS\` if entries are signed; and the tokens of the hooks. The pods aren't replaced when it
changes: \`kubectl rollout restart\` does that.

Nobody has installed the chart in a cluster yet. Tests render it, check the result with the schemas of Kubernetes, and start the bot with
the rendered variables.

## Values

This table is made from \`values.schema.json\`, which refuses unknown values and contradictions.

| Value | Default | |
|---|---|---|
`;

/** Returns the Helm chart's README. `npm run docs` writes it. */
export function chartReadme(): string {
  const readChartFile = (name: string) => readFileSync(new URL(name, chart), 'utf8');
  const { properties, required } = Schema.parse(JSON.parse(readChartFile('values.schema.json')));
  const defaults = z.record(z.string(), z.unknown()).parse(parse(readChartFile('values.yaml')));
  const rows = Object.entries(properties).map(([name, { description }]) => {
    const value = required.includes(name) ? 'required' : defaultOf(defaults[name]);
    return `| \`${name}\` | ${value} | ${description} |`;
  });
  return `${head}${rows.join('\n')}\n`;
}

/** Returns a default value as one word. For a map, the word refers to `values.yaml`. */
function defaultOf(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : 'see values.yaml';
  if (typeof value !== 'object' || value === null) return `\`${String(value)}\``;
  if ('enabled' in value) return value.enabled === true ? 'on' : 'off';
  return Object.keys(value).length === 0 ? 'none' : 'see values.yaml';
}
