/** Checks whether a certificate's names cover a domain. A wildcard matches one label (RFC 6125). */
export function covers(names: readonly string[], domain: string): boolean {
  const parent = domain.replace(/^[^.]+/, '*');
  return names.some((name) => [domain, parent].includes(name.toLowerCase()));
}
