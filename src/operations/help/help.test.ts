import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { operations } from '../index.ts';
import { defineHelp } from './help.ts';

const help = defineHelp(() => operations);
const names = { components: ['api', 'worker'], ports: [9100, 9200] };
const explain = (...about: readonly string[]) =>
  shapeOf(help.answer({ about }, { offered: operations, names, works: {} }, { ...ask, prefix: 'rb-' }));

describe('help', () => {
  test('finds by any word of what is done, in each language, and names the words that mean the same', () => {
    const found = (...about: readonly string[]) => explain(...about).text;
    expect(found('gateway', 'certificates')).toContain('List certificates and when they expire');
    expect(found('pending')).toContain('/rb-portolan requests');
    expect(found('审计日志')).toContain('/rb-portolan audit');
    expect(found('portolan', 'openings')).toContain('Also: /rb-portolan temporary');
    expect(found('portolan', 'temporary')).toContain('/rb-portolan openings');
  });

  test('shows what works here first, and doubts only what was tried', () => {
    const works = {
      'port open web 8443 inner': 'port open db 3306 inner',
      'port open web 8443 both': 'port open db 1 both',
    };
    const facts = { offered: operations, names, works: { ...works, 'port open api 8000': 'port open db 3306' } };
    const tried = shapeOf(help.answer({ about: ['port', 'open'] }, facts, ask)).text;
    expect(tried.indexOf('`/port open db 3306`')).toBeLessThan(tried.indexOf('`/port open db 3306 inner`'));
    expect(tried).not.toContain('may not exist here');
    const none = shapeOf(help.answer({ about: ['port', 'open'] }, { ...facts, works: {} }, ask)).text;
    expect(none).toContain('The names in these examples may not exist here.');
    expect(shapeOf(help.answer({ about: ['port', 'open'] }, { offered: operations, names }, ask)).text).not.toContain(
      'may not exist',
    );
  });
});
