import type { Answer, AskButton, Part } from '../../core/command/answer.ts';
import { placeText } from '../../core/command/context.ts';
import { type Args, flag, ok, optional, type RawArgs, required } from '../../core/command/params.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { mayAcceptExposure } from '../../core/policy/decide.ts';
import { type CsvColumn, csvTable, timeCell } from '../../core/text/csv.ts';
import { listText, portWords } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import { listedPage, pageFrom, selectOne } from '../shared/answer/paging.ts';
import { defineQuestion, defineSetting, type Operation, type Reads, settingEntry } from '../shared/define.ts';
import { addressText, expectationText, sinceText } from '../shared/exposure/address-text.ts';
import { acceptedAddresses, hasEnded, mismatchesOf, readAccepted } from '../shared/exposure/expected-address.ts';
import type { ExposureRow } from '../shared/exposure/exposure-rows.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { bareRule, mayBeSameRule } from '../shared/port-addresses.ts';
import { page, team } from '../shared/shared-params.ts';
import { exposureAccept, tell } from './accept-address.ts';
import { acceptMsg } from './accept-messages.ts';
import { exposureList, exposureReview, exposureSummary } from './exposure-answer.ts';
import { exposedMsg } from './exposure-report-messages.ts';
import { type ExposureFacts, gatherExposure } from './gather-exposure.ts';
import { type RecordedOpenings, readRecordedOpenings, recordedAnswer } from './recorded-openings.ts';

const hidden = { input: 'hidden' } as const;
const params = {
  search: optional<string>(sharedMsg.search(), ok, { hint: exposedMsg.searchHint() }),
  team,
  all: flag(exposedMsg.all(), 'all', { hint: exposedMsg.allHint() }),
  list: flag(exposedMsg.list(), 'list', hidden),
  review: flag(exposedMsg.reviewFlag(), 'review', hidden),
  changes: flag(exposedMsg.allChanges(), 'changes', hidden),
  csv: flag(exposedMsg.csv(), 'csv', hidden),
  here: flag(exposedMsg.here(), 'here', hidden),
  page,
};
type ExposureArgs = Args<typeof params>;

const exposure = defineQuestion({
  id: 'exposure',
  tool: { name: 'list_exposure' },
  command: 'portolan',
  keywords: [['exposure'], ['exposed']],
  summary: exposedMsg.says(),
  searched: exposedMsg.searched(),
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
    const gathering = () => gatherExposure({ ...args, report }, ask, reads);
    // A scheduled report, a file and a review say that the platform fails, because what is recorded can't replace them.
    return args.list || !(args.here || args.csv || args.review) ? orRecorded(gathering, args, ask, reads) : gathering();
  },

  answer(args, facts: ExposureFacts | RecordedOpenings, ask): Answer {
    if ('recorded' in facts)
      return recordedAnswer(facts, { ...givenOf(args), ...(args.list ? { list: ['yes'] } : {}) }, ask.now);
    const again = { operation: 'exposure', given: givenOf(args) };
    if (args.csv) return csvAnswer(facts);
    if (args.review) return exposureReview(facts, args.page, again, ask.now, acceptAll(facts, args));
    if (args.list || args.search !== undefined) return exposureList(facts, args.page, again, ask.now);
    return exposureSummary(facts, again, ask.now, args.changes);
  },
});

/** Returns what Portolan recorded if the platform doesn't answer. */
async function orRecorded(
  gathering: () => Promise<ExposureFacts | Problem>,
  args: ExposureArgs,
  ask: Ask,
  reads: Reads,
): Promise<ExposureFacts | RecordedOpenings | Problem> {
  const facts = await unlessPlatformFails(gathering, (error) => {
    if (!error.canRetry) throw error;
  });
  if (facts && (isProblem(facts) || facts.apps.length > 0 || !facts.unread.every(({ error }) => error.canRetry)))
    return facts;
  return readRecordedOpenings(args, ask, reads);
}

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

