/** Why a tool does nothing: sentences for a model, of nothing but our own words and cleaned names. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly sentences: readonly string[];

  constructor(...sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}
