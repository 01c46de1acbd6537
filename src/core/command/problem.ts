import type { Text } from '../text/text.ts';
import type { Fault, RawArgs } from './params.ts';

/** An operation that a button asks for, with what it is given. */
export interface Proposal {
  readonly label: Text;
  readonly operation: string;
  readonly given: RawArgs;
}

/** One of several things that a name may mean. */
export interface Choice {
  /** What goes into the parameter: unique, such as an id or alias. */
  readonly value: string;
  /** What people read. */
  readonly label: string;
}

/**
 * Every reason for which a question has no answer. Pure code returns problems; only the platform client
 * throws.
 */
export type Problem =
  /** The words themselves are missing something or wrong: the modal opens, or one line says so. */
  | { readonly problem: 'invalid'; readonly faults: readonly Fault[] }
  /** A name that the platform does not know: the nearest names are offered. */
  | {
      readonly problem: 'unknown-name';
      readonly param: string;
      /** What was typed, where the parameter may hold several. */
      readonly typed?: string;
      readonly why: Text;
      /** The nearest first. */
      readonly nearest: readonly Choice[];
      /** Nothing comes near: `nearest` are those that there are, or some of them. */
      readonly others?: boolean;
      /** How many more there are. */
      readonly more?: number;
    }
  /** A name that several things share. */
  | {
      readonly problem: 'ambiguous';
      readonly param: string;
      readonly typed?: string;
      readonly why: Text;
      readonly choices: readonly Choice[];
    }
  /** It cannot or may not be done; what to do instead. */
  | {
      readonly problem: 'refused';
      readonly why: Text;
      readonly offers?: readonly Proposal[];
      /** Whether it was refused because something couldn't be read just now: the same may pass later. */
      readonly canRetry?: true;
      /** What it would lock whose state is the reason: a request in progress on it says more. */
      readonly locks?: readonly string[];
    }
  /** No context holds here. */
  | { readonly problem: 'no-context' }
  /** The platform refused, or didn't answer. */
  | { readonly problem: 'platform'; readonly why: Text; readonly canRetry: boolean; readonly reference?: string }
  /** Ours: logged under the reference. */
  | { readonly problem: 'bug'; readonly reference: string };

/** Whether a value that an operation returned is a problem. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value && typeof value.problem === 'string';
}

export function refused(why: Text, offers: readonly Proposal[] = []): Problem {
  return { problem: 'refused', why, offers };
}

/** The problem of someone who may not do something: with Try again where only a reading failed. */
export function notAllowed({ no, canRetry }: { readonly no: Text; readonly canRetry?: true }): Problem {
  return { problem: 'refused', why: no, canRetry };
}

export function invalid(param: string, why: Text): Problem {
  return { problem: 'invalid', faults: [{ param, why }] };
}
