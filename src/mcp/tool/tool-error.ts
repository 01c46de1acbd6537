import { isProblem, type Problem } from '../../core/command/problem.ts';
import { type AgentPage, problemSentences } from './tool-text.ts';

/** Why a tool does nothing: sentences for a model, of nothing but our own words and cleaned names. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly sentences: readonly string[];

  constructor(...sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}

/** What was found. @throws ToolError that says what a problem is */
export function unlessProblem<T>(found: T | Problem, page: AgentPage): T {
  if (isProblem(found)) throw new ToolError(...problemSentences(found, page));
  return found;
}
