import type { Text } from '../text/text.ts';
import { commandMsg } from './command-messages.ts';

/** Arguments of each parameter as text. Requests store this text; parsing it again gives the same values. */
export type RawArgs = Readonly<Record<string, readonly string[]>>;

/** An error in one parameter; `param` is also the modal's block id. */
export interface Fault {
  readonly param: string;
  readonly why: Text;
  /** The value is missing, not wrong. A form that was just opened doesn't show this error. */
  readonly missing?: true;
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: Text };

/** One parameter of an operation. Parsing, help and the modal derive from it. Its key in `params` is the block id. */
export interface Param<T> {
  readonly label: Text;
  readonly hint?: Text;
  /** Notes about platforms with this API dialect, such as that they ignore the parameter. Shown below the input. */
  readonly notes?: { readonly console?: Text; readonly document?: Text };
  readonly placeholder?: Text;
  /** Input type in the modal. `typed`: the modal has no input, because other inputs cover the same value. */
  readonly input: 'text' | 'long-text' | 'select' | 'checkbox' | 'external' | 'list' | 'typed' | 'hidden';
  readonly options?: readonly { readonly value: string; readonly label: Text }[];
  /** For `external`: the name of the source of its options. `dependsOn`: the parameters that the options depend on. */
  readonly source?: string;
  readonly dependsOn?: readonly string[];
  /** Whether a changed value redraws the form, because hints of other inputs are about it. */
  readonly redraws?: true;
  /** Returns the value of a word without a key: allowed anywhere (`outer`, `1h`), or only as the `last` word (`me`). */
  readonly keyword?: (word: string, last: boolean) => string | undefined;
  /** Checks whether a word looks like a value, to find the argument that a word is meant for. */
  readonly isTypical?: (word: string) => boolean;
  /** Units that may follow the parameter's number after a space: `cpu=2 cores`. */
  readonly units?: RegExp;
  readonly aliases?: readonly string[];
  readonly advanced?: boolean;
  readonly repeats?: boolean;
  /** One word may hold several values, separated by commas: `item=a,b`. */
  readonly commas?: boolean;
  /** Default value as typed text. Forms start with it, and help shows it. */
  readonly fallback?: string;
  /** Meaning of an omitted value, if there is no default value. */
  readonly unset?: Text;
  /** Initial value in forms only; doesn't apply to typed commands. */
  readonly suggested?: (form: Suggesting) => string | undefined;
  /** Returns how a form asks for the value, or undefined to hide it. A changed `dependsOn` value redraws the form. */
  readonly inForm?: (given: RawArgs, isAdvanced: boolean) => FormLook | undefined;
  /** How a form displays one of the parameter's values, if that differs from the typed text. */
  readonly shown?: (value: string) => Text;
  /** Its values are ids of Slack users and groups. A typed `@name` must be converted to an id. */
  readonly people?: true;
  readonly required: boolean;
  /** Name of another parameter: this parameter's value is parsed from the arguments of that one. */
  readonly of?: string;
  /** Splits one typed word into the values of several parameters (`8080/udp`, `shop.test/cart`). */
  readonly splits?: (word: string) => Readonly<Record<string, string>> | undefined;
  /** Parses the arguments. An empty list means that an optional parameter wasn't given. */
  readonly read: (given: readonly string[]) => Read<T>;
}

export type FormLook = Partial<Pick<Param<unknown>, 'label' | 'hint' | 'required' | 'advanced'>>;

export interface Suggesting {
  readonly given: RawArgs;
  /** Maximum duration of external access, in ms; set only if every full member of the channel may open it. */
  readonly longestAccess?: number;
}

export function isInForms({ input }: Pick<Param<unknown>, 'input'>): boolean {
  return input !== 'hidden' && input !== 'typed';
}

export function askedInForm(params: Params, given: RawArgs, isAdvanced: boolean): readonly [string, Param<unknown>][] {
  return Object.entries(params).flatMap(([name, param]): [string, Param<unknown>][] => {
    const look = param.inForm ? param.inForm(given, isAdvanced) : {};
    const asked = look && { ...param, ...look };
    return asked && isInForms(asked) && (!asked.advanced || isAdvanced) ? [[name, asked]] : [];
  });
}

export type Params = Readonly<Record<string, Param<unknown>>>;

export type Args<P extends Params> = {
  readonly [K in keyof P as P[K] extends PartOfAnother ? never : K]: P[K] extends Param<infer T> ? T : never;
} & { readonly [K in keyof P as P[K] extends PartOfAnother ? K : never]?: P[K] extends Param<infer T> ? T : never };

interface PartOfAnother {
  readonly of: string;
}

export function ok<T>(value: T): Read<T> {
  return { ok: true, value };
}

export function wrong(why: Text): { readonly ok: false; readonly why: Text } {
  return { ok: false, why };
}

type ParamOptions = Partial<Omit<Param<unknown>, 'label' | 'required' | 'read'>>;

/** A parameter that must be given, one time. `missing`: the error if it isn't given. */
export function required<T>(
  label: Text,
  missing: Text,
  read: (text: string) => Read<T>,
  look: ParamOptions = {},
): Param<T> & { readonly required: true } {
  return { ...paramOfOne(label, read, wrong(missing), look), required: true };
}

export function optional<T>(
  label: Text,
  read: (text: string) => Read<T>,
  look: ParamOptions = {},
): Param<T | undefined> {
  return paramOfOne<T | undefined>(label, read, ok(undefined), look);
}

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

export function readAll<P extends Params>(
  params: P,
  given: RawArgs,
): { readonly args: Args<P> } | { readonly faults: readonly Fault[] } {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const [name, param] of Object.entries(params)) {
    const own = given[name] ?? [];
    // An empty value is an error, not the default: `for=` must not mean "no limit". Required parameters have their own
    // message.
    const isEmpty = !param.required && own.some((text) => text.trim() === '');
    const parsed = isEmpty ? wrong(commandMsg.emptyValue({ key: name })) : param.read(given[param.of ?? name] ?? []);
    if (parsed.ok) values[name] = parsed.value;
    else faults.push({ param: name, why: parsed.why });
  }
  return faults.length > 0 ? { faults } : { args: values as Args<P> };
}

/** Parses an operation's arguments. Reports all faults at once: a wrong optional value doesn't hide the others' faults. */
export function readGiven<P extends Params>(
  { params, faults }: { readonly params: P; readonly faults?: (args: Args<P>) => readonly Fault[] },
  given: RawArgs,
): ReturnType<typeof readAll<P>> {
  const parsed = readAll(params, given);
  const wrongOnes = 'faults' in parsed ? parsed.faults : [];
  const names = new Set(wrongOnes.map(({ param }) => param));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  const others = wrongOnes.length === 0 ? parsed : readAll(params, rest);
  const more = 'faults' in others ? [] : (faults?.(others.args) ?? []);
  // If a value is wrong, a rule that misses it may be fulfilled.
  const all = wrongOnes.length === 0 ? more : [...wrongOnes, ...more.filter(({ missing }) => !missing)];
  return all.length > 0 ? { faults: all } : parsed;
}
