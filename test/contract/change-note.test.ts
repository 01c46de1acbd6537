import { langs } from '../../src/core/text/text.ts';
import { phoneHeight } from '../../src/slack/blocks/phone-height.ts';
import { maxChartHeight, maxNoteHeight, notePicture } from '../../src/slack/chart/chart-view.ts';
import { changeNote, changeNotes, chartTables } from '../messages/change-notes.ts';
import { wordsOf } from '../scenario/stage.ts';

// The note after a change is read on a phone: its verdict first, then the picture, on one screen.

const each = langs.flatMap((lang) => Object.keys(changeNotes).map((name) => ({ lang, name })));

test.each(each)(
  '$name ($lang): the verdict comes first, and the note fits on one screen of a phone',
  ({ lang, name }) => {
    const page = { lang, zone: 'UTC' };
    const { blocks, text } = changeNote(name, page, 'F0123456789');
    expect(blocks.slice(0, 2).map(({ type }) => type)).toEqual(['section', 'image']);
    expect(['table', 'section']).toContain(blocks[2]?.type);
    const words = wordsOf(blocks[0]);
    expect(text.startsWith(words)).toBe(true);
    // Only a change without effects, or after which everything recovered, has a tick.
    expect(words.startsWith('✓')).toBe(['as before', 'recovered', 'recovered, memory high for a while'].includes(name));
    expect(words.startsWith('⚠')).toBe(
      [
        ...['slower', 'worse', 'worse after another change', 'again', 'relapsed', 'not resolved'],
        'memory high for a while',
      ].includes(name),
    );
    const rest = blocks.filter(({ type }) => type !== 'image');
    expect(phoneHeight(rest) + notePicture).toBeLessThanOrEqual(maxNoteHeight);
  },
);

test.each(langs)('in %s, a chart of many rows fits on 1.3 screens of a phone, whatever its items', (lang) => {
  for (const picture of [300, 600])
    for (const { blocks } of chartTables({ lang, zone: 'UTC' }, picture)) {
      const rest = blocks.filter(({ type }) => type !== 'image');
      expect(phoneHeight(rest) + picture).toBeLessThanOrEqual(maxChartHeight);
    }
});
