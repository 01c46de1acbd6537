import type * as z from 'zod';
import type { AskButton, AskSelect, Part } from '../../core/command/answer.ts';
import { type Context, placeKey } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import type { MayAnswer } from '../../core/request/may-answer.ts';
import type { TemporaryAccess } from '../../core/request/temporary-access.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { mayAnswerParts, readMayAnswer, stillClosed } from '../shared/access/may-answer-list.ts';
import { isOpenIn, OpenedAccess, openedPort } from '../shared/access/port-state.ts';
import { listedWhole, otherPages, type PageOfList, pageFrom, pastEnd } from '../shared/answer/paging.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { page } from '../shared/shared-params.ts';
import { auditMsg } from './audit-messages.ts';

/** Maximum number of ports per page. They must fit into a select and a table (docs/slack.md#blocks). */
const pageSize = 20;
const mostWithButtons = 5;
const mostRead = 10;

/** A stored access without `sides` has only one side. */
const Opened = OpenedAccess.partial({ sides: true });

interface OpenAccess extends z.infer<typeof Opened> {
  /** A Slack id. */
  readonly by: string;
  /** Epoch ms. */
  readonly until: number;
  readonly request: string;
}

interface AccessPage<T> {
  readonly shown: readonly T[];
  readonly paging: PageOfList;
}
type NamedAccess = OpenAccess & { readonly byName: string; readonly timed?: ChangeRequest['access'] };
type OpeningsFound = AccessPage<NamedAccess> & { readonly mayAnswer: readonly MayAnswer[] };

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
  async gather(args, ask, reads): Promise<OpeningsFound> {
    const stored = await reads.temporaryAccess.list({ placeKey: placeKey(ask.context) });
    const { shown, paging } = accessOn(args.page, await stillOpen(stored, ask.context, reads));
    const named = shown.map(async (each) => {
      const [request] = readRequests([await reads.requests.get(each.request)].filter((found) => found !== undefined));
      return { ...each, byName: await reads.nameOf(each.by), timed: request?.access };
    });
    return { shown: await Promise.all(named), paging, mayAnswer: await readStillClosed(ask.context, reads) };
  },
  answer(_args, { shown, paging, mayAnswer }: OpeningsFound, ask) {
    return listedWhole({
      title: auditMsg.openingsTitle(),
      shown,
      none: paging.total === 0 ? auditMsg.openingsNone() : pastEnd(paging),
      // Three columns fit on a phone.
      columns: [auditMsg.port(), auditMsg.openedBy(), auditMsg.closes()],
      rowOf: (access) => [
        auditMsg.openingOption({ port: openedPort(access), component: openedName(access), side: sideText(access) }),
        verbatim(access.byName),
        endText(access, ask.now),
      ],
      below: [...waysToEnd(shown), ...otherPages('openings', paging, shown.length)],
      // These notes are shown even if no port has temporary access.
      notes: mayAnswerParts(mayAnswer),
    });
  },
});

/** Returns the stored access with ports that are still open. Some ports may have been closed in the console. */
async function stillOpen(
  stored: readonly TemporaryAccess[],
  context: Context,
  reads: Reads,
): Promise<readonly TemporaryAccess[]> {
  const components = new Set(stored.flatMap(readAccess).map(({ component }) => component));
  const read = [...components].map(async (service) => {
    return [service, await orUndefined(reads.platform.listPorts({ ...context, service }))] as const;
  });
  const ports = new Map(await Promise.all(read));
  return stored.filter((kept) => {
    const [access] = readAccess(kept);
    const found = access && ports.get(access.component);
    return !access || !found || isOpenIn(access, found);
  });
}

/** Returns the closing time. If this time has passed, returns the reason why the port is still open. */
function endText({ until, timed }: NamedAccess, now: number): Text {
  const at = { at: timed?.again ?? until } as const;
  if (timed?.waits) return auditMsg.lateWaits();
  if (timed?.unsure) return auditMsg.lateUnsure({ at });
  if (timed?.again !== undefined) return auditMsg.lateFailed({ at });
  return until <= now ? auditMsg.lateNow() : auditMsg.moment({ when: { at: until } });
}

async function readStillClosed(context: Context, reads: Reads): Promise<readonly MayAnswer[]> {
  const all = await readMayAnswer(context, reads);
  const components = [...new Set(all.map(({ component }) => component))].slice(0, mostRead);
  const found = components.map(async (service) => {
    const ports = await orUndefined(reads.platform.listPorts({ ...context, service }));
    return stillClosed(all, service, ports ?? []);
  });
  return (await Promise.all(found)).flat();
}

export function accessOn(number: number, stored: readonly TemporaryAccess[]): AccessPage<OpenAccess> {
  const all = stored.flatMap(readAccess);
  const paging = { page: number, size: pageSize, total: all.length };
  return { shown: pageFrom(all, paging), paging };
}

/** Returns no access for an invalid record, so that the other records are still shown. */
function readAccess({ body, by, until, card }: TemporaryAccess): readonly OpenAccess[] {
  const { data } = Opened.safeParse(body);
  return data ? [{ ...data, by, until, request: card }] : [];
}

function openedName({ component, componentName = component }: OpenAccess): string {
  return componentName;
}

function sideText({ side }: OpenAccess): Text {
  return side === 'outer' ? auditMsg.outer() : auditMsg.inner();
}

function waysToEnd(shown: readonly OpenAccess[]): readonly Part[] {
  if (shown.length <= mostWithButtons)
    return [{ part: 'buttons', buttons: shown.flatMap((access) => [extendButton(access), closeButton(access)]) }];
  return [
    {
      part: 'select',
      label: auditMsg.extendOne(),
      operation: 'port.until',
      given: { longer: ['yes'] },
      params: ['component', 'port', 'side'],
      options: optionsOf(shown, ({ side }) => [side]),
      opens: 'modal',
    },
    {
      part: 'select',
      label: auditMsg.closeOne(),
      operation: 'port.close',
      given: {},
      params: ['component', 'port', 'side', 'both'],
      options: optionsOf(shown, (access) => (hasBoth(access) ? ['', 'yes'] : [access.side, ''])),
    },
  ];
}

function extendButton(access: OpenAccess): AskButton {
  const { component, port, side } = access;
  const given = { component: [component], port: [String(port)], side: [side], longer: ['yes'] };
  const label = auditMsg.extendOpening({ port, component: openedName(access) });
  return { label, operation: 'port.until', given, opens: 'modal' };
}

function closeButton(access: OpenAccess): AskButton {
  const { component, port, side } = access;
  const which: RawArgs = hasBoth(access) ? { both: ['yes'] } : { side: [side] };
  const given = { component: [component], port: [String(port)], ...which };
  return { label: auditMsg.closeOpening({ port, component: openedName(access) }), operation: 'port.close', given };
}

function optionsOf(
  shown: readonly OpenAccess[],
  sidesOf: (access: OpenAccess) => readonly string[],
): AskSelect['options'] {
  return shown.map((access) => {
    const { component, port } = access;
    const label = auditMsg.openingOption({ port: String(port), component: openedName(access), side: sideText(access) });
    return { values: [component, String(port), ...sidesOf(access)], label };
  });
}

function hasBoth({ sides = [] }: OpenAccess): boolean {
  return sides.length > 1;
}
