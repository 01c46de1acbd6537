import type { Text } from '../text/text.ts';
import { commandMsg } from './command-messages.ts';

/**
 * The arguments that were given for each parameter, as text: from typed words, a modal's fields or a button. It is
 * what a request keeps, and reading it again gives the same values.
 */
export type RawArgs = Readonly<Record<string, readonly string[]>>;

/** What is wrong with one parameter; `param` is also the modal's block. */
export interface Fault {
  readonly param: string;
  readonly why: Text;
  /** Nothing is wrong, something just wasn't given yet: a form that opens says nothing of it. */
  readonly missing?: true;
}

/** A value, or why the text isn't one. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Text };

/**
 * One parameter of an operation. Parsing, help, the modal and its validation derive from it; its name in the
 * operation's `params` is the typed key, the modal's block id and the JSON key.
 */
export interface Param<T> {
  readonly label: Text;
  readonly hint?: Text;
  /** What a platform whose API is of that dialect does with it, such as ignoring it: forms say it below the input. */
  readonly notes?: { readonly console?: Text; readonly document?: Text };
  readonly placeholder?: Text;
  /** How the modal asks for it. `typed`: not at all, since it asks for the same with other inputs. */
  readonly input: 'text' | 'long-text' | 'select' | 'checkbox' | 'external' | 'list' | 'typed' | 'hidden';
  /** `select`: what can be chosen. */
  readonly options?: readonly { readonly value: string; readonly label: Text }[];
  /** `external`: the name of the source of its options, and the parameters that these depend on. */
  readonly source?: string;
  readonly dependsOn?: readonly string[];
  /**
   * Bare words that mean a value of this parameter wherever they stand (`outer`, `1h`), or only as the `last` (`me`).
   */
  readonly keyword?: (word: string, last: boolean) => string | undefined;
  /** Words that may stand apart from its number: `cpu=2 cores`. */
  readonly units?: RegExp;
  /** Other keys that people and the interface use for it. */
  readonly aliases?: readonly string[];
  /** Stands in the modal's Advanced part. */
  readonly advanced?: boolean;
  /** May be given several times. */
  readonly repeats?: boolean;
  /** Several may stand in one word, with commas between: `item=a,b`. */
  readonly commas?: boolean;
  /** The value that holds when nothing is given, as it is typed: forms begin with it, help names it. */
  readonly fallback?: string;
  /** What a form begins with where nothing was given: a typed command without it keeps its meaning. */
  readonly suggested?: (form: Suggesting) => string | undefined;
  /**
   * How a form asks for it, as follows from what is given so far; undefined if it doesn't. With `dependsOn`, it is drawn
   * again whenever that changes.
   */
  readonly inForm?: (given: RawArgs, isAdvanced: boolean) => FormLook | undefined;
  /** How a form writes one of its values, where that says more than what is typed. */
  readonly shown?: (value: string) => Text;
  /** Takes people and groups of Slack, by their ids: what is typed as `@name` has to arrive as one. */
  readonly people?: true;
  readonly required: boolean;
  /** The parameter whose words this one is read from: it is a part of what they say. */
  readonly of?: string;
  /** Splits one typed word into several parameters (`8080/udp`, `shop.test/cart`). */
  readonly splits?: (word: string) => Readonly<Record<string, string>> | undefined;
  /** Reads what was given; an empty list means nothing was given and the parameter is optional. */
  readonly read: (given: readonly string[]) => Read<T>;
}

/** What of a parameter's input a form may show in another way. */
export type FormLook = Partial<Pick<Param<unknown>, 'label' | 'hint' | 'required' | 'advanced'>>;

/** What a form's first choices follow from. */
export interface Suggesting {
  readonly given: RawArgs;
  /** The longest time for which the person may open something, in ms; absent where they may not be able to. */
  readonly longestAccess?: number;
}

/** Whether a modal has an input for it. */
export function isInForms({ input }: Pick<Param<unknown>, 'input'>): boolean {
  return input !== 'hidden' && input !== 'typed';
}

