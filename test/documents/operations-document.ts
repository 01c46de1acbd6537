import { type Param, readAll } from '../../src/core/command/params.ts';
import type { OperationSpec } from '../../src/core/operation.ts';
import { evidenceDelay } from '../../src/core/request/finish-request.ts';
import { plain, type Text } from '../../src/core/text/text.ts';
import { commandSummaries } from '../../src/operations/command-summary-messages.ts';
import { commands } from '../../src/operations/commands.ts';
import type { Operation } from '../../src/operations/shared/define.ts';
import { readCommand } from './slash-commands.ts';

/** `docs/operations.md`: every command with its parameters, made from the operations. Written by `npm run docs`. */
export function operationsDocument(operations: readonly Operation[]): string {
  const sections = commands.map((command) => {
    const ours = operations.filter((operation) => operation.command === command);
    return [
      `## /${command} commands`,
      `${escapeMarkdown(say(commandSummaries[command]))}.`,
      ...ours.map(operationSection),
    ].join('\n\n');
  });
  return `${[introduction, overview(operations), ...sections].join('\n\n')}\n`;
}

const introduction = `# Commands

<!-- Written by \`npm run docs\` from the operations in src/operations. Change it there. -->

Every command of Portolan, with its parameters. In Slack, \`/portolan help port\` shows the same for one command, and
\`/portolan help\` lists what is available to you.

- Each command also works after \`/portolan\` and after a mention of the bot, for example
  \`@portolan port list web\` in a thread. Slack doesn't run slash commands in threads.
- Your workspace may use a prefix, such as \`/rb-port\`. It is set with \`COMMAND_PREFIX\`.
- A parameter is given in its place, as \`name=value\`, or as \`--name value\`. Quotes keep words together.
- *Word 1* in a table below means: the first word after the command, without a name.
- \`web:8080\` means component \`web\`, port \`8080\`.
- A component is given by its name, its alias, its id or its name in the cluster.
- \`in=shop\` or \`in=team/region/app\` chooses the context of one command: a team, a region and an app. Without it, the
  context of the channel applies, then yours, then \`PLATFORM_CONTEXT\`.
- A change takes \`reason="…"\`. The reason is shown on the card and in the audit log.
- If something is missing or invalid, Portolan opens the form of that command with everything it recognized.

A **question** only reads. A **setting** changes Portolan's own settings. A **change** is planned, shown on a card and
decided by the [policy](policy.md). Its *risk* is what the policy's rules look at.`;

function overview(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const name = nameOf(operation);
    return `| [\`${name}\`](#${name.slice(1).replaceAll(' ', '-')}) | ${cell(say(operation.summary))} | ${kindText(operation)} |`;
  });
  return ['| Command | What it does | Kind |', '|---|---|---|', ...rows].join('\n');
}

function operationSection(operation: Operation): string {
  const shown = Object.entries(operation.params).filter(([, param]) => param.input !== 'hidden');
  const parts = [
    `### ${nameOf(operation)}`,
    `${escapeMarkdown(say(operation.summary))}. ${capital(kindText(operation))}.${otherWords(operation)}${dialectNote(operation)}${evidenceNote(operation)}`,
    ['```text', ...operation.examples.map((example) => `/${example}`), '```'].join('\n'),
  ];
  if (shown.length > 0) {
    const rows = shown.map(([name, param]) => parameterRow(operation, name, param));
    parts.push(['| Parameter | Meaning | Values | Default |', '|---|---|---|---|', ...rows].join('\n'));
  }
  return parts.join('\n\n');
}

/** The command with the words that select the operation: the longest, as help shows it. */
function nameOf({ command, keywords }: OperationSpec): string {
  const [words = []] = [...keywords].sort((a, b) => b.length - a.length);
  return [`/${command}`, ...words].join(' ');
}

function otherWords(operation: OperationSpec): string {
  const others = operation.keywords
    .map((words) => [`/${operation.command}`, ...words].join(' '))
    .filter((name) => name !== nameOf(operation));
  return others.length === 0 ? '' : ` Also typed as ${others.map((name) => `\`${name}\``).join(', ')}.`;
}

function dialectNote({ dialects }: OperationSpec): string {
  return dialects && !dialects.includes('document') ? " Needs the console's API (`PLATFORM_DIALECT`)." : '';
}

function evidenceNote(operation: Operation): string {
  if (operation.kind !== 'change' || operation.evidence !== 'before-and-after') return '';
  const minutes = evidenceDelay / 60_000;
  return ` ${minutes} minutes after it is done, a chart of the time before and after is posted in the thread of its card.`;
}

function kindText(operation: Operation): string {
  if (operation.kind !== 'change') return operation.kind;
  const risks = new Set(
    operation.examples.flatMap((example) => {
      const meant = readCommand(`/${example}`);
      const read = meant && readAll(operation.params, meant.request.given);
      return read && 'args' in read ? [operation.risk(read.args)] : [];
    }),
  );
  if (operation.leastRisk) risks.add(operation.leastRisk);
  return `change, risk ${[...risks].map((risk) => `\`${risk}\``).join(' or ')}`;
}

function parameterRow(operation: OperationSpec, name: string, param: Param<unknown>): string {
  const also = param.aliases?.length ? `, also ${param.aliases.map((alias) => `\`${alias}\``).join(', ')}` : '';
  const at = operation.order.indexOf(name);
  const place = at < 0 ? '' : `, word ${at + 1}`;
  const label = cell(say(param.label));
  const more = [
    ...(param.hint ? [cell(sentence(say(param.hint)))] : []),
    ...(param.repeats ? ['Can be repeated.'] : []),
  ];
  const meaning = more.length === 0 ? label : `**${label}.** ${more.join(' ')}`;
  return `| \`${name}\`${also}${place} | ${meaning} | ${valuesOf(param)} | ${defaultOf(param)} |`;
}

function valuesOf(param: Param<unknown>): string {
  if (param.options) return param.options.map(({ value }) => `\`${value}\``).join(', ');
  if (param.input === 'checkbox') return '`yes`, `no`';
  return param.placeholder ? `such as ${cell(say(param.placeholder))}` : '';
}

/** What applies where nothing is given, as far as it is one word. */
function defaultOf(param: Param<unknown>): string {
  if (param.required) return 'required';
  const { value } = { value: undefined, ...param.read([]) };
  if (value === false) return '`no`';
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : '';
}

function say(text: Text): string {
  return plain(text, 'en').trim();
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function cell(text: string): string {
  return escapeMarkdown(text).replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** Text that Markdown shows as it is; what stands in backticks is left alone. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[*_<>[\]]/g, '\\$&')))
    .join('');
}
