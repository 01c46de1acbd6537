import type { Answer, AskButton } from '../../core/command/answer.ts';
import { type Args, flag, ok, optional, type RawArgs } from '../../core/command/params.ts';
import { defineQuestion } from '../shared/define.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { page, team } from '../shared/shared-params.ts';
import { exposureList, exposureReview, exposureSummary } from './exposure-answer.ts';
import { exposureCsv } from './exposure-csv.ts';
import { exposedMsg } from './exposure-report-messages.ts';
import { type ExposureFacts, gatherExposure } from './gather-exposure.ts';

const hidden = { input: 'hidden' } as const;
const params = {
  search: optional<string>(sharedMsg.search(), ok, { hint: exposedMsg.searchHint() }),
  team,
  all: flag(exposedMsg.all(), 'all', { hint: exposedMsg.allHint() }),
  list: flag(exposedMsg.list(), 'list', hidden),
  review: flag(exposedMsg.reviewFlag(), 'review', hidden),
  csv: flag(exposedMsg.csv(), 'csv', hidden),
  here: flag(exposedMsg.here(), 'here', hidden),
  page,
};
type ExposureArgs = Args<typeof params>;

export const exposure = defineQuestion({
  id: 'exposure',
  tool: { name: 'list_exposure' },
  command: 'portolan',
  keywords: [['exposure'], ['exposed']],
  summary: exposedMsg.says(),
  title: exposedMsg.form(),
  examples: ['portolan exposure', 'portolan exposure db', 'portolan exposure all'],
  params,
  order: ['search'],
  dialects: ['console'],
  // Scheduled reports cover the channel's own app.
  scheduled: { here: ['yes'] },

  async gather(args, ask, reads) {
    // Showing another page of a report doesn't create a new report.
    const isReport = !args.list && !args.review && !args.csv && args.search === undefined;
    const report = isReport ? (args.here ? ask.channel : `${ask.channel} ${ask.person.id}`) : undefined;
    return gatherExposure({ ...args, report }, ask, reads);
  },

  answer(args, facts: ExposureFacts, ask): Answer {
    const again = { operation: 'exposure', given: givenOf(args) };
    if (args.csv) return csvAnswer(facts);
    if (args.review) return exposureReview(facts, args.page, again, ask.now, acceptAll(facts, args));
    if (args.list) return exposureList(facts, args.page, again, ask.now);
    return exposureSummary(facts, again, ask.now);
  },
});

function givenOf({ search, team: of, all, here }: ExposureArgs): RawArgs {
  return {
    ...(search === undefined ? {} : { search: [search] }),
    ...(of === undefined ? {} : { team: [of] }),
    ...(all ? { all: ['yes'] } : {}),
    ...(here ? { here: ['yes'] } : {}),
  };
}

function csvAnswer({ rows, scope }: ExposureFacts): Answer {
  const title = exposedMsg.title({ scope: scope.title });
  const file = { name: 'exposure.csv', title: exposedMsg.csvTitle(), content: exposureCsv(rows) };
  const text = exposedMsg.csvSent({ count: rows.length });
  return { title, share: false, parts: [{ part: 'line', text }], files: [file] };
}

/** Returns the button that accepts all addresses that nobody had reviewed when they were listed. */
function acceptAll({ rows, apps }: ExposureFacts, args: ExposureArgs): AskButton {
  const count = rows.filter(({ group }) => group === 'unreviewed').length;
  const given = { ...givenOf(args), everything: ['yes'], before: [String(Math.max(...apps.map(({ at }) => at)))] };
  return { label: exposedMsg.acceptAll({ count }), operation: 'exposure.accept', given, opens: 'modal' };
}