const columns: readonly CsvColumn<ExposureRow>[] = [
  ['address', ({ exposed }) => exposed.address],
  ['kind', ({ exposed }) => exposed.kind],
  ['component', ({ exposed }) => exposed.componentName],
  ['component_id', ({ exposed }) => exposed.component],
  ['port', ({ exposed }) => exposed.port],
  ['context', ({ exposed }) => placeText(exposed.context)],
  ['app', ({ exposed }) => exposed.context.appName],
  ['state', ({ exposed }) => exposed.remains ?? 'open'],
  ['group', ({ group }) => group],
  ['odd', ({ odd }) => odd.join(' ')],
  ['remarks', ({ remarks }) => remarks.join(' ')],
  ['seen_since', ({ record }) => timeCell(record?.since)],
  ['opened_by', ({ record }) => record?.opened?.by.name],
  ['platform_user', ({ record }) => (record?.opened ? undefined : record?.openedBy)],
  ['request', ({ record }) => record?.opened?.request],
  ['card', ({ record }) => record?.opened?.link],
  ['closes_at', ({ until }) => timeCell(until)],
  ['expected_by', expectedBy],
  [
    'expected_reason',
    ({ expected }) => (expected?.by === 'person' ? expected.accepted.reason : expected?.entry.reason),
  ],
  [
    'expected_until',
    ({ expected }) => timeCell(expected?.by === 'person' ? expected.accepted.until : expected?.entry.until),
  ],
  ['certificate_expires', ({ exposed }) => timeCell(exposed.certificate?.expiresAt)],
  ['rule', ({ exposed }) => exposed.rule],
];

function expectedBy({ expected }: ExposureRow): string | undefined {
  return expected?.by === 'file' ? `policy file, line ${expected.entry.line}` : expected?.accepted.by.name;
}

const maxPerPiece = 200;

async function* exposureCsv(rows: readonly ExposureRow[]): AsyncIterable<string> {
  const table = csvTable(columns);
  yield table.start;
  for (let from = 0; from < rows.length; from += maxPerPiece)
    yield rows
      .slice(from, from + maxPerPiece)
      .map(table.row)
      .join('');
}

/** Returns the button that accepts all addresses that nobody had reviewed when they were listed. */
function acceptAll({ rows, apps }: ExposureFacts, args: ExposureArgs): AskButton {
  const count = rows.filter(({ group }) => group === 'unreviewed').length;
  const given = { ...givenOf(args), everything: ['yes'], before: [String(Math.max(...apps.map(({ at }) => at)))] };
  return { label: exposedMsg.acceptAll({ count }), operation: 'exposure.accept', given, opens: 'modal' };
}

const maxEntries = 20;

const mismatchTexts = {
  component: acceptMsg.otherComponent,
  address: acceptMsg.otherAddress,
  port: acceptMsg.otherPort,
  context: acceptMsg.otherContext,
} as const;

const explainExposure = defineQuestion({
  id: 'exposure.explain',
  tool: { none: 'the list of what can be reached says what is expected' },
  command: 'portolan',
  keywords: [['policy', 'exposure']],
  summary: acceptMsg.explainSays(),
  title: acceptMsg.explainForm(),
  examples: ['portolan policy exposure www.shop.test'],
  params: {
    address: required<string>(acceptMsg.address(), acceptMsg.addressMissing(), ok, { hint: acceptMsg.addressHint() }),
  },
  order: ['address'],
  dialects: ['console'],

  async gather({ address: typed }, ask, reads) {
    const facts = await gatherExposure({ all: false, here: true }, ask, reads);
    if (isProblem(facts)) return facts;
    const rows = facts.rows.filter(({ exposed }) => bareRule(exposed.address) === bareRule(typed));
    if (rows.length === 0) return refused(acceptMsg.addressUnknown({ typed }));
    return { rows, entries: reads.policy.expected ?? [] };
  },

  answer({ address: typed }, { rows, entries }, ask): Answer {
    const parts = rows.flatMap(({ exposed, expected, record }): readonly Part[] => {
      const since = record && sinceText(record, ask.now);
      const skipped = expected?.by === 'file' ? [] : entries.slice(0, maxEntries);
      return [
        { part: 'line', text: addressText(exposed) },
        { part: 'line', text: expected ? expectationText(expected) : acceptMsg.notExpected() },
        ...(since ? [{ part: 'note', text: since } as const] : []),
        ...skipped.map((entry): Part => {
          const lacks = mismatchesOf(entry, { ...exposed, place: exposed.context });
          const why: Text = hasEnded(entry, ask.now)
            ? acceptMsg.hasEnded()
            : listText(lacks.map((each) => mismatchTexts[each]()));
          return { part: 'note', text: acceptMsg.entrySkipped({ line: entry.line, why }) };
        }),
      ];
    });
    return { title: acceptMsg.explainTitle({ address: typed }), parts };
  },
});

