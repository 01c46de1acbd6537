import * as z from 'zod';
import type { Plan } from '../../core/request/plan.ts';

const Pair = z.object({ key: z.string(), value: z.string() });
/** Extensions of either dialect: pairs, or texts such as `lb-type:round-robin`. */
const Extensions = z.array(z.union([z.string(), Pair.transform(({ key, value }) => `${key}:${value}`)])).default([]);

const RequestedHttp = z.object({
  certificate_id: z.number().default(0),
  domain_path: z.string().default('/'),
  domain_cookie: z.string().default(''),
  domain_header: z.string().default(''),
  the_weight: z.number().default(100),
  rule_extensions: Extensions,
  auto_ssl: z.boolean().default(false),
  configuration: z.record(z.string(), z.unknown()).default({}),
});

const RequestedTcp = z.object({
  end_point: z.string(),
  default_port: z.number(),
  default_ip: z.string().default(''),
  rule_extensions: Extensions,
});

/** Settings of the new HTTP rule in a call, with the platform's default values (docs/platform.md#http-rules). */
export type RequestedHttp = z.infer<typeof RequestedHttp>;
export type RequestedTcp = z.infer<typeof RequestedTcp>;

export interface RequestedRule {
  readonly http?: RequestedHttp;
  readonly tcp?: RequestedTcp;
  /** Whether the call is the console's HTTP rule call, not the documented one (docs/platform.md#single-http-rules). */
  readonly isConsoleCall: boolean;
}

/** Reads the new rule from the first step's call, exactly as it is sent. */
export function requestedRule(plan: Plan): RequestedRule {
  const call = plan.steps[0]?.call;
  const isConsoleCall = call?.operation === 'createHttpRule';
  const parts = z.object({ http: z.unknown(), tcp: z.unknown() }).partial().safeParse(call?.body).data;
  const http = RequestedHttp.safeParse(isConsoleCall ? call.body : parts?.http).data;
  const tcp = RequestedTcp.safeParse(parts?.tcp).data;
  return { ...(http ? { http } : {}), ...(tcp ? { tcp } : {}), isConsoleCall };
}
