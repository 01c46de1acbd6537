import fc from 'fast-check';
import { guessWidth } from '../../../test/guess-width.ts';
import { spread } from '../layout/labels.ts';
import { fitText, wrapText } from './text-fit.ts';

test('labels never overlap and stay inside, whatever they want', () => {
  const label = fc.record({
    at: fc.double({ min: -50, max: 350, noNaN: true }),
    height: fc.integer({ min: 10, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 10 }), (labels) => {
      const heights = labels.map((each) => each.height);
      const placed = spread(
        labels.map((each) => each.at),
        heights,
        0,
        300,
      );
      const order = placed.map((_, index) => index).sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0));
      let edge = -1e-6;
      for (const index of order) {
        const [centre, half] = [placed[index] ?? 0, (heights[index] ?? 0) / 2];
        expect(centre - half).toBeGreaterThanOrEqual(edge - 1e-6);
        edge = centre + half;
      }
      expect(edge).toBeLessThanOrEqual(300 + 1e-6);
    }),
  );
});

const widthOf = (text: string) => guessWidth(text, 16, 400);

test('a text fits into any width, and whole characters stay whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 30, max: 200 }), (text, width) => {
      const fitted = fitText(text, width, widthOf);
      expect(widthOf(fitted)).toBeLessThanOrEqual(Math.max(width, 16));
      expect(fitted.isWellFormed()).toBe(text.isWellFormed() || fitted.isWellFormed());
    }),
  );
  expect(fitText('👩‍👩‍👧 family', 40, widthOf)).not.toContain('\u200d…');
});

test('a line never ends with an opening bracket, and never begins with a closing one or a separator', () => {
  const text = '开启 8080（a.example.com） · liu；开启 8080（b.example.com） · maya，重启（第二次）';
  for (let width = 160; width < 900; width += 8) {
    const lines = wrapText(text, width, widthOf);
    expect(lines.filter((line) => /[（(]$|^[）；，]/u.test(line))).toEqual([]);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  }
});
