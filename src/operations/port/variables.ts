/** The environment variables that an alias makes (platform facts 3.4). */
export function variablesOf(alias: string): string {
  return `${alias}_HOST, ${alias}_PORT`;
}