/** The parameters that a form asks for now, as it asks for them. */
export function askedInForm(params: Params, given: RawArgs, isAdvanced: boolean): readonly [string, Param<unknown>][] {
  return Object.entries(params).flatMap(([name, param]): [string, Param<unknown>][] => {
    const look = param.inForm ? param.inForm(given, isAdvanced) : {};
    const asked = look && { ...param, ...look };
    return asked && isInForms(asked) && (!asked.advanced || isAdvanced) ? [[name, asked]] : [];
  });
}

export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values of an operation's parameters after reading. */
export type Args<P extends Params> = {
  readonly [K in keyof P as P[K] extends PartOfAnother ? never : K]: P[K] extends Param<infer T> ? T : never;
} & { readonly [K in keyof P as P[K] extends PartOfAnother ? K : never]?: P[K] extends Param<infer T> ? T : never };

/** A parameter that is read from another one’s words: absent where nothing more was said. */
export interface PartOfAnother {
  readonly of: string;
}

export function ok<T>(value: T): Read<T> {
  return { ok: true, value };
}

export function wrong(why: Text): { readonly ok: false; readonly why: Text } {
  return { ok: false, why };
}

type ParamOptions = Partial<Omit<Param<unknown>, 'label' | 'required' | 'read'>>;

/** A parameter that must be given once. `missing` is the message when it wasn't. */
export function required<T>(
  label: Text,
  missing: Text,
  read: (text: string) => Read<T>,
  look: ParamOptions = {},
): Param<T> & { readonly required: true } {
  return { ...paramOfOne(label, read, wrong(missing), look), required: true };
}

/** A parameter that may be left out; then its value is undefined. */
export function optional<T>(
  label: Text,
  read: (text: string) => Read<T>,
  look: ParamOptions = {},
): Param<T | undefined> {
  return paramOfOne<T | undefined>(label, read, ok(undefined), look);
}

/** A parameter with a value of its own when nothing was given. */
export function withDefault<T>(
  label: Text,
  fallback: T,
  read: (text: string) => Read<T>,
  look: ParamOptions = {},
): Param<T> {
  const typed = typeof fallback === 'string' || typeof fallback === 'number' ? { fallback: String(fallback) } : {};
  return paramOfOne(label, read, ok(fallback), { ...typed, ...look });
}

function paramOfOne<T>(label: Text, read: (text: string) => Read<T>, absent: Read<T>, look: ParamOptions): Param<T> {
  return {
    input: 'text',
    ...look,
    label,
    required: false,
    read: (given) => (given[0]?.trim() ? read(given[0].trim()) : absent),
  };
}

/** A parameter that may be given any number of times. */
export function several<T>(label: Text, read: (text: string) => Read<T>, look: ParamOptions = {}): Param<readonly T[]> {
  return {
    input: 'list',
    repeats: true,
    ...look,
    label,
    required: false,
    read(given) {
      const values: T[] = [];
      for (const text of given) {
        if (!text.trim()) continue;
        const one = read(text.trim());
        if (!one.ok) return one;
        values.push(one.value);
      }
      return ok(values);
    },
  };
}

/** A yes or no; the bare word given here means yes. */
export function flag(label: Text, word: string, look: ParamOptions = {}): Param<boolean> {
  const no = new Set(['', 'no', 'false', 'off', '0']);
  return {
    input: 'checkbox',
    keyword: (typed) => (typed.toLowerCase() === word ? 'yes' : undefined),
    ...look,
    label,
    required: false,
    read: (given) => ok(given.length > 0 && !no.has((given[0] ?? '').trim().toLowerCase())),
  };
}

/** Reads all parameters of an operation: the values, or every fault at once. */
export function readAll<P extends Params>(
  params: P,
  given: RawArgs,
): { readonly args: Args<P> } | { readonly faults: readonly Fault[] } {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, param] of Object.entries(params)) {
    const own = given[name] ?? [];
    // An empty value is never the default: of `for=` that would be no limit. What is required says itself that it is
    // missing.
    const isEmpty = !param.required && own.some((text) => text.trim() === '');
    const read = isEmpty ? wrong(commandMsg.emptyValue({ key: name })) : param.read(given[param.of ?? name] ?? []);
    if (read.ok) values[name] = read.value;
    else faults.push({ param: name, why: read.why });
  }
  return faults.length > 0 ? { faults } : { args: values as Args<P> };
}
