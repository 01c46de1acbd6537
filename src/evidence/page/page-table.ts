import { durationText } from '../../core/text/duration-messages.ts';
import { isoMinute } from '../../core/text/iso-time.ts';
import type { Text } from '../../core/text/text.ts';
import { evidencePageMsg } from '../../operations/audit/evidence-page-messages.ts';
import type { Write } from './page-facts.ts';
import { el, type Html, htmlTable, paragraph } from './page-html.ts';

type PageMessages = typeof evidencePageMsg;
type PageLabel = { [K in keyof PageMessages]: PageMessages[K] extends () => Text ? K : never }[keyof PageMessages];

export function labeledTable(
  labels: readonly PageLabel[],
  rows: readonly (readonly Html[])[],
  write: Write,
  numbers: readonly number[] = [],
): Html {
  return htmlTable(
    labels.map((each) => write(evidencePageMsg[each]())),
    rows,
    numbers,
  );
}

/** Returns a time without its zone, because the page says in one place that all times are in UTC. */
export function when(at: number | undefined): Html {
  return at === undefined ? '' : el.when(isoMinute(at));
}

export function someListed(shown: number, all: number, file: string, write: Write): readonly Html[] {
  return shown < all ? [paragraph(write(evidencePageMsg.listedSome({ shown, all, file })))] : [];
}

/** Returns the length of a gap in ms as text, rounded: from one day on to hours, otherwise to minutes. */
export function gapLengthText(length: number): Text {
  const unit = length >= 86_400_000 ? 3_600_000 : length >= 60_000 ? 60_000 : 1_000;
  return durationText(Math.round(length / unit) * unit);
}
