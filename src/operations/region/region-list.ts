import type { AskButton, Part } from '../../core/command/answer.ts';
import { withDefault } from '../../core/command/params.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { TeamRegion, TeamRegionPage } from '../../platform/resources/models.ts';
import { defineQuestion } from '../shared/define.ts';
import { regionStatus } from '../shared/find-region.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { page, readInteger, search } from '../shared/shared-params.ts';
import { msg } from './region-messages.ts';

/** `/region [search]`: interface 4.1. */
export const regionList = defineQuestion({
  id: 'region.list',
  command: 'region',
  keywords: [['list'], []],
  summary: msg.listSays(),
  examples: ['region list', 'region list east', 'region list page=2 page_size=5'],
  params: {
    search: { ...search, aliases: ['query'] },
    page,
    page_size: withDefault<number>(shared.pageSize(), 20, readInteger(1, 100), { advanced: true }),
  },
  order: ['search'],
  needs: 'context',

  gather(args, ask, reads): Promise<TeamRegionPage> {
    return reads.platform.listRegions({
      team: ask.context.team,
      page: args.page,
      pageSize: args.page_size,
      ...(args.search === undefined ? {} : { search: args.search }),
    });
  },

  answer(args, { total, regions }, ask) {
    const title = msg.listTitle({ team: ask.context.team });
    if (regions.length === 0) return { title, parts: [{ part: 'line', text: whyEmpty(args, total) }] };
    const first = (args.page - 1) * args.page_size;
    const parts: Part[] = [
      {
        part: 'table',
        caption: title,
        columns: [msg.name(), msg.alias(), msg.status(), msg.scope(), msg.domains(), msg.description()],
        rows: regions.map(row),
      },
      {
        part: 'note',
        text: msg.pageOf({
          from: first + 1,
          to: first + regions.length,
          total: Math.max(total, first + regions.length),
        }),
      },
    ];
    const several = regions.length > 1;
    const buttons = [...(several ? [] : regions.map(showButton)), ...pageButtons(args, total, args.page_size)];
    return { title, parts: [...parts, ...(several ? [showSelect(regions)] : []), { part: 'buttons', buttons }] };
  },
});

function whyEmpty(args: { search: string | undefined; page: number }, total: number): Text {
  if (total > 0) return msg.pageEmpty({ page: args.page, total });
  return args.search === undefined ? msg.listNone() : msg.listNoneFound({ typed: args.search });
}

function row(region: TeamRegion): readonly Text[] {
  const domains = [region.httpdomain, region.tcpdomain].filter((domain) => domain !== undefined && domain !== '');
  return [
    verbatim(region.regionName),
    region.regionAlias ? verbatim(region.regionAlias) : shared.none(),
    regionStatus(region.status),
    region.scope ? verbatim(region.scope) : shared.none(),
    domains.length > 0
      ? join(
          domains.map((domain) => verbatim(String(domain))),
          ', ',
        )
      : shared.none(),
    region.desc ? verbatim(region.desc) : shared.none(),
  ];
}

/** Each region of the page can be shown, not only the first ones. */
function showSelect(regions: readonly TeamRegion[]): Part {
  const options = regions.map(({ regionName, regionAlias }) => ({
    value: regionName,
    label: verbatim(regionAlias && regionAlias !== regionName ? `${regionName} (${regionAlias})` : regionName),
  }));
  return { part: 'select', label: msg.showSelect(), operation: 'region.show', param: 'region', given: {}, options };
}

function showButton({ regionName }: TeamRegion): AskButton {
  return { label: msg.showButton({ name: regionName }), operation: 'region.show', given: { region: [regionName] } };
}

function pageButtons(
  args: { search: string | undefined; page: number; page_size: number },
  total: number,
  size: number,
): readonly AskButton[] {
  const to = (page: number): AskButton['given'] => ({
    ...(args.search === undefined ? {} : { search: [args.search] }),
    page: [String(page)],
    page_size: [String(size)],
  });
  return [
    ...(args.page > 1 ? [{ label: shared.previousPage(), operation: 'region.list', given: to(args.page - 1) }] : []),
    ...(args.page * size < total
      ? [{ label: shared.nextPage(), operation: 'region.list', given: to(args.page + 1) }]
      : []),
  ];
}
