import type { Answer, Part } from '../../core/command/answer.ts';
import { ok, required } from '../../core/command/params.ts';
import { isProblem, refused } from '../../core/command/problem.ts';
import { listText } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import { defineQuestion } from '../shared/define.ts';
import { addressText, expectationText, sinceText } from '../shared/exposure/address-text.ts';
import { hasEnded, mismatchesOf } from '../shared/exposure/expected-address.ts';
import { bareRule } from '../shared/port-addresses.ts';
import { acceptMsg } from './accept-messages.ts';
import { gatherExposure } from './gather-exposure.ts';

const maxEntries = 20;

const mismatchTexts = {
  component: acceptMsg.otherComponent,
  address: acceptMsg.otherAddress,
  port: acceptMsg.otherPort,
  context: acceptMsg.otherContext,
} as const;

export const explainExposure = defineQuestion({
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
      const since = sinceText(record);
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
