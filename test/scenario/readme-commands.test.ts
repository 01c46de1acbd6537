import { codeBlocks, readDocument } from '../documents/markdown.ts';
import { acts } from './stage.ts';
import { useStage } from './use-stage.ts';

/** Checks that each command in the README gets a card, a chart or an answer in the playground. */
const [, section = ''] = readDocument('README.md').split(/^## Try it$/m);
const lines = codeBlocks(section.split(/^## /m)[0] ?? '')
  .filter(({ language }) => language === 'text')
  .flatMap(({ text }) => text.trim().split('\n'));

const stage = await useStage();

test('there are commands', () => expect(lines.length).toBeGreaterThan(3));

test.each(lines)('%s', async (line) => {
  const [first] = await acts(stage, 'U0MAYA', 'C0SHOP', (maya) => maya.slash('C0SHOP', line));
  const kinds = first?.blocks.map((block) => JSON.stringify(block)) ?? [];
  expect(kinds.join('\n'), first?.text).toMatch(/"type":"(?:header|image)"/);
  if (line.startsWith('/port open') || line.startsWith('/gateway http'))
    expect(kinds.join()).toContain('request.approve');
});
