import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { checkPayload } from '../../playground/slack/check/check-payload.ts';
import { objectsOf } from '../../playground/slack/json-values.ts';
import { statesOf } from '../../playground/slack/workspace/input-values.ts';
import { interpret, print } from '../../src/core/command/interpret.ts';
import {
  askedInForm,
  type Fault,
  type Param,
  type RawArgs,
  readAll,
  readGiven,
} from '../../src/core/command/params.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import type { Operation } from '../../src/operations/shared/define.ts';
import type { Page } from '../../src/slack/blocks/blocks.ts';
import { type Filled, fieldErrors, readForm } from '../../src/slack/form/form-state.ts';
import { type Form, formView } from '../../src/slack/form/form-view.ts';
import { ViewPayload } from '../../src/slack/interaction/payloads.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { anyGiven, examplesOf, oddTexts, pages } from './odd.ts';

const english: Page = { lang: 'en', zone: 'UTC' };
const context = { team: 'shop', region: 'east-1', app: '12', name: 'shop', appName: '商店 <!here>' };

function formOf(operation: Operation, given: RawArgs, more: Partial<Form> = {}): Form {
  return { operation, given, faults: [], meta: { o: operation.id, ch: 'C1' }, ...more };
}

function submitted(form: Form, page: Page): Filled {
  const view = formView(form, page);
  const payload = { id: 'V1', private_metadata: view.private_metadata, blocks: view.blocks };
  const filled = readForm(ViewPayload.parse({ ...payload, state: { values: statesOf(objectsOf(view.blocks)) } }));
  if (!filled) throw new Error(`${form.operation.id} has no form`);
  return filled;
}

function faultsOf(operation: Operation, given: RawArgs): readonly Fault[] {
  const parsed = readGiven(operation, given);
  return 'faults' in parsed ? parsed.faults : [];
}

const faultLines = (faults: readonly Fault[]) => faults.map(({ param, why }) => `${param}: ${plain(why, 'en')}`).sort();

/** Checks whether an input of this kind can contain the values. The form reports other values below the input. */
function holds(param: Param<unknown>, values: readonly string[]): boolean {
  const [first = ''] = values;
  switch (param.input) {
    case 'select':
      return (param.options ?? []).some(({ value }) => value.toLowerCase() === first.toLowerCase());
    case 'checkbox':
      return /^(?:yes|)$/i.test(first);
    case 'external':
      return values.every((value) => value !== '' && value.trim() === value && value.length <= 75 && !/\n/.test(value));
    case 'list':
    case 'long-text':
      return values.join('\n').length <= 3_000 && values.every((value) => !value.includes('\n'));
    default:
      return first.length <= 3_000 && !first.includes('\n');
  }
}

/** Returns the given values that the form's inputs can contain. Which inputs exist can depend on other values. */
function heldOf({ params }: Operation, given: RawArgs): RawArgs {
  const held = Object.entries(given).filter(([name, values]) => {
    const param = params[name];
    if (param === undefined || !holds(param, values)) return false;
    // An empty input counts as absent, but a typed `key=` without a value is an error, so skip empty values.
    return param.required || values.every((value) => value.trim() !== '');
  });
  const asked = askedInForm(params, Object.fromEntries(held), true).map(([name]) => name);
  return Object.fromEntries(held.filter(([name]) => asked.includes(name)));
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('the form of %s', (_id, operation) => {
  const meta = { o: operation.id, ch: 'C1', adv: true };

  test('and typed words give equal problems', () =>
    fc.assert(
      fc.property(anyGiven(operation), (anything) => {
        const given = heldOf(operation, anything);
        const filled = submitted(formOf(operation, given, { meta }), english);
        expect(faultLines(faultsOf(operation, filled.given))).toEqual(faultLines(faultsOf(operation, given)));
        const typed = interpret(operations, 'portolan', print(operation, given));
        if (typed.meaning !== 'request') throw new Error(`${print(operation, given)} isn’t understood`);
        // People can't type control characters, so compare only if the form kept all given values.
        const same = isDeepStrictEqual(typed.request.given, given);
        if (same) expect(faultLines(typed.faults)).toEqual(faultLines(faultsOf(operation, given)));
      }),
      { numRuns: 30 },
    ));

  test('reads its examples back as they were given', () => {
    for (const given of examplesOf(operation)) {
      const shown = heldOf(operation, given);
      for (const page of pages) {
        const filled = submitted(formOf(operation, shown, { meta }), page);
        expect(readAll(operation.params, filled.given)).toEqual(readAll(operation.params, shown));
      }
    }
  });

  test('shows every fault, in both languages, and Slack takes it', () =>
    fc.assert(
      fc.property(anyGiven(operation), fc.boolean(), (given, adv) => {
        const faults = faultsOf(operation, given);
        for (const page of pages) {
          const view = formView(formOf(operation, given, { faults, context, meta: { ...meta, adv } }), page);
          expect(checkPayload('view', view)).toEqual([]);
          expect(JSON.stringify(view.blocks).split('⚠').length - 1).toBeGreaterThanOrEqual(faults.length);
        }
      }),
      { numRuns: 20 },
    ));

  test('is taken by Slack whatever stands in it', () => {
    const wholes = [{}, ...examplesOf(operation), ...oddTexts.map((text) => filledWith(operation, [text]))];
    const everyFault = Object.keys(operation.params).map((param) => ({ param, why: verbatim('长'.repeat(5_000)) }));
    for (const page of pages)
      for (const given of wholes)
        for (const [faults, adv] of [
          [[], true],
          [everyFault, true],
          [[{ param: '', why: verbatim('all') }], false],
        ] as const) {
          const labels = Object.fromEntries(oddTexts.map((text) => [text, text]));
          const options = ['gateway.http', 'gateway.tcp'].map((id) => ({ id, label: verbatim('长'.repeat(300)) }));
          const modal = { title: verbatim('长'.repeat(300)), options };
          const { ch: _ch, ...nowhere } = meta;
          const form = formOf(operation, given, { faults, labels, modal, context, reason: '理由'.repeat(2_000) });
          const view = formView({ ...form, meta: { ...nowhere, adv } }, page);
          expect(checkPayload('view', view)).toEqual([]);
        }
  });

  test('answers every submission that has faults with a field error at least', () =>
    fc.assert(
      fc.property(anyGiven(operation), (given) => {
        const filled = submitted(formOf(operation, given, { meta }), english);
        const faults = faultsOf(operation, filled.given);
        if (faults.length === 0) return;
        const errors = fieldErrors(faults, filled, (text) => plain(text, 'en'));
        const ack = { response_action: 'errors', errors };
        expect(checkPayload('ack', ack)).toEqual([]);
      }),
      { numRuns: 25 },
    ));
});

test('a dash that somebody types is a value, not the row of an empty list', () => {
  const open = operations.find(({ id }) => id === 'port.open');
  if (!open) throw new Error('no port.open');
  const given = { component: ['web'], port: ['-'] };
  const filled = submitted(formOf(open, given), english);
  expect(filled.given).toMatchObject(given);
});

const filledWith = (operation: Operation, values: readonly string[]): RawArgs =>
  Object.fromEntries(
    Object.entries(operation.params).map(([name, param]) => [name, param.repeats ? [...values, ...values] : values]),
  );
