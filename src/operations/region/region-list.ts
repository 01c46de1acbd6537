import type { AskButton, Part } from '../../core/command/answer.ts';
import { withDefault } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { TeamRegion, TeamRegionPage } from '../../platform/region/region-reply.ts';
import { defineQuestion } from '../shared/define.ts';
import { isUnknownTeam, regionStatus } from '../shared/find-region.ts';
import { teamFor, unknownTeam } from '../shared/find-team.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { pageButtons, pageNote, pastEnd } from '../shared/paging.ts';
import { page, readInteger, search, team } from '../shared/shared-params.ts';
import { msg } from './region-messages.ts';

/** A page of a team's regions, and whose they are. */
interface RegionListFacts extends TeamRegionPage {
  readonly team: string;
}

/** `/region [search] [team=…]`: docs/platform.md#regions. It needs a team, never an app. */
export const regionList = defineQuestion({
  id: 'region.list',
  tool: { none: 'agents work in contexts, which list_contexts lists' },
  command: 'region',
  keywords: [['list'], []],
  summary: msg.listSays(),
  title: msg.listForm(),
  examples: ['region list', 'region list east', 'region list page=2 page_size=5', 'region list team=shop'],
  params: {
    search: { ...search, aliases: ['query'] },
    page,
    page_size: withDefault<number>(shared.pageSize(), 20, readInteger(1, 100), { advanced: true }),
    team,
  },
  order: ['search'],
  needs: 'nothing',

  async gather(args, ask, reads): Promise<RegionListFacts | Problem> {
    const team = await teamFor(args.team, ask, reads);
    if (isProblem(team)) return team;
    try {
      const found = await reads.platform.listRegions({
        team,
        page: args.page,
        pageSize: args.page_size,
        ...defined({ search: args.search }),
      });
      return { ...found, team };
    } catch (error) {
      if (error instanceof PlatformError && isUnknownTeam(error)) return unknownTeam(team, reads);
      throw error;
    }
  },

  answer(args, { team, total, regions }) {
    const title = msg.listTitle({ team });
    const paging = { page: args.page, size: args.page_size, total };
    if (regions.length === 0) {
      const none = args.search === undefined ? msg.listNone() : msg.listNoneFound({ typed: args.search });
      return { title, parts: [{ part: 'line', text: total > 0 ? pastEnd(paging) : none }] };
    }
    const given = {
      ...(args.search === undefined ? {} : { search: [args.search] }),
      page_size: [String(args.page_size)],
      team: [team],
    };
    const columns = [msg.name(), msg.alias(), msg.status(), msg.scope(), msg.domains(), msg.description()];
    const several = regions.length > 1;
    const parts: Part[] = [
      { part: 'table', caption: title, columns, rows: regions.map(row) },
      { part: 'note', text: pageNote(paging, regions.length) },
      ...(several ? [showSelect(regions, team)] : []),
      {
        part: 'buttons',
        buttons: [
          ...(several ? [] : regions.map((region) => showButton(region, team))),
          ...pageButtons('region.list', given, paging),
        ],
      },
    ];
    return { title, parts };
  },
});

function row(region: TeamRegion): readonly Text[] {
  const domains = [region.httpdomain, region.tcpdomain].flatMap((domain) => (domain ? [verbatim(domain)] : []));
  return [
    verbatim(region.regionName),
    region.regionAlias ? verbatim(region.regionAlias) : shared.none(),
    regionStatus(region.status),
    region.scope ? verbatim(region.scope) : shared.none(),
    domains.length > 0 ? join(domains, ', ') : shared.none(),
    region.desc ? verbatim(region.desc) : shared.none(),
  ];
}

/** Each region of the page can be shown, not only the first ones. */
function showSelect(regions: readonly TeamRegion[], team: string): Part {
  const options = regions.map(({ regionName, regionAlias }) => ({
    values: [regionName],
    label: verbatim(regionAlias && regionAlias !== regionName ? `${regionName} (${regionAlias})` : regionName),
  }));
  return {
    part: 'select',
    label: msg.showSelect(),
    operation: 'region.show',
    params: ['region'],
    given: { team: [team] },
    options,
  };
}

function showButton({ regionName }: TeamRegion, team: string): AskButton {
  const given = { region: [regionName], team: [team] };
  return { label: msg.showButton({ name: regionName }), operation: 'region.show', given };
}
