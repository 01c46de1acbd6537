import type * as z from 'zod';
import type { AskButton, AskSelect, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import type { Hold } from '../../core/request/hold.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { TemporaryAccess } from '../shared/access/port-state.ts';
import { listedWhole, otherPages, type PageOfList, pageFrom, pastEnd } from '../shared/answer/paging.ts';
import { defineQuestion } from '../shared/define.ts';
import { page } from '../shared/shared-params.ts';
import { auditMsg } from './audit-messages.ts';

/** Openings on a page: all of them are offered in a select, and fit one table (docs/slack.md#blocks). */
const openingsPage = 20;
/** As many are told apart easily by buttons of their own; more are offered in selects. */
const mostWithButtons = 5;

/** One that doesn't tell its sides has a single one. */
const Opened = TemporaryAccess.partial({ sides: true });

/** A port with temporary access, as it is stored. */
interface Opening extends z.infer<typeof Opened> {
  /** A Slack id. */
  readonly by: string;
  /** Epoch ms. */
  readonly until: number;
}

interface OpeningsPage<T> {
  readonly shown: readonly T[];
  readonly paging: PageOfList;
}
type NamedOpening = Opening & { readonly byName: string };

/** `/portolan openings`: ports open for a while, who opened them, until when; each can be extended and closed. */
export const openings = defineQuestion({
  id: 'openings',
  tool: { name: 'list_requests', view: 'openings' },
  command: 'portolan',
  keywords: [['openings'], ['temporary']],
  summary: auditMsg.openingsSays(),
  title: auditMsg.openingsForm(),
  examples: ['portolan openings'],
  params: { page },
  order: [],
  async gather(args, ask, reads): Promise<OpeningsPage<NamedOpening>> {
    const { shown, paging } = openingsOn(args.page, await reads.holds.list({ placeKey: placeKey(ask.context) }));
    const named = shown.map(async (each) => ({ ...each, byName: await reads.nameOf(each.by) }));
    return { shown: await Promise.all(named), paging };
  },
  answer(_args, { shown, paging }: OpeningsPage<NamedOpening>) {
    return listedWhole({
      title: auditMsg.openingsTitle(),
      shown,
      none: paging.total === 0 ? auditMsg.openingsNone() : pastEnd(paging),
      columns: [auditMsg.component(), auditMsg.port(), auditMsg.side(), auditMsg.openedBy(), auditMsg.closes()],
      rowOf: (opening) => [
        verbatim(openedName(opening)),
        verbatim(String(opening.port)),
        sideText(opening),
        verbatim(opening.byName),
        auditMsg.moment({ when: { at: opening.until } }),
      ],
      below: [...waysToEnd(shown), ...otherPages('openings', paging, shown.length)],
    });
  },
});

/** The openings of one page; pages count from 1. */
export function openingsOn(number: number, stored: readonly Hold[]): OpeningsPage<Opening> {
  const all = stored.flatMap(readOpening);
  const paging = { page: number, size: openingsPage, total: all.length };
  return { shown: pageFrom(all, paging), paging };
}

/** Nothing for one that can’t be read: it hides no other. */
function readOpening({ body, by, until }: Hold): readonly Opening[] {
  const { data } = Opened.safeParse(body);
  return data ? [{ ...data, by, until }] : [];
}

function openedName({ component, componentName = component }: Opening): string {
  return componentName;
}

function sideText({ side }: Opening): Text {
  return side === 'outer' ? auditMsg.outer() : auditMsg.inner();
}

/** Extend and Close now for each port: requests like any other. */
function waysToEnd(shown: readonly Opening[]): readonly Part[] {
  if (shown.length > mostWithButtons) return [extendSelect(shown), closeSelect(shown)];
  return [{ part: 'buttons', buttons: shown.flatMap((opening) => [extendButton(opening), closeButton(opening)]) }];
}

function extendButton(opening: Opening): AskButton {
  const { component, port, side } = opening;
  const given = { component: [component], port: [String(port)], side: [side], longer: ['yes'] };
  const label = auditMsg.extendOpening({ port, component: openedName(opening) });
  return { label, operation: 'port.until', given, opens: 'modal' };
}

function closeButton(opening: Opening): AskButton {
  const { component, port, side } = opening;
  const which = hasBoth(opening) ? { both: ['yes'] } : { side: [side] };
  const given = { component: [component], port: [String(port)], ...which };
  return { label: auditMsg.closeOpening({ port, component: openedName(opening) }), operation: 'port.close', given };
}

function extendSelect(shown: readonly Opening[]): AskSelect {
  return {
    part: 'select',
    label: auditMsg.extendOne(),
    operation: 'port.until',
    params: ['component', 'port', 'side'],
    given: { longer: ['yes'] },
    options: shown.map((opening) => ({
      values: [opening.component, String(opening.port), opening.side],
      label: optionText(opening),
    })),
    opens: 'modal',
  };
}

function closeSelect(shown: readonly Opening[]): AskSelect {
  return {
    part: 'select',
    label: auditMsg.closeOne(),
    operation: 'port.close',
    params: ['component', 'port', 'side', 'both'],
    given: {},
    options: shown.map((opening) => ({
      values: [opening.component, String(opening.port), ...(hasBoth(opening) ? ['', 'yes'] : [opening.side, ''])],
      label: optionText(opening),
    })),
  };
}

function hasBoth({ sides = [] }: Opening): boolean {
  return sides.length > 1;
}

function optionText(opening: Opening): Text {
  return auditMsg.openingOption({ port: opening.port, component: openedName(opening), side: sideText(opening) });
}
