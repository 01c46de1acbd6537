import { isJson, listOf, objectOf, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import type { InputStates } from '../workspace/workspace.ts';

export type ServerTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonRecord;
};

const plain = (text: string, max: number) => ({ type: 'plain_text', text: text.slice(0, max) || '–', emoji: false });
const option = (value: string) => ({ text: plain(value, 75), value: value.slice(0, 75) });
const blockOf = (name: string) => `argument:${name}`;
const inputAction = 'argument';

/** Returns the form of a tool, with an input for each argument in its schema. Pure. */
export function formBlocks({ description, inputSchema }: ServerTool): readonly JsonRecord[] {
  const required = new Set(listOf(inputSchema.required));
  const inputs = Object.entries(objectOf(inputSchema.properties)).map(([name, given]) => {
    const property = objectOf(given);
    const hint = [stringOf(property.description), howToEnter(property)].filter((each) => each !== '').join(' ');
    return {
      type: 'input',
      block_id: blockOf(name),
      optional: !required.has(name),
      label: plain(name, 2_000),
      ...(hint === '' ? {} : { hint: plain(hint, 2_000) }),
      element: elementOf(property),
    };
  });
  return [{ type: 'context', elements: [plain(description, 2_000)] }, ...inputs];
}

function howToEnter({ type }: JsonRecord): string {
  if (type === 'array') return 'One on each line.';
  return type === 'object' ? 'As JSON.' : '';
}

function elementOf({ type, enum: choices }: JsonRecord): JsonRecord {
  const values = type === 'boolean' ? ['true', 'false'] : listOf(choices).map(String);
  if (values.length > 0)
    return {
      type: 'static_select',
      action_id: inputAction,
      placeholder: plain('Choose', 150),
      options: values.slice(0, 100).map(option),
    };
  const multiline = type === 'array' || type === 'object';
  return { type: 'plain_text_input', action_id: inputAction, multiline };
}

/** Returns the arguments entered into a tool's form, or the argument that can't be read. Pure. */
export function argumentsOf(tool: ServerTool, states: InputStates): JsonRecord | { readonly unreadable: string } {
  const entered: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(objectOf(tool.inputSchema.properties))) {
    const state = objectOf(states[blockOf(name)]?.[inputAction]);
    const text = stringOf(state.value, stringOf(objectOf(state.selected_option).value)).trim();
    if (text === '') continue;
    const { type } = objectOf(given);
    const value =
      type === 'array'
        ? text.split('\n').map((each) => each.trim())
        : type === 'object' || type === 'boolean'
          ? parseJson(text)
          : text;
    if (type === 'object' && !isJson(value)) return { unreadable: `${name} isn’t a JSON object.` };
    entered[name] = value;
  }
  return entered;
}
