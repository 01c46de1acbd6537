import * as z from 'zod';
import { readJson } from '../../core/text/json.ts';
import { ToolError } from './tool-error.ts';
import { type JsonSchema, unknownField } from './tool-schema.ts';

const boundedText = (max: number, description: string) => z.string().min(1).max(max).describe(description);

const context = boundedText(300, 'A path or a name of list_contexts. Default: the only one.').optional();
const changeId = boundedText(60, 'Which change: see describe_changes.');
const parameters = z
  .record(z.string().max(100), z.unknown())
  .describe('The parameters of the change. describe_changes says which it takes.');
const change = {
  context,
  channel: boundedText(
    40,
    'The Slack channel, by name or ID, if list_contexts has several for this context.',
  ).optional(),
  change: changeId,
  parameters,
  at: boundedText(60, 'When to run: 2026-12-01T02:00.').optional(),
  ticket: z.string().max(100).optional(),
};
const request = boundedText(500, 'The request’s id, its short id, or the link of its card.');

/** Arguments of tools, with the checks that schemas show. Reading tools also accept their operations' parameters. */
export const toolArguments = {
  list_contexts: z.strictObject({}),
  // The schemas of the other tools list the possible ids.
  describe_changes: z.strictObject({ change: boundedText(60, 'One of them. Default: list all.').optional() }),
  plan_change: z.strictObject(change),
  propose_change: z.strictObject({
    ...change,
    reason: boundedText(
      500,
      'Why, for the people who decide, in at most 500 characters. It is shown to them as your words.',
    ),
    idempotency_key: boundedText(
      200,
      'The same key with the same arguments is the same request for 24 hours, however often it is sent.',
    ).optional(),
  }),
  get_request: z.strictObject({
    request,
    wait: z.boolean().default(true).describe('Wait up to 25 seconds for the next state.'),
    since: z.coerce
      .number<number>()
      .int()
      .optional()
      .describe('The plan’s revision that you know: the plan isn’t returned again, only what has become of it.'),
  }),
  cancel_request: z.strictObject({ request }),
  list_requests: z.strictObject({
    context,
    mine: z.boolean().default(false).describe('Only what this agent has proposed.'),
    ended: z.boolean().default(false).describe('Also those that ended in the last 24 hours.'),
    page: z.coerce.number<number>().int().min(1).default(1).describe('Which page, from 1.'),
    view: z.enum(['openings']).optional().describe('openings: the ports that are open for a limited time, instead.'),
  }),
  diagnose_component: z.strictObject({
    context,
    component: boundedText(200, 'The component: its name, alias or ID.'),
  }),
  reading: z.looseObject({ context }),
};

const wholeNumber = (min: number, max: number, description: string) =>
  z.coerce.number<number>().int().min(min).max(max).optional().describe(description);
/** Arguments of tools in addition to their operations' parameters. */
export const extraArguments = z.strictObject({
  image: z.boolean().optional().describe('Also return the chart as a PNG.'),
  points: wholeNumber(2, 200, 'Return so many points of each series, with their times.'),
  failed_only: z.boolean().optional().describe('Only events that failed, and trouble of pods.'),
  tail: wholeNumber(1, 40, 'Of a log: only so many of its last lines.'),
});
const extrasOf: Readonly<Record<string, readonly string[]>> = {
  read_monitoring: ['image', 'points'],
  list_events: ['failed_only', 'tail'],
};

export function extraNames(tool: string): readonly string[] {
  return extrasOf[tool] ?? [];
}

/** Returns the arguments as JSON Schema. `given`: properties of `parameters`; some clients refuse an empty object. */
export function argumentsSchema(
  schema: z.ZodObject,
  changes: readonly string[],
  given: Readonly<Record<string, JsonSchema>>,
) {
  const { properties, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
      if (zodSchema === changeId) jsonSchema.enum = [...changes];
      if (zodSchema !== parameters) return;
      delete jsonSchema.propertyNames;
      delete jsonSchema.additionalProperties;
      Object.assign(jsonSchema, { properties: given });
    },
  });
  return { properties, required };
}

const typeNames: Readonly<Record<string, string>> = {
  record: 'an object, such as {"component": "web"}',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
};

/** Parses a tool's arguments. @throws ToolError with one sentence per wrong argument */
export function parseArguments<T>(
  schema: z.ZodType<T> & { readonly shape: object },
  given: Readonly<Record<string, unknown>>,
): T {
  const parsed = schema.safeParse(plainArguments(schema.shape, given), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new ToolError(
    parsed.error.issues.slice(0, 10).map((issue) => {
      if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0] ?? '', Object.keys(schema.shape));
      const where = issue.path.map(String).join('.').slice(0, 100);
      if (issue.code === 'too_big') return `${where}: at most ${String(issue.maximum)} characters.`;
      if (issue.code !== 'invalid_type') return `${where}: it isn’t valid.`;
      return issue.input === undefined
        ? `${where} is missing.`
        : `${where}: use ${typeNames[issue.expected] ?? `a ${issue.expected}`}.`;
    }),
  );
}

/** Removes null arguments, because null means not given. Parses objects and booleans that are sent as JSON text. */
function plainArguments(shape: object, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const types = new Map<string, unknown>(Object.entries(shape));
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, plainValue(name, types.get(name), value)]));
}

function plainValue(name: string, type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (isBoolean(type)) return readJson(value.toLowerCase()) ?? value;
  const json = name === 'parameters' ? readJson(value) : undefined;
  return typeof json === 'object' && json !== null ? json : value;
}

function isBoolean(type: unknown): boolean {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return isBoolean(type.unwrap());
  return type instanceof z.ZodBoolean;
}
