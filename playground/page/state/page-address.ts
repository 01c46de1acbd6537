export type PageLocation = { readonly channel: string; readonly thread: string | null } | { readonly home: true };

/** Acting person and place, as in the URL fragment. */
export type Address = { readonly as: string | null; readonly place: PageLocation | null };

/** Parses `#/U0MAYA/C0SHOP/1763.5`. Missing or invalid parts are null. */
export function readAddress(hash: string): Address {
  const [as = '', where = '', thread = ''] = hash.replace(/^#\/?/, '').split('/');
  const person = /^[UW][A-Z0-9]+$/.test(as) ? as : null;
  if (where === 'home') return { as: person, place: { home: true } };
  if (!/^[CDG][A-Z0-9]+$/.test(where)) return { as: person, place: null };
  return { as: person, place: { channel: where, thread: /^\d+\.\d+$/.test(thread) ? thread : null } };
}

export function writeAddress(as: string, place: PageLocation | null): string {
  if (place === null) return `#/${as}`;
  if ('home' in place) return `#/${as}/home`;
  return `#/${as}/${place.channel}${place.thread === null ? '' : `/${place.thread}`}`;
}
