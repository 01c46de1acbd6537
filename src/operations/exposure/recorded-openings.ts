import type { Answer, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import type { Ask } from '../../core/operation.ts';
import { momentNear } from '../../core/text/instant-text.ts';
import { join, verbatim } from '../../core/text/text.ts';
import { accessMenu } from '../shared/access/access-menu.ts';
import { readOrigin } from '../shared/access/access-opener.ts';
import { openedPort, readAccess } from '../shared/access/port-state.ts';
import type { Reads } from '../shared/define.ts';
import { addressMsg } from '../shared/exposure/address-messages.ts';
import { closesInText } from '../shared/exposure/address-text.ts';
import { accessToPort } from '../shared/exposure/opener.ts';
import { lastingReads, permanentRows } from '../shared/exposure/permanent-rows.ts';
import { readRecordedPorts } from '../shared/exposure/recorded-ports.ts';
import { exposedMsg } from './exposure-report-messages.ts';

/** The external access of the app that Portolan has on record, for a platform that doesn't answer. */
export interface RecordedOpenings {
  readonly recorded: readonly Part[];
  /** Time of the app's last reading, epoch ms. */
  readonly readAt: number | undefined;
}

export async function readRecordedOpenings(ask: Ask, reads: Reads): Promise<RecordedOpenings> {
  const stored = await reads.temporaryAccess.list({ placeKey: placeKey(ask.context) });
  const outer = stored.flatMap((access) => {
    const body = readAccess(access);
    return body?.sides.includes('outer') ? [{ ...access, ...body }] : [];
  });
  const rows = outer.map(async (access): Promise<Part> => {
    const { by, at, request, opener } = await readOrigin(access, reads);
    const name = verbatim(`${access.componentName ?? access.component} ${openedPort(access)}`);
    const opened = addressMsg.openedBy({ who: verbatim(await reads.nameOf(by)), when: momentNear(at, ask.now) });
    const first = join([exposedMsg.row({ row: name }), closesInText(access.until, ask.now)], ' · ');
    const text = request && !opener ? first : join([first, opened], '\n');
    return { part: 'row', text, menu: accessMenu(access, ask, reads.policy) };
  });
  const { ports, readAt } = await readRecordedPorts(ask.context, reads);
  const permanent = ports.filter((port) => !accessToPort(port, placeKey(ask.context), stored));
  const lasting = permanentRows(permanent, ask, await lastingReads(ask, reads));
  return { recorded: [...lasting.map(({ row }) => row), ...(await Promise.all(rows))], readAt };
}

/** Answers without the platform: what is on record, and the ways on. */
export function recordedAnswer({ recorded, readAt }: RecordedOpenings, again: RawArgs, now: number): Answer {
  const says = readAt === undefined ? exposedMsg.recorded() : exposedMsg.recordedSince({ at: momentNear(readAt, now) });
  return {
    title: exposedMsg.recordedTitle(),
    parts: [
      { part: 'line', text: exposedMsg.platformDown() },
      { part: 'line', text: recorded.length > 0 ? says : exposedMsg.noneRecorded() },
      ...recorded,
      {
        part: 'buttons',
        buttons: [
          { label: exposedMsg.tryAgain(), operation: 'exposure', given: again },
          { label: exposedMsg.backToOpenings(), operation: 'openings', given: {} },
        ],
      },
    ],
  };
}
