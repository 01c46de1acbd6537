import type { Choice, Problem } from '../../core/command/problem.ts';
import { isProblem } from '../../core/command/problem.ts';
import { isCatalogOnly, type Text } from '../../core/text/text.ts';
import { type AgentPage, cleanText, type NextCall, sayText } from './tool-text.ts';

export interface ErrorDetails {
  /** Text written by the platform or by people. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly next?: readonly NextCall[];
  readonly parameters?: object;
  /** Problem that determines which calls are offered instead. */
  readonly problem?: Problem;
}

/** Error of a tool. Its sentences contain only our words and the caller's own arguments. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly says: readonly string[];
  readonly details: ErrorDetails;

  constructor(says: string | readonly string[], details: ErrorDetails = {}) {
    const all = typeof says === 'string' ? [says] : says;
    super(all.join(' '));
    this.says = all;
    this.details = details;
  }
}

/** Returns a value that isn't a problem. @throws ToolError that describes the problem */
export function unlessProblem<T>(result: T | Problem, page: AgentPage, more: ErrorDetails = {}): T {
  if (!isProblem(result)) return result;
  const { says, data } = problemParts(result, page);
  throw new ToolError(says, { ...more, data, problem: result });
}

/** Returns an error for a text that people are shown. Sentences with text by others become data, not `says`. */
export function errorOf(text: Text, page: AgentPage, otherwise: string): ToolError {
  const { says, data } = apart([{ text, otherwise }], page);
  return new ToolError(says, { data });
}

interface ProblemParts {
  readonly says: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Separates Portolan's sentences about a problem from text of the platform and people: it may contain instructions. */
export function problemParts(problem: Problem, page: AgentPage): ProblemParts {
  switch (problem.problem) {
    case 'invalid':
      return apart(
        problem.faults.map(({ param, why }) => ({
          text: why,
          before: param === '' ? '' : `${param}: `,
          otherwise: 'this value isn’t valid. data.lines says what is.',
        })),
        page,
      );
    case 'unknown-name':
      return withChoices(problem, page, {
        otherwise: 'there is nothing of this name.',
        named: `data.choices has ${problem.more === undefined ? 'all' : problem.others ? 'some' : 'the nearest'} of those that there are.`,
        choices: problem.nearest,
        more: problem.more,
      });
    case 'ambiguous':
      return withChoices(problem, page, {
        otherwise: 'this name means several things.',
        named: 'Use one of data.choices.',
        choices: problem.choices,
      });
    case 'refused': {
      const parts = apart([{ text: problem.why, otherwise: 'It was refused. data.lines says why.' }], page);
      return { ...parts, says: [...parts.says, ...later(problem.canRetry)] };
    }
    case 'platform': {
      const otherwise = 'The platform didn’t do it. data.lines has what it says.';
      const { says, data } = apart([{ text: problem.why, otherwise }], page);
      const reference = problem.reference === undefined ? {} : { reference: cleanText(problem.reference, 100) };
      return { says: [...says, ...later(problem.canRetry)], data: { ...data, ...reference } };
    }
    case 'no-context':
      return { says: ['No context is set. Name one with the argument context.'] };
    case 'bug':
      return {
        says: [
          `Something went wrong in Portolan. Its administrator finds it under the reference ${problem.reference}.`,
        ],
      };
  }
}

const later = (canRetry: boolean | undefined) => (canRetry ? ['Try again later.'] : []);

function apart(
  all: readonly { readonly text: Text; readonly before?: string; readonly otherwise: string }[],
  page: AgentPage,
): ProblemParts {
  const lines = all.flatMap(({ text, before = '' }) =>
    isCatalogOnly(text) ? [] : [`${before}${sayText(text, page)}`],
  );
  return {
    says: all.map(
      ({ text, before = '', otherwise }) => before + (isCatalogOnly(text) ? sayText(text, page) : otherwise),
    ),
    ...(lines.length > 0 ? { data: { lines } } : {}),
  };
}

const maxChoices = 10;

interface NamedChoices {
  readonly otherwise: string;
  readonly named: string;
  readonly choices: readonly Choice[];
  readonly more?: number | undefined;
}

function withChoices(
  { param, why }: { readonly param: string; readonly why: Text },
  page: AgentPage,
  { otherwise, named, choices, more: unlisted = 0 }: NamedChoices,
): ProblemParts {
  const { says, data } = apart([{ text: why, before: `${param}: `, otherwise }], page);
  if (choices.length === 0) return { says, ...(data ? { data } : {}) };
  const shown = choices.slice(0, maxChoices).map(({ value, label }) => ({
    value: cleanText(value, 100),
    label: cleanText(label, 100),
  }));
  const more = choices.length - shown.length + unlisted;
  return {
    says: [...says, named, ...(more > 0 ? [`There are ${more} more.`] : [])],
    data: { ...data, choices: shown },
  };
}
