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
import { exposedMsg } from './exposure-report-messages.ts';

/** The temporary external access of the app that Portolan has on record, for a platform that doesn't answer. */
export interface RecordedOpenings {
  readonly recorded: readonly Part[];
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
  return { recorded: await Promise.all(rows) };
}

/** Answers without the platform: what is on record, and the ways on. */
export function recordedAnswer({ recorded }: RecordedOpenings, again: RawArgs): Answer {
  return {
    title: exposedMsg.recordedTitle(),
    parts: [
      { part: 'line', text: exposedMsg.platformDown() },
      { part: 'line', text: recorded.length > 0 ? exposedMsg.recorded() : exposedMsg.noneRecorded() },
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
