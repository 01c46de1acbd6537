import type { Text } from '../text/text.ts';
import type { Fault, RawArgs } from './params.ts';

export interface Proposal {
  readonly label: Text;
  readonly operation: string;
  readonly given: RawArgs;
  /** The other values of the request that was refused stay. */
  readonly keeps?: true;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Longer label, for a button and a select. */
  readonly described?: Text;
  /** The form that the choice opens, instead of the same request with this value. */
  readonly form?: Omit<Proposal, 'label'>;
}

/** Every reason why a question can't be answered. Pure code returns problems; only the platform client throws. */
export type Problem =
  /** Arguments are missing or invalid: the modal opens, or a line shows the errors. */
  | { readonly problem: 'invalid'; readonly faults: readonly Fault[] }
  | {
      readonly problem: 'unknown-name';
      readonly param: string;
      readonly typed?: string;
      readonly why: Text;
      readonly nearest: readonly Choice[];
      /** No name is similar, so `nearest` lists existing names, possibly not all of them. */
      readonly others?: boolean;
      readonly more?: number;
    }
  | {
      readonly problem: 'ambiguous';
      readonly param: string;
      readonly typed?: string;
      readonly why: Text;
      readonly choices: readonly Choice[];
    }
  /** The request is impossible or not allowed. `why` also says how to proceed. */
  | {
      readonly problem: 'refused';
      readonly why: Text;
      /** Another value of this parameter helps, so a form shows the reason at its input. */
      readonly param?: string;
      readonly offers?: readonly Proposal[];
      /** Refused because some data couldn't be read at the moment; retrying may help. */
      readonly canRetry?: true;
      /** Locks that the change would need. If another request holds one, that request explains the refusal better. */
      readonly locks?: readonly string[];
    }
  | { readonly problem: 'no-context' }
  | {
      readonly problem: 'platform';
      readonly why: Text;
      readonly canRetry: boolean;
      readonly reference?: string;
      /** Whether the platform didn't answer at all. */
      readonly isSilent?: true | undefined;
      readonly offers?: readonly Proposal[];
    }
  /** A bug in Portolan, logged with this reference. */
  | { readonly problem: 'bug'; readonly reference: string };

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value && typeof value.problem === 'string';
}

export function refused(why: Text, offers: readonly Proposal[] = [], param?: string): Problem {
  return { problem: 'refused', why, offers, param };
}

/** Returns the problem for a denied action. Offers "Try again" if the denial comes from a failed read. */
export function notAllowed({ refusal, canRetry }: { readonly refusal: Text; readonly canRetry?: true }): Problem {
  return { problem: 'refused', why: refusal, canRetry };
}

export function invalid(param: string, why: Text): Problem {
  return { problem: 'invalid', faults: [{ param, why }] };
}