const pageSize = 20;

const exposureExpected = defineQuestion({
  id: 'exposure.expected',
  tool: { none: 'the list of what can be reached says what is expected' },
  command: 'portolan',
  keywords: [['exposure', 'expected']],
  summary: acceptMsg.listSays(),
  title: acceptMsg.listForm(),
  examples: ['portolan exposure expected'],
  params: { page },
  order: [],
  dialects: ['console'],

  async gather(_args, ask, reads) {
    const accepted = [...(await readAccepted(reads, ask.context)).values()];
    return { accepted, inFile: (reads.policy.expected ?? []).length };
  },

  answer(args, { accepted, inFile }, ask): Answer {
    const sorted = accepted.toSorted((one, other) => one.until - other.until);
    const paging = { page: args.page, size: pageSize, total: sorted.length };
    const shown = pageFrom(sorted, paging);
    return listedPage({
      title: acceptMsg.listTitle(),
      operation: 'exposure.expected',
      given: {},
      paging,
      shown,
      none: acceptMsg.listNone(),
      columns: [acceptMsg.address(), acceptMsg.by(), acceptMsg.until(), acceptMsg.reason()],
      isStacked: true,
      rowOf: (each) => {
        const at = { at: each.until, show: 'date' } as const;
        const until = hasEnded(each, ask.now) ? acceptMsg.ended({ at }) : acceptMsg.moment({ at });
        const where = verbatim(`${each.address} → ${portWords(each.componentName, each.port)}`);
        return [where, verbatim(each.by.name), until, verbatim(each.reason)];
      },
      notes: inFile > 0 ? [acceptMsg.inFile({ count: inFile })] : [],
      select: selectOne(
        acceptMsg.revokeOne(),
        { operation: 'exposure.revoke', param: 'address' },
        shown.map((each) => [each.key, verbatim(each.address)] as const),
      ),
    });
  },
});

const exposureRevoke = defineSetting({
  id: 'exposure.revoke',
  tool: { none: 'people say what is meant to be open' },
  command: 'portolan',
  keywords: [['exposure', 'revoke']],
  summary: acceptMsg.revokeSays(),
  title: acceptMsg.revokeForm(),
  examples: ['portolan exposure revoke www.shop.test'],
  params: { address: required<string>(acceptMsg.address(), acceptMsg.addressMissing(), ok) },
  order: ['address'],
  dialects: ['console'],

  async apply({ address: typed }, ask, settings): Promise<Answer | Problem> {
    const all = [...(await readAccepted(settings, ask.context)).values()];
    const acceptance =
      all.find(({ key }) => key === typed) ??
      all.find(({ address }) => mayBeSameRule(address, typed)) ??
      all.find(({ address }) => bareRule(address) === bareRule(typed));
    if (!acceptance)
      return { title: acceptMsg.listTitle(), parts: [{ part: 'line', text: acceptMsg.revokedUnknown({ typed }) }] };
    const { policy, actor } = settings;
    const who = await actor(ask.person, ask.channel);
    const { context, channel } = ask;
    const refusal = mayAcceptExposure(policy, { context, channel, operation: 'exposure.revoke' }, who, undefined);
    if (refusal) return notAllowed(refusal);
    const { key, address, component, componentName, port } = acceptance;
    await settings.store.commit({
      at: ask.now,
      records: [acceptedAddresses.drop(key)],
      audit: [
        settingEntry('exposure.revoke', ask, ask.context, { address, component, componentName, port: String(port) }),
      ],
    });
    return tell(acceptMsg.revoked({ who: ask.person.name, what: addressText(acceptance) }), 0, settings);
  },
});

export const exposureOperations: readonly Operation[] = [
  exposure,
  exposureExpected,
  exposureAccept,
  exposureRevoke,
  explainExposure,
];
