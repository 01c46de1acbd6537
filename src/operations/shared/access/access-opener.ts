import { type ChangeRequest, readRequest } from '../../../core/request/change-request.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import type { Reads } from '../define.ts';
import { type OpenedAccess, setsOnlyClosing } from './port-state.ts';

type AccessOf = Pick<TemporaryAccess, 'request' | 'by' | 'at'> & Pick<OpenedAccess, 'opener'>;

/** The person and time (epoch ms) of the opening. If unknown, those of the request that set the closing time. */
interface AccessOrigin {
  readonly by: string;
  readonly at: number;
  /** The request that set the closing time. */
  readonly request?: ChangeRequest;
  /** The request that opened the port. Undefined if it was deleted, or if none of the bot's requests opened the port. */
  readonly opener?: ChangeRequest;
}

export async function readOrigin(
  { opener: openerId = '', by, at, ...access }: AccessOf,
  { requests }: { readonly requests: Pick<Reads['requests'], 'get'> },
): Promise<AccessOrigin> {
  const request = readRequest(await requests.get(access.request));
  if (!setsOnlyClosing(request)) return { by, at, request, opener: request };
  const opener = readRequest(await requests.get(openerId));
  if (!opener || setsOnlyClosing(opener)) return { by, at, request };
  return { by: opener.asker.id, at: opener.run.started ?? opener.at, request, opener };
}
