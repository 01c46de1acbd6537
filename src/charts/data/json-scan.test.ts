import { assert, bigInt, double, integer, oneof, property } from 'fast-check';
import { BrokenJson, JsonScanner } from './json-scan.ts';

const scanned = (text: string) => new JsonScanner(new TextEncoder().encode(text));
const readNumber = (text: string) => {
  const scanner = scanned(text);
  const value = scanner.number(Number);
  scanner.end();
  return value;
};

describe('numbers', () => {
  const written = oneof(
    integer().map(String),
    double({ noNaN: true, noDefaultInfinity: true }).map(String),
    double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(3)),
    bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String),
  );

  test('are what JavaScript reads, bare and as text', () =>
    assert(
      property(written, (text) => {
        expect(readNumber(text)).toBe(Number(text));
        expect(readNumber(`"${text}"`)).toBe(Number(text));
        expect(readNumber(` ${text}\n`)).toBe(Number(text));
      }),
    ));

  test.each(['1a', '1.2.3', '--1', '-', '1e', '1"', '"1', '12 3', ''])("%j isn't JSON", (text) =>
    expect(() => readNumber(text)).toThrow(BrokenJson),
  );
});
