import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { WebClient } from '@slack/web-api';
import * as z from 'zod';
import { enforcedBlockLimits, enforcedMessageLimits } from '../../playground/slack/check/enforced-limits.ts';
import { tierOf } from '../../playground/slack/check/rate-limits.ts';
import { maxPage } from '../../playground/slack/methods/method.ts';
import { isKnownError } from '../../src/slack/interaction/slack-errors.ts';

/**
 * `npm run check:slack-facts`: compares the facts about Slack with the installed typings, and prints the differences.
 * Run it after updates of the packages. Then correct docs/slack.md and the simulated Slack.
 */
const usage = `Usage: npm run check:slack-facts -- [--spec=<file>] [--tiers=<file>]
  --spec   the OpenAPI description of the Web API (slackapi/slack-api-specs): errors of the methods that are called
  --tiers  MethodsRateLimits.java (slackapi/java-slack-sdk): tiers of the methods that are called`;

const { values } = parseArgs({
  options: { spec: { type: 'string' }, tiers: { type: 'string' }, help: { type: 'boolean' } },
});
const require = createRequire(import.meta.url);
const differences: string[] = [];
let compared = 0;

function compare(what: string, ours: unknown, theirs: unknown): void {
  compared += 1;
  if (ours !== theirs) differences.push(`${what}: ${String(ours)} here, ${String(theirs)} there`);
}

const typings = (name: '@slack/types' | '@slack/web-api', path: string): string =>
  readFileSync(new URL(`${path}.d.ts`, `file://${require.resolve(name)}`), 'utf8').replace(/\n\s*\* ?/g, ' ');

const methods = Object.keys(tierOf).filter((name) => name !== 'api.test');

function compareMethods(): void {
  const client = new WebClient();
  for (const method of methods) {
    const member = method.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), client);
    compare(`method ${method}`, 'function', typeof member);
  }
  const upload = /interface FilesGetUploadURLExternalArguments[^}]*\}/.exec(
    typings('@slack/web-api', 'types/request/files'),
  );
  compare('argument alt_txt of files.getUploadURLExternal', true, upload?.[0].includes(' alt_txt?') ?? false);
}

type Limit = readonly [what: string, file: string, after: string, ours: number];
const [blocks, objects, elements] = ['block-kit/blocks', 'block-kit/composition-objects', 'block-kit/block-elements'];
const limits: readonly Limit[] = [
  ['block_id', blocks, 'interface Block {', enforcedBlockLimits.blockId],
  ['elements of actions', blocks, 'interface ActionsBlock', enforcedBlockLimits.actions],
  ['elements of context', blocks, 'interface ContextBlock', enforcedBlockLimits.contextElements],
  ['elements of context_actions', blocks, 'interface ContextActionsBlock', enforcedBlockLimits.contextActions],
  ['text of header', blocks, 'interface HeaderBlock', enforcedBlockLimits.header],
  ['label of input', blocks, 'interface InputBlock', enforcedBlockLimits.label],
  ['rows of table', blocks, 'interface TableBlock', enforcedBlockLimits.tableRows],
  ['title of confirmation', objects, 'interface Confirm {', enforcedBlockLimits.confirmTitle],
  ['value of option', objects, 'interface OptionDescriptor', enforcedBlockLimits.optionValue],
  ['text of button', elements, 'interface Button', enforcedBlockLimits.buttonText],
];

function compareLimits(): void {
  for (const [what, file, after, ours] of limits) {
    const [, rest = ''] = typings('@slack/types', file).split(after);
    const documented = /[Mm]ax(?:imum)?(?: length| number)?[^.]{0,60}?(\d[\d,]*)/.exec(rest)?.[1];
    compare(`limit of ${what}`, ours, Number(documented?.replace(',', '')));
  }
  const page = /max value of `(\d+)`/.exec(typings('@slack/web-api', 'types/request/common'))?.[1];
  compare('limit of a page', maxPage, Number(page));
}

const Spec = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z
          .object({
            default: z.object({
              schema: z.object({ properties: z.object({ error: z.object({ enum: z.array(z.string()) }) }) }),
            }),
          })
          .partial()
          .catch({}),
      }),
    ),
  ),
});

function compareErrors(file: string): void {
  const { paths } = Spec.parse(JSON.parse(readFileSync(file, 'utf8')));
  const unknown = new Map<string, string[]>();
  for (const method of methods) {
    const described = Object.values(paths[`/${method}`] ?? {});
    if (described.length === 0) differences.push(`method ${method}: not described there`);
    for (const code of described.flatMap(({ responses }) => responses.default?.schema.properties.error.enum ?? [])) {
      compared += 1;
      if (!isKnownError(code)) unknown.set(code, [...(unknown.get(code) ?? []), method]);
    }
  }
  for (const [code, of] of unknown) differences.push(`error ${code}: not in our table (${of.join(', ')})`);
}

function compareTiers(file: string): void {
  const text = readFileSync(file, 'utf8');
  const named = (method: string) =>
    method
      .replace(/([A-Z]+)/g, '_$1')
      .replaceAll('.', '_')
      .toUpperCase();
  for (const [method, tier] of Object.entries(tierOf)) {
    const documented = new RegExp(`setRateLimitTier\\(${named(method)}, Tier(\\d)\\)`).exec(text)?.[1];
    compare(`tier of ${method}`, tier, Number(documented));
  }
}

if (values.help) process.stdout.write(`${usage}\n`);
else {
  compareMethods();
  compareLimits();
  compare('blocks of a message', 50, enforcedMessageLimits.blocks);
  if (values.spec !== undefined) compareErrors(values.spec);
  if (values.tiers !== undefined) compareTiers(values.tiers);
  const lines = differences.map((line) => `differs: ${line}\n`).join('');
  process.stdout.write(`${lines}${compared} facts compared, ${differences.length} differ.\n`);
}
