import {
  ok,
  optional,
  type Param,
  type RawArgs,
  type Read,
  required,
  several,
  withDefault,
  wrong,
} from '../../core/command/params.ts';
import { narrow } from '../../core/narrow.ts';
import type { Plan } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { PORT_PROTOCOLS, type Port, type PortProtocol } from '../../platform/port/port-endpoints.ts';
import { sharedMsg } from './operation-messages.ts';

export interface SelectOption {
  /** Value of the parameter. If the value ends with `/`, the number that was typed is added. */
  readonly value: string;
  readonly label: Text;
  readonly names: readonly string[];
}

const knownProtocols = PORT_PROTOCOLS.join(', ');

/** Component by id, alias, display name or in-cluster name. `web:8080` also sets the port. */
export const component = required<string>(sharedMsg.component(), sharedMsg.componentMissing(), ok, {
  input: 'external',
  source: 'components',
  hint: sharedMsg.componentHint(),
  aliases: ['service', 'service_id'],
  splits: splitPort,
});

export const componentSources: readonly (string | undefined)[] = ['components', 'scalable'];

/** @param hint text that explains an empty value */
export function componentsParam(hint: Text): Param<readonly string[]> {
  return several<string>(sharedMsg.components(), ok, {
    input: 'external',
    source: 'components',
    hint,
    aliases: ['components', 'service'],
    commas: true,
  });
}

function splitPort(word: string): Readonly<Record<string, string>> | undefined {
  const parts = /^(.+):([\d０-９]{1,6}(?:\/[A-Za-z]+)?)$/.exec(word);
  return parts?.[1] && parts[2] ? { component: parts[1], port: narrow(parts[2]) } : undefined;
}

/** Parses an integer within bounds. Refuses a sign, because `+2` could mean a change by 2. */
export function readInteger(low: number, high: number): (typed: string) => Read<number> {
  return (typed) => {
    const digits = narrow(typed);
    const value = /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN;
    return value >= low && value <= high ? ok(value) : wrong(sharedMsg.numberWrong({ typed, low, high }));
  };
}

/** Accepts 1–65535, because the platform refuses other ports only after the call (docs/platform.md#adding-a-port). */
export function readPort(typed: string): Read<number> {
  const digits = narrow(typed);
  const value = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return value >= 1 && value <= 65_535 ? ok(value) : wrong(sharedMsg.portWrong({ typed }));
}

/** Existing port: `3478`, or `3478/udp` if the number isn't unique. */
const namedPort = /^([^/]*)(?:\/([A-Za-z]+))?$/;

function readNamedPort(typed: string): Read<number> {
  const parsed = readPort(namedPort.exec(typed)?.[1] ?? typed);
  return parsed.ok ? parsed : wrong(sharedMsg.portWrong({ typed }));
}

/** Returns a port's number, with its protocol if the number isn't unique. */
export function portWord(ports: readonly Port[], number: number): string {
  const [first, other] = ports.filter(({ containerPort }) => containerPort === number);
  return first && other ? portInFull(first) : String(number);
}

export function portInFull({ containerPort, protocol }: Pick<Port, 'containerPort' | 'protocol'>): string {
  return `${containerPort}/${protocol}`;
}

export const port = required<number>(sharedMsg.port(), sharedMsg.portMissing(), readNamedPort, {
  input: 'external',
  source: 'ports',
  dependsOn: ['component'],
  aliases: ['container_port'],
  isTypical: (word) => /^\d+$/.test(narrow(word)),
});

export const whichProtocol = {
  ...optional<string | undefined>(sharedMsg.protocol(), (typed) => ok(protocolSaid(typed)), { input: 'hidden' }),
  of: 'port',
};

function protocolSaid(typed: string | undefined = ''): string | undefined {
  return namedPort.exec(typed)?.[2]?.toLowerCase();
}

function readProtocol(typed: string): Read<PortProtocol> {
  const match = PORT_PROTOCOLS.find((protocol) => protocol === typed.toLowerCase());
  return match ? ok(match) : wrong(sharedMsg.protocolWrong({ typed, known: knownProtocols }));
}

const protocolOptions = PORT_PROTOCOLS.map((value) => ({ value, label: verbatim(value) }));

export const protocol: Param<PortProtocol> = required(
  sharedMsg.protocol(),
  sharedMsg.protocolMissing({ known: knownProtocols }),
  readProtocol,
  { input: 'select', options: protocolOptions },
);

/** The console's default is http (docs/platform.md#adding-a-port). */
export const protocolOrHttp: Param<PortProtocol> = withDefault<PortProtocol>(
  sharedMsg.protocol(),
  'http',
  readProtocol,
  {
    input: 'select',
    options: protocolOptions,
  },
);

export const team = optional<string>(sharedMsg.team(), ok, { hint: sharedMsg.teamHint(), advanced: true });

export const search = optional<string>(sharedMsg.search(), ok);
export const page = withDefault<number>(sharedMsg.page(), 1, readInteger(1, 100_000), { advanced: true });

export function plannedComponent({ component }: Plan): RawArgs {
  return { component: [component] };
}

export function portGiven(given: RawArgs): number | undefined {
  const parsed = readNamedPort(given.port?.[0] ?? '');
  return parsed.ok ? parsed.value : undefined;
}

export function portDetails(given: RawArgs): Readonly<Record<string, string>> {
  const number = portGiven(given);
  const protocol = protocolSaid(given.port?.[0]);
  return number === undefined ? {} : { port: protocol === undefined ? String(number) : `${number}/${protocol}` };
}
