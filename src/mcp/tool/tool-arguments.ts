import * as z from 'zod';
import { ToolError } from './tool-error.ts';
import { unknownField } from './tool-schema.ts';

const boundedText = (most: number, description: string) => z.string().min(1).max(most).describe(description);

const context = boundedText(
  300,
  'The application: a name from list_contexts, or team/region/app. Default: the only one.',
).optional();
const changeId = boundedText(60, 'Which change: see describe_changes.');
const parameters = z
  .record(z.string().max(100), z.unknown())
  .describe('Its parameters, as describe_changes has their schema.');
const change = {
  context,
  channel: boundedText(
    40,
    'The ID of the Slack channel, as in list_contexts, where several channels have this context.',
  ).optional(),
  change: changeId,
  parameters,
};
const request = boundedText(64, 'The id of the request, as propose_change returned it.');

/**
 * The arguments of tools: agents are told what is checked, but for how long a parameter's name may be. Tools that read
 * take those of their operations too.
 */
export const toolArguments = {
  list_contexts: z.strictObject({}),
  describe_changes: z.strictObject({ change: changeId.optional() }),
  plan_change: z.strictObject(change),
  propose_change: z.strictObject({
    ...change,
    reason: boundedText(500, 'Why, for the people who decide. It is shown to them as your words.'),
    idempotency_key: boundedText(
      200,
      'The same key with the same arguments is the same request for 24 hours, however often it is sent.',
    ).optional(),
  }),
  get_request: z.strictObject({
    request,
    wait: z.boolean().default(true).describe('Wait up to 25 seconds for the next state.'),
  }),
  cancel_request: z.strictObject({ request }),
  reading: z.looseObject({ context }),
};

/** The arguments as JSON Schema. @param changes the ids of the changes that can be named */
export function argumentsSchema(schema: z.ZodObject, changes: readonly string[]) {
  const { properties, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === changeId) jsonSchema.enum = [...changes];
      // Each change has a schema of its own.
      if (zodSchema === parameters) {
        delete jsonSchema.propertyNames;
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return { properties, required };
}

/** The arguments as a tool takes them. @throws ToolError that says what is wrong with which */
export function parseArguments<T>(schema: z.ZodType<T> & { readonly shape: object }, given: unknown): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ToolError(
    ...read.error.issues.slice(0, 10).map((issue) => {
      if (issue.code === 'unrecognized_keys') return unknownField(issue.keys[0] ?? '', Object.keys(schema.shape));
      const where = issue.path.map(String).join('.').slice(0, 100);
      if (issue.code === 'too_big') return `${where}: at most ${String(issue.maximum)} characters.`;
      return `${where}: ${issue.code === 'invalid_type' ? `it has to be a ${issue.expected}` : 'it isn’t valid'}.`;
    }),
  );
}
