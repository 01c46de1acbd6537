import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { unknownName } from '../../core/command/resolve.ts';
import type { Ask } from '../../core/operation.ts';
import { interrupts, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Certificate } from '../../platform/certificate/certificate-reply.ts';
import { covers } from '../shared/access/certificate-names.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import type { Reads } from '../shared/define.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { certificateMsg } from './certificate-messages.ts';
import { gatherForRule } from './gateway-state.ts';

export interface HttpRuleFacts extends ComponentFacts {
  /** Certificates of the team, if the rule needs one and the platform lists them. */
  readonly certificates?: readonly Certificate[];
  readonly unreadable?: number;
}

/**
 * Reads the facts for an HTTP rule. Only the team's certificates are accepted, because a console would take any team's
 * certificate and send its key (docs/platform.md#single-http-rules).
 * @throws PlatformError if neither the rules nor the component's addresses can be read
 */
export async function gatherForHttpRule(
  args: { readonly component: string; readonly certificate_id: number | undefined },
  ask: Ask,
  reads: Reads,
): Promise<HttpRuleFacts | Problem> {
  const facts = await gatherForRule(args.component, ask, reads);
  if (isProblem(facts) || facts.dialect === 'document' || !args.certificate_id) return facts;
  // Certificates are optional, because the read after the call must work without them. Only the plan needs them.
  const list = await orUndefined(reads.platform.listCertificates(ask.context));
  return { ...facts, ...list };
}

export function refuseCertificate(
  id: number | undefined,
  { certificates, unreadable = 0, dialect }: HttpRuleFacts,
  { context }: Ask,
): Problem | undefined {
  if (!id) return undefined;
  if (!certificates)
    return dialect === 'console'
      ? { problem: 'refused', why: certificateMsg.unread({ id }), canRetry: true }
      : undefined;
  if (certificates.some((each) => each.id === id)) return undefined;
  if (unreadable > 0) return refused(certificateMsg.unreadable({ id }));
  const why = certificateMsg.unknown({ id, team: context.team });
  return unknownName({ param: 'certificate_id', typed: String(id), why }, [], certificates, (each) => ({
    value: String(each.id),
    label: certificateLabel(each),
  }));
}

function certificateLabel({ alias, id }: Certificate): string {
  return alias ? `${alias} (#${id})` : `#${id}`;
}

function chosen(id: number | undefined, { certificates }: HttpRuleFacts): Certificate | undefined {
  return certificates?.find((each) => each.id === id);
}

/** Returns undefined if no certificate was chosen, or its alias is unknown. */
export function certificateName(id: number | undefined, facts: HttpRuleFacts): Text | undefined {
  const certificate = chosen(id, facts);
  return certificate && verbatim(certificateLabel(certificate));
}

/** @param now epoch ms */
export function certificateWarnings(
  id: number | undefined,
  domain: string,
  facts: HttpRuleFacts,
  now: number,
): readonly Warning[] {
  const info = chosen(id, facts);
  if (!info) return [];
  const certificate = certificateLabel(info);
  const isOver = info.hasExpired === true || (info.expiresAt !== undefined && info.expiresAt <= now);
  const names = join(info.issuedTo.slice(0, 5).map(verbatim), ', ');
  return [
    ...(isOver ? [interrupts(certificateMsg.expired({ certificate }))] : []),
    // For a single subject alternative name, the console may report another name (docs/platform.md#certificates).
    ...(info.issuedTo.length > 1 && !covers(info.issuedTo, domain)
      ? [interrupts(certificateMsg.otherNames({ certificate, domain, names }))]
      : []),
  ];
}

export function certificateOption({ id, alias, issuedTo }: Certificate): Text {
  if (issuedTo.length === 0) return alias ? certificateMsg.named({ alias, id }) : verbatim(`#${id}`);
  const names = join(issuedTo.slice(0, 2).map(verbatim), ', ');
  return certificateMsg.option({ alias: alias ?? '', id, names });
}

export function noCertificate(): Text {
  return certificateMsg.none();
}
