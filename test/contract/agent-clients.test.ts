import { Ajv } from 'ajv';
import * as z from 'zod';
import { describeChange } from '../../src/mcp/change-tools.ts';
import { readClientMessage, toolsFor } from '../../src/mcp/mcp-server.ts';
import { parseArguments, toolArguments } from '../../src/mcp/tool/tool-arguments.ts';
import { readArguments } from '../../src/mcp/tool/tool-schema.ts';
import { changesOf } from '../../src/mcp/tool/tool-table.ts';
import { operations } from '../../src/operations/index.ts';

const dialects = ['console', 'document'] as const;
const tools = toolsFor('propose', operations, 'console');

/** Part of JSON Schema that the strictest clients accept: Gemini's API, LangChain's converter, draft-07. */
const Described = { description: z.string().optional(), default: z.unknown().optional() };
const StrictSchema: z.ZodType = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ ...Described, type: z.literal('string'), enum: z.array(z.string()).min(1).optional() }),
    z.strictObject({ ...Described, type: z.literal('boolean') }),
    z.strictObject({
      ...Described,
      type: z.literal('integer'),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
    }),
    z.strictObject({ ...Described, type: z.literal('array'), items: StrictSchema }),
    z.strictObject({
      ...Described,
      type: z.literal('object'),
      properties: z
        .record(z.string(), StrictSchema)
        .refine((properties) => Object.keys(properties).length > 0, 'an object without properties'),
      required: z.array(z.string()).optional(),
      additionalProperties: z.literal(false).optional(),
    }),
  ]),
);

describe('the list of tools', () => {
  test.each(tools)('$name has a schema that every client can convert', ({ inputSchema }) => {
    // Clients omit the schema of a tool without arguments, so check only other tools.
    if (Object.keys(inputSchema.properties ?? {}).length > 0) StrictSchema.parse(inputSchema);
    expect(inputSchema.type).toBe('object');
  });

  test.each(dialects)('takes at most 15 kB of a model’s context (%s)', (dialect) =>
    expect(JSON.stringify(toolsFor('propose', operations, dialect)).length).toBeLessThanOrEqual(15_000),
  );
});

describe.each(dialects)('what describe_changes shows for the %s', (dialect) => {
  const catalog = { operations, platform: { dialect: () => dialect } };
  test.each(changesOf(operations, dialect).map((change) => [change.id, change] as const))(
    '%s: each example fits the schema beside it, and is read as the command that it comes from',
    (id, { params }) => {
      const { parameters, examples } = describeChange(catalog, id);
      StrictSchema.parse({ ...parameters, properties: { any: { type: 'string' }, ...parameters.properties } });
      const validate = new Ajv({ strict: false }).compile(parameters);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        expect(validate(example)).toBe(true);
        expect(readArguments(params, example)).toHaveProperty('given');
      }
    },
  );
});

describe('what clients send', () => {
  const params = { name: 'list_contexts' };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };

  test.each([
    ['arguments that are null', { ...params, arguments: null }],
    ['_meta that is null', { ...params, _meta: null }],
    ['a cursor that is null', { ...params, cursor: null }],
    ['an argument that is null', { ...params, arguments: { context: null } }],
    ['a field of _meta that is null', { ...params, _meta: { progressToken: null } }],
  ])('%s is taken as not given', (_what, given) => {
    const parsed = readClientMessage({ ...message, params: given });
    expect(JSON.stringify(parsed)).not.toContain('null');
    expect(parsed).toMatchObject({ message });
  });

  test('arguments as JSON text are that object', () =>
    expect(readClientMessage({ ...message, params: { ...params, arguments: '{"a":1}' } })).toMatchObject({
      message: { params: { arguments: { a: 1 } } },
    }));

  test.each([
    [{}],
    [{ params: null }],
    [{ params: {} }],
    [{ params: { protocolVersion: null, capabilities: null, clientInfo: null } }],
  ])('initialize with %j names a version', (given) =>
    expect(readClientMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', ...given })).toMatchObject({
      message: { params: { protocolVersion: '2025-03-26', capabilities: {} } },
    }),
  );

  test.each([
    ['tools/call', undefined, 'params.name is missing'],
    ['tools/call', {}, 'params.name is missing'],
    ['tools/call', { name: 7 }, 'params.name: use a text'],
    ['tools/call', { name: 'x', arguments: 'web' }, 'params.arguments: use an object'],
    ['tools/call', { name: 'x', arguments: [] }, 'params.arguments: use an object'],
    ['tools/list', { cursor: 7 }, 'params.cursor: use a text'],
    ['tools/list', [], 'params: use an object'],
    ['tools/list', { _meta: 'x' }, 'params._meta: use an object'],
    ['initialize', { protocolVersion: 7 }, 'params.protocolVersion: use a text'],
    ['initialize', { clientInfo: {} }, 'params.clientInfo.name: use a text'],
  ])('%s with %j is an error in words', (method, given, says) => {
    const parsed = readClientMessage({ jsonrpc: '2.0', id: 1, method, params: given });
    expect(parsed).toEqual({ says: expect.stringContaining(says) });
  });

  test('parameters, lists, true and false as JSON text, and null', () => {
    const given = { change: 'port.open', parameters: '{"component":"web","port":8080}', context: null, channel: null };
    expect(parseArguments(toolArguments.plan_change, given)).toEqual({
      change: 'port.open',
      parameters: { component: 'web', port: 8080 },
    });
    expect(parseArguments(toolArguments.get_request, { request: 'true', wait: 'False', since: '2' })).toEqual({
      ...{ request: 'true', wait: false, since: 2 },
    });
    expect(() => parseArguments(toolArguments.get_request, { request: 'x', wait: 'maybe' })).toThrow('true or false');
    const [restart] = changesOf(operations, 'console').filter(({ id }) => id === 'component.restart');
    expect(readArguments(restart?.params ?? {}, { component: '["web", "api"]' })).toEqual({
      given: { component: ['web', 'api'] },
    });
  });

  test.each([
    [{ change: 'port.open', parameters: 'web 8080' }, 'parameters: use an object, such as {'],
    [{ change: 'port.open', parameters: ['web'] }, 'parameters: use an object, such as {'],
    [{ change: 'port.open', parameters: '"web"' }, 'parameters: use an object, such as {'],
    [{ change: 'port.open' }, 'parameters is missing'],
    [{ change: 7, parameters: {} }, 'change: use a text'],
  ])('%j is told in a sentence with an example', (given, says) =>
    expect(() => parseArguments(toolArguments.plan_change, given)).toThrow(says),
  );
});
