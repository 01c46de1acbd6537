import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import { answerMessage } from '../../slack/answer/answer-view.ts';
import { phoneHeight } from '../../slack/blocks/phone-height.ts';
import { maxCardHeight } from '../../slack/request/card-view.ts';
import { operations } from '../index.ts';
import { plain } from '../operation-catalog.ts';
import { exampleAnywhere } from './example-names.ts';
import { findAbout, meantWords } from './find-about.ts';
import { defineHelp, helpTopics, topicOf } from './help.ts';

const help = defineHelp(() => operations);
const names = { components: ['api', 'worker'], ports: [9100, 9200] };
const explain = (...about: readonly string[]) =>
  shapeOf(
    help.answer({ about, topic: undefined }, { offered: operations, names, works: {} }, { ...ask, prefix: 'rb-' }),
  );

const explainUntried = (about: string) =>
  shapeOf(help.answer({ about: [about], topic: undefined }, { offered: operations, names }, ask));

const lengthOf = ({ text, choices }: { text: string; choices: readonly string[] }) =>
  text.split('\n').length + (choices.length > 0 ? 1 : 0);

describe('help', () => {
  test('begins with eight things that a press does, on one screen, and each of its topics fits one', () => {
    const answer = help.answer(
      { about: [], topic: undefined },
      { offered: operations, names },
      { ...ask, prefix: 'rb-' },
    );
    const first = shapeOf(answer);
    expect(first.text.match(/^`\/rb-[^`]+`$/gm)).toEqual([
      '`/rb-component list`',
      '`/rb-port open api 9100 for=2h`',
      '`/rb-monitor api 6h`',
      '`/rb-component restart api`',
      '`/rb-component deploy api`',
      '`/rb-watch list`',
      '`/rb-follow`',
      '`/rb-portolan audit`',
    ]);
    // A change is never posted by one press: its button opens the form.
    expect(first.choices.slice(0, 8)).toEqual([
      'Run → component.list',
      'Form… → port.open for=2h component=api port=9100 …',
      'Run → monitor component=api range=6h',
      'Form… → component.restart component=api …',
      'Form… → component.deploy component=api …',
      'Run → watch.list',
      'Form… → follow.add …',
      'Run → audit',
    ]);
    for (const lang of ['en', 'zh'] as const) {
      if (!('parts' in answer)) throw new TypeError('not an answer');
      const { blocks } = answerMessage(
        answer,
        { at: 0, context: ask.context, shareId: undefined },
        { lang, zone: 'UTC' },
      );
      expect(phoneHeight(blocks), lang).toBeLessThan(maxCardHeight);
    }
    const topics = first.choices.flatMap((each) => / → help topic=(.*)/.exec(each)?.[1] ?? []);
    expect(topics).toEqual(helpTopics.map(({ id }) => id));
    for (const topic of topics) {
      const shown = shapeOf(help.answer({ about: [], topic }, { offered: operations, names, works: {} }, ask));
      expect(lengthOf(shown), topic).toBeLessThanOrEqual(20);
      expect(shown.buttons.at(-1), topic).toBe('help');
      expect(shown.text.match(/^\*\/[^*]+\* – /gm)?.length, topic).toBeGreaterThan(2);
    }
  });

  test('lists questions before changes, and before it tried them no example with a rule that may not exist', () => {
    const { text } = explainUntried('gateway');
    expect(text.indexOf('/gateway list')).toBeLessThan(text.indexOf('/gateway http'));
    expect(text).toMatch(/^\*\/gateway delete\* – /m);
    expect(explainUntried('port').text).toMatch(/^`\/port open api 9100 for=2h` – [\s\S]*^\*\/port close\* – /m);
    expect(text).not.toContain('gateway delete www');
    expect(explainUntried('怎么开放端口').text).toMatch(/^`\/port open/);
  });

  test('has each operation in one topic', () => {
    for (const operation of operations) expect(topicOf(operation), operation.id).toBeDefined();
    for (const { id } of helpTopics)
      expect(
        operations.some((each) => topicOf(each)?.id === id),
        id,
      ).toBe(true);
  });

  test('opens no port to the internet without an end in an example', () => {
    const open = operations.find(({ id }) => id === 'port.open') ?? expect.fail();
    for (const words of [...open.examples, open.first?.example ?? 'for=2h'])
      expect(words, words).toMatch(/ inner$|for=2h$/);
  });

  test('names no port with a component that may not have it', () => {
    const without = { offered: operations, names: { components: ['api'], ports: [] } };
    const { text } = shapeOf(help.answer({ about: [], topic: undefined }, without, ask));
    expect(text).toContain('/monitor api 6h');
    expect(text).not.toContain('/port open ');
  });

  test('finds by any word of what is done, in each language, and names the words that mean the same', () => {
    const textAbout = (...about: readonly string[]) => explain(...about).text;
    expect(textAbout('gateway', 'certificates')).toContain('List certificates and when they expire');
    expect(textAbout('open', 'now')).toContain('/rb-portolan openings');
    expect(textAbout('pending')).toContain('/rb-portolan requests');
    expect(textAbout('alertmanager')).toMatch(/^Alerts that your Alertmanager sends/m);
    for (const words of ['denied', 'my request was denied', '驳回'])
      expect(textAbout(...words.split(' ')), words).toMatch(/The card of a denied request says who denied it and why/);
    expect(textAbout('审计日志')).toContain('/rb-portolan audit');
    expect(textAbout('portolan', 'openings')).toContain('Also: /rb-portolan temporary');
    expect(textAbout('portolan', 'temporary')).toContain('/rb-portolan openings');
  });

  test('finds by a sentence in each language, and by a misspelt word with a question', () => {
    const foundBy = (about: string) => explain(...about.split(' ')).text;
    for (const [about, found] of [
      ['how do I open a port for two hours', '/rb-port open'],
      ['why is web slow', '/rb-monitor'],
      ['who opened this port', '/rb-portolan audit'],
      ['who opened this port', '/rb-portolan openings'],
      ['谁开启了端口', '/rb-portolan openings'],
      ['怎么临时开放端口两小时', '/rb-port open'],
      ['为什么慢', '/rb-monitor'],
      ['谁开放了端口', '/rb-portolan audit'],
      ['谁打开了', '/rb-portolan audit'],
      ['who opened', '/rb-portolan openings'],
      ['when does it close', '/rb-portolan openings'],
      ['谁打开的', '/rb-portolan openings'],
      ['什么时候关闭', '/rb-portolan openings'],
      ['打开端口', '/rb-port open'],
      ['开启端口 两小时', '/rb-port open'],
      ['how do I undo', '/rb-portolan audit'],
      ['怎么撤销', '/rb-portolan audit'],
      ['how do I extend', '/rb-port until'],
      ['access', '/rb-portolan openings'],
      ['访问', '/rb-port open'],
      ['error rate', '/rb-monitor'],
      ['503', '/rb-monitor'],
      ['permission', '/rb-portolan policy'],
      ['权限', '/rb-portolan policy'],
      ['maintenance', '/rb-portolan freeze'],
      ['封网', '/rb-portolan freeze'],
      ['export', '/rb-portolan audit'],
      ['导出', '/rb-portolan audit'],
      ['version', '/rb-component image'],
      ['mcp', '/rb-portolan agent create'],
      ['switch app', '/rb-portolan use'],
      ['内网', '/rb-port open'],
      ['静音', '/rb-watch silence'],
      ['env', 'Use the Rainbond console'],
      ['timezone', 'Slack profile'],
    ] as const)
      expect(foundBy(about), about).toContain(found);
    expect(foundBy('roll back')).toContain('/rb-component image');
    expect(foundBy('approve')).toContain('/rb-portolan requests');
    expect(foundBy('silnce')).toMatch(/^Nothing found for “silnce”\. Similar: “silence”\.$/m);
    for (const command of ['certificates', 'http']) expect(foundBy('certificate')).toContain(`/rb-gateway ${command}`);
    expect(foundBy('silnce')).toContain('/rb-watch incident silence');
    expect(foundBy('xylophone')).toContain('Nothing found for “xylophone”.');
    for (const general of ['commands', '命令', '有哪些功能']) expect(foundBy(general)).not.toContain('Nothing found');
  });

  test.each([
    ['silence', '静默'],
    ['delete', '删除'],
    ['resume', '继续'],
  ])('finds the same by a word of several commands in both languages: %s', (en, zh) => {
    const found = (word: string) => new Set(findAbout(operations, word).map(({ id }) => id));
    expect(found(en)).toEqual(found(zh));
    expect(found(en).size).toBeGreaterThan(1);
  });

  test('says what an omitted value means, and the usual risk before the others with their examples', () => {
    const { text } = explain('port', 'open');
    expect(text).toMatch(/^• `for=` .*Default: until someone closes it\.$/m);
    expect(text.match(/Risk in the policy: .*/g)).toEqual([
      'Risk in the policy: `expose` (opening external access). `/rb-port open api 9100 inner`: `change` (changes).',
    ]);
  });

  test('begins with an example that can be used here, or else the command without what the example does', () => {
    const lineOf = (works: Readonly<Record<string, string>>) => {
      const facts = { offered: operations, names: { components: ['web'], ports: [8443] }, works };
      return shapeOf(help.answer({ about: [], topic: undefined }, facts, ask)).text;
    };
    expect(lineOf({ 'port open api 8000 for=2h': 'port open api 9100 for=2h' })).toMatch(
      /^Open a port to the internet for 2 hours\n`\/port open api 9100 for=2h`$/m,
    );
    expect(lineOf({})).toMatch(/^Open a port\n`\/port open`$/m);
    expect(lineOf({})).not.toContain('8443');
  });

  test.each([
    ['opne port', 'Showing: open port'],
    ['port opne', 'Showing: port open'],
    ['silnce', 'Showing: silence'],
    ['open port', 'Help: open port'],
    ['restart shop', 'Help: restart shop'],
    ['port web', 'Help: port web'],
  ])('says in the title what it shows: %s', (about, title) => {
    const answer = help.answer({ about: about.split(' '), topic: undefined }, { offered: operations, names }, ask);
    expect('parts' in answer && answer.title && plain(answer.title, 'en')).toBe(title);
  });

  test('an example for any channel has no id', () => {
    const exampleOf = (id: string) => operations.filter((each) => each.id === id).map(exampleAnywhere);
    expect(exampleOf('watch.silence')).toEqual(['watch silence']);
    expect(exampleOf('port.open')[0]).toMatch(/^port open api \d/);
    for (const each of operations.filter(({ command }) => command === 'watch'))
      expect(exampleAnywhere(each), each.id).not.toContain('a1b2c3');
  });

  test('names what a word does to everything: silences a watch or an incident', () => {
    for (const word of ['silence', '静默']) {
      expect(explain(word).text, word).toMatch(/watch silence/);
      expect(explain(word).text, word).toMatch(/watch incident silence/);
    }
  });

  test.each([
    [
      'en',
      'silence',
      '/watch silence <watch> [for how long]',
      '`for=` For how long: 1h, 4h, 1d, recovered. Default: 1h.',
    ],
    ['zh', 'silence', '/watch silence <监控告警> [静默时长]', '`for=` 静默时长：1h、4h、1d、recovered。默认：1h。'],
    ['en', 'pause', '/watch pause <watch>', '`id=` Watch (required)'],
    ['zh', 'pause', '/watch pause <监控告警>', '`id=` 监控告警（必填）'],
  ] as const)(
    'explains parameters in %s with one colon and the words of that language: %s',
    (lang, word, usage, line) => {
      const asked = { ...ask, person: { ...ask.person, lang } };
      const facts = { offered: operations, names, works: {} };
      const answer = help.answer({ about: ['watch', word], topic: undefined }, facts, asked);
      if (!('parts' in answer)) throw new Error('There is no answer.');
      const text = answer.parts.map((part) => (part.part === 'line' ? plain(part.text, lang) : '')).join('\n');
      expect(text).toContain(usage);
      expect(text).toContain(line);
    },
  );

  test('the usage of a command with many parameters has the usual ones, and the others are named below', () => {
    const facts = { offered: operations, names, works: {} };
    const { text } = shapeOf(help.answer({ about: ['monitor'], topic: undefined }, facts, ask));
    expect(text).toContain('/monitor [components …] [range=…] [item=…] [outer=…] [me=…]');
    expect(text).toMatch(/Rarely needed, explained in the form: .*`?vs=/);
  });

  test('names a watch of this channel, and no watch if there is none', () => {
    const about = (ids: readonly string[]) => {
      const facts = { offered: operations, names: { ...names, ids: new Map([['watches', ids]]) } };
      return shapeOf(help.answer({ about: ['silence'], topic: undefined }, facts, ask)).text;
    };
    expect(about(['f00d42'])).toContain('/watch silence f00d42');
    expect(about([])).not.toMatch(/a1b2c3|Examples/);
  });

  test('lists an example that works here for each operation, or else the command alone', () => {
    const facts = { offered: operations, names, works: { 'port open api 8000 for=2h': 'port open web 8443 for=2h' } };
    const { text } = shapeOf(help.answer({ about: [], topic: 'ports' }, facts, ask));
    expect(text).toMatch(/^`\/port open web 8443 for=2h` – Open a port$/m);
    expect(text).toMatch(/^\*\/port close\* – /m);
    expect(text.match(/Open a port$/gm)).toHaveLength(1);
  });

  test.each(['ports', '端口', 'components', 'charts'])('opens the topic that “%s” names', (about) => {
    const id = about === '端口' ? 'ports' : about;
    const facts = { offered: operations, names, works: {} };
    const asked = shapeOf(help.answer({ about: [about], topic: undefined }, facts, ask));
    const topic = shapeOf(help.answer({ about: [], topic: id }, facts, ask));
    expect(asked.text).toBe(topic.text);
  });

  test('shows all topics if there is no such topic any more', () => {
    const facts = { offered: operations, names, works: {} };
    const shown = help.answer({ about: [], topic: 'gone' }, facts, ask);
    expect(shown).toEqual(help.answer({ about: [], topic: undefined }, facts, ask));
  });

  test('shows what works here first, and doubts only what was tried', () => {
    const works = {
      'port open web 8443 inner': 'port open db 3306 inner',
      'port open web 8443 both for=2h': 'port open db 1 both for=2h',
    };
    const facts = {
      offered: operations,
      names,
      works: { ...works, 'port open api 8000 for=2h': 'port open db 3306 for=2h' },
    };
    const tried = shapeOf(help.answer({ about: ['port', 'open'], topic: undefined }, facts, ask)).text;
    expect(tried.indexOf('`/port open db 3306 for=2h`')).toBeLessThan(tried.indexOf('`/port open db 3306 inner`'));
    expect(tried).not.toContain('may not work here');
    const none = shapeOf(help.answer({ about: ['port', 'open'], topic: undefined }, { ...facts, works: {} }, ask)).text;
    expect(none).toContain('Some of these examples may not work here now.');
    expect(
      shapeOf(help.answer({ about: ['port', 'open'], topic: undefined }, { offered: operations, names }, ask)).text,
    ).not.toContain('may not work');
  });
});

test('explains first how a change is planned, then scheduled charts, by any word for that', () => {
  for (const about of ['schedule', 'at', 'tomorrow', 'later']) {
    const { text } = explain(about);
    expect(text, about).toMatch(
      /^To run a change later, add `at=`\..*\n`\/rb-component restart api at="tomorrow 06:00"`\n[\s\S]*rb-portolan scheduled[\s\S]*rb-portolan schedule/m,
    );
  }
  expect(explain('明天').text).toContain('at="tomorrow 06:00"');
  const { text } = explain('oncall');
  expect(text).toMatch(/^Portolan has no on-call schedule\.[\s\S]*\/rb-watch/m);
});

test('finds whole words, not a part of other words, and the values of parameters', () => {
  const ids = (words: string) => findAbout(operations, words).map(({ id }) => id);
  expect(ids('both').toSorted()).toEqual(['port.close', 'port.open', 'port.until']);
  expect(ids('ai')).toEqual([]);
  expect(ids('open')).toContain('port.open');
});

test('a short word isn’t taken for another command that differs in two letters', () => {
  const ids = (words: string) => findAbout(operations, words).map(({ id }) => id);
  for (const word of ['kill', 'cron', 'asdf']) expect(meantWords(operations, word), word).toBeUndefined();
  expect(ids('kill')).toEqual(['component.stop']);
  expect(ids('cron')).toContain('schedule.add');
  expect([ids('oncall'), ids('值班')]).toEqual([['watch.add'], ['watch.add']]);
  expect(ids('防火墙')).toContain('port.open');
});

test.each([
  ['database', ['port.open', 'exposure']],
  ['数据库', ['port.open', 'exposure']],
  ['泄露', ['port.close', 'exposure', 'openings']],
  ['expire', ['port.until', 'openings', 'gateway.certificates']],
  ['关掉', ['port.close']],
  ['builds', ['component.show', 'follow.add']],
  ['memory', ['monitor', 'component.scale']],
])('finds what people mean by a word of none of the commands: %s', (word, ids) => {
  const found = findAbout(operations, word).map(({ id }) => id);
  expect(found.toSorted()).toEqual(ids.toSorted());
});

test('a misspelt word that is searched for is found as well', () => {
  expect(meantWords(operations, 'databse')).toBe('database');
  expect(findAbout(operations, '把端口关掉')[0]?.id).toBe('port.close');
});

test('of a command with many parameters, the rarely needed ones are only named', () => {
  const { text } = explain('gateway', 'http');
  expect(text).toMatch(/^• Rarely needed, explained in the form: .*the_weight=/m);
  expect(text).not.toMatch(/^• `the_weight=`/m);
  expect(text.match(/^• `/gm)?.length).toBeLessThanOrEqual(8);
});

test.each(['timer', 'for', 'duration', 'closing time', '限时'])(
  'help about “%s” tells how a port closes by itself',
  (about) => {
    const { text } = explain(about);
    expect(text).toMatch(/`\/rb-port open api 9100 for=2h`/);
    expect(text).toMatch(/port until/);
  },
);

test('help about muting names the button of an incident, and an example without an id', () => {
  const { text } = explain('mute');
  expect(text).toMatch(/\*Silence\* on its message/);
  expect(text).toMatch(/`\/rb-watch incident silence api 4h`/);
  expect(text).not.toMatch(/a1b2c3/);
});

test.each([
  ['部署', 'component.deploy'],
  ['重启', 'component.restart'],
  ['认领', 'incident.acknowledge'],
  ['到期', 'port.until'],
])('help about a command’s Chinese word finds the command: %s', (about, id) =>
  expect(findAbout(operations, about).map((each) => each.id)).toContain(id),
);
