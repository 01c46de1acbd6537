/** Returns the items of a text. `;` and line ends separate them. */
export const listed = (text: string): readonly string[] => text.trim().split(/\s*[;\n]\s*/);
