import { imageFonts } from '../../../test/deploy/installation.ts';
import { fonts } from './fonts.ts';

test('the image keeps every font of pictures (Dockerfile)', () => {
  const kept = imageFonts();
  expect(kept).not.toEqual([]);
  for (const file of fonts.flatMap(({ files }) => files))
    expect(
      kept.some((end) => file.endsWith(end)),
      file,
    ).toBe(true);
});
