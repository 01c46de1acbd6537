/** Whether names of a certificate cover a domain: a wildcard stands for one label (RFC 6125). */
export function covers(names: readonly string[], domain: string): boolean {
  const parent = domain.replace(/^[^.]+/, '*');
  return names.some((name) => [domain, parent].includes(name.toLowerCase()));
}
