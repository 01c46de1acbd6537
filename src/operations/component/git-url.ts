import type { Secret } from '../../core/text/secret.ts';

/**
 * A repository's address without user, password, query and fragment, all of which may carry a token.
 * The user `git` of ssh addresses stays. Gives undefined when unset or not an address.
 */
export function gitUrlWithoutCredentials(gitUrl: Secret): string | undefined {
  const text = gitUrl.reveal().trim();
  const short = /^(?:[^\s@/]+@)*([A-Za-z0-9.-]+):(?!\/\/)([^\s?#@]+)$/.exec(text);
  if (short && !text.includes('://') && /[.@]/.test(text.slice(0, text.lastIndexOf(':'))))
    return `${text.startsWith('git@') ? 'git@' : ''}${short[1]}:${short[2]}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^(?:https?|ssh|git|git\+ssh|svn|svn\+ssh):$/.test(url.protocol)) return undefined;
  const user = url.protocol.includes('ssh') && url.username === 'git' ? 'git@' : '';
  return `${url.protocol}//${user}${url.host}${url.pathname}`;
}
