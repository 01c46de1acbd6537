import { aCertificate } from '../../../test/operations/samples.ts';
import { readCertificateList } from '../console-reads.ts';
import { PlatformError } from '../errors/platform-error.ts';

const crash = () => {
  const failed = { asked: 'listCertificates', kind: 'server', outcome: 'not-sent' } as const;
  return new PlatformError({ ...failed, canRetry: false, status: 500 });
};

/** Simulates a console with unparsable certificates. Each of these makes its page fail. */
async function readFrom(total: number, bad: readonly number[]) {
  let asked = 0;
  const list = await readCertificateList(async ({ page, page_size }) => {
    asked += 1;
    const from = (page - 1) * page_size;
    const ids = Array.from({ length: total }, (_, index) => index).slice(from, from + page_size);
    if (ids.some((id) => bad.includes(id))) throw crash();
    return { total, certificates: ids.map((id) => aCertificate({ id })) };
  });
  const ids = list.certificates.map(({ id }) => id).sort((one, other) => one - other);
  return { ids, unreadable: list.unreadable, asked };
}

test.each([
  [3, [], 1],
  [3, [1], 8],
  [1, [0], 8],
  [250, [120], 20],
  [130, [5, 129], 24],
])('of %i certificates, those beside the ones that the console can’t parse are read: %j', async (total, bad, max) => {
  const { ids, unreadable, asked } = await readFrom(total, bad);
  expect(ids).toEqual(Array.from({ length: total }, (_, id) => id).filter((id) => !bad.includes(id)));
  expect(unreadable).toBe(bad.length);
  expect(asked).toBeLessThanOrEqual(max);
});

test('if nothing can be read, it fails as the platform does', () =>
  expect(
    readCertificateList(async () => {
      throw crash();
    }),
  ).rejects.toThrow(PlatformError));
