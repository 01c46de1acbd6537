import type { AskButton, AskSelect } from '../../core/command/answer.ts';
import { withDefault } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { TeamRegion } from '../../platform/region/region-endpoints.ts';
import { listedPage, searched, selectOne } from '../shared/answer/paging.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineQuestion, type Operation } from '../shared/define.ts';
import { orUnknownTeam, regionStatus, regionText, teamFor } from '../shared/find-team-and-region.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { page, readInteger, search, team } from '../shared/shared-params.ts';
import { regionMsg } from './region-messages.ts';
import { regionShow } from './region-show.ts';

/** `/region [search] [team=…]`: docs/platform.md#regions. Needs a team, but no app. */
export const regionList = defineQuestion({
  id: 'region.list',
  tool: { none: 'agents work in contexts, which list_contexts lists' },
  command: 'region',
  keywords: [['list'], []],
  summary: regionMsg.listSays(),
  title: regionMsg.listForm(),
  examples: ['region list', 'region list east', 'region list page=2 page_size=5', 'region list team=shop'],
  params: {
    search: { ...search, aliases: ['query'] },
    page,
    page_size: withDefault<number>(sharedMsg.pageSize(), 20, readInteger(1, 100), { advanced: true }),
    team,
  },
  order: ['search'],
  needs: 'nothing',

  async gather(args, ask, reads) {
    const team = await teamFor(args.team, ask, reads);
    if (isProblem(team)) return team;
    const { page, page_size: pageSize, search } = args;
    const reading = reads.platform.listRegions({ team, page, pageSize, search });
    const regions = await orUnknownTeam(reading, team, reads);
    return isProblem(regions) ? regions : { team, ...regions };
  },

  answer({ search: typed, page: number, page_size: size }, { team, total, regions }) {
    const several = regions.length > 1;
    return listedPage({
      title: regionMsg.listTitle({ team }),
      operation: 'region.list',
      given: { ...searched(typed), page_size: [String(size)], team: [team] },
      paging: { page: number, size, total },
      shown: regions,
      none: typed === undefined ? regionMsg.listNone() : regionMsg.listNoneFound({ typed }),
      columns: [
        regionMsg.name(),
        regionMsg.alias(),
        regionMsg.status(),
        regionMsg.scope(),
        regionMsg.domains(),
        regionMsg.description(),
      ],
      rowOf: regionRow,
      // With the select, each region of the page can be shown, not only the first ones.
      select: several ? showSelect(regions, team) : undefined,
      buttons: several ? [] : regions.map((region) => showButton(region, team)),
    });
  },
});

function regionRow(region: TeamRegion): readonly Text[] {
  const domains = [region.httpdomain, region.tcpdomain].flatMap((domain) => (domain ? [verbatim(domain)] : []));
  return [
    verbatim(region.regionName),
    textOrNone(region.regionAlias),
    regionStatus(region.status),
    textOrNone(region.scope),
    domains.length > 0 ? join(domains, ', ') : sharedMsg.none(),
    textOrNone(region.desc),
  ];
}

function showSelect(regions: readonly TeamRegion[], team: string): AskSelect {
  const choices = regions.map((region) => [region.regionName, verbatim(regionText(region))] as const);
  return selectOne(
    regionMsg.showSelect(),
    { operation: 'region.show', param: 'region', given: { team: [team] } },
    choices,
  );
}

function showButton({ regionName }: TeamRegion, team: string): AskButton {
  const given = { region: [regionName], team: [team] };
  return { label: regionMsg.showButton({ name: regionName }), operation: 'region.show', given };
}

export const regionOperations: readonly Operation[] = [regionList, regionShow];
