import fc from 'fast-check';
import { anyCharacter } from '../../../test/any-character.ts';
import { logTail, wholeLog } from './log-text.ts';
import { maskLines, maskSecrets } from './mask-secrets.ts';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const pem = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array(4).fill('MIIEpAIBAAKCAQEAhush'),
  '-----END RSA PRIVATE KEY-----',
];

describe('secrets in running text', () => {
  test.each([
    // name and value
    ['DB_PASSWORD=hush next', 'DB_PASSWORD=[secret] next'],
    ['password: hush', 'password: [secret]'],
    ['export apiKey="two words" ; ls', 'export apiKey="[secret]" ; ls'],
    ["token='it\\'s hush' x", "token='[secret]' x"],
    ['password="never closed hush', 'password="[secret]'],
    ['{"password":"hush","user":"maya"}', '{"password":"[secret]","user":"maya"}'],
    ['{\\"password\\":\\"hush\\",\\"user\\":\\"maya\\"}', '{\\"password\\":\\"[secret]\\",\\"user\\":\\"maya\\"}'],
    ['{"token": 12345, "a": 1}', '{"token": [secret], "a": 1}'],
    [":password => 'hush'", ":password => '[secret]'"],
    ['REDIS_AUTH=hush', 'REDIS_AUTH=[secret]'],
    ['DB_PASS = hush', 'DB_PASS = [secret]'],
    ['AWS_SECRET_ACCESS_KEY=hush', 'AWS_SECRET_ACCESS_KEY=[secret]'],
    ['PHP_SESSION_ID=hush', 'PHP_SESSION_ID=[secret]'],
    ['数据库密码：hush', '数据库密码：[secret]'],
    ['GET /v1?access_token=hush&page=2 200', 'GET /v1?access_token=[secret] 200'],
    ['a=1 token=hush b=2 secret=hush', 'a=1 token=[secret] b=2 secret=[secret]'],
    ['Set-Cookie: id=hush; Path=/', 'Set-Cookie: [secret]'],
    ['authorization: Digest user="a", realm="hush"', 'authorization: [secret]'],
    [`ptl_0abc12def345_${'x'.repeat(43)} next`, 'ptl_0abc12def345_[secret] next'],
    // options
    ['mysql --password hush -h db', 'mysql --password [secret] -h db'],
    ['mysql --password=hush -h db', 'mysql --password=[secret] -h db'],
    ['ENV DB_PASSWORD hush', 'ENV DB_PASSWORD [secret]'],
    ['docker login -u maya -p hush registry.test', 'docker login -u maya -p [secret] registry.test'],
    ['docker login -u maya --password-stdin registry.test', 'docker login -u maya --password-stdin registry.test'],
    ['sshpass -p hush ssh host', 'sshpass -p [secret] ssh host'],
    ['mysqldump -h db -phush shop', 'mysqldump -h db -p[secret] shop'],
    ['AccountKey=hush;EndpointSuffix', 'AccountKey=[secret]'],
    ['{"auths":{"r.test":{"auth":"aHVzaA=="}}}', '{"auths":{"r.test":{"auth":"[secret]"}}}'],
    ['curl -u maya:hush https://a.test', 'curl -u [secret] https://a.test'],
    // brackets, quotes and backslashes around secrets
    ['{--password hush}', '{--password [secret]'],
    ['{ENV DB_PASSWORD hush}', '{ENV DB_PASSWORD [secret]'],
    ['ENV DB_PASSWORD two words', 'ENV DB_PASSWORD [secret]'],
    ['CMD ["mysql", "--password", "hush", "shop"]', 'CMD ["mysql", "--password", "[secret]", "shop"]'],
    ["run '--password' 'two words' now", "run '--password' '[secret]' now"],
    ['["docker","login","-u","maya","-p","hush"]', '["docker","login","-u","maya","-p","[secret]"]'],
    ['docker login -p "two words" registry.test', 'docker login -p "[secret]" registry.test'],
    ['curl --user "maya:two words" a', 'curl --user "[secret]" a'],
    [
      '{\\\\\\"password\\\\\\":\\\\\\"hu\\\\\\\\\\\\\\"sh\\\\\\", \\\\\\"a\\\\\\":1}',
      '{\\\\\\"password\\\\\\":\\\\\\"[secret]\\\\\\", \\\\\\"a\\\\\\":1}',
    ],
    ['{"password":"ends with \\\\", "a":1}', '{"password":"[secret]", "a":1}'],
    ["token='it'\\''s hush' x", "token='[secret]' x"],
    ["password=b'hush', a", "password=b'[secret]', a"],
    ['Config { password: Some("hush"), port: 1 }', 'Config { password: Some("[secret]"), port: 1 }'],
    ['"password": ["hush"]', '"password": ["[secret]"]'],
    ['os.environ["DB_PASSWORD"] = "hush"', 'os.environ["DB_PASSWORD"] = "[secret]"'],
    ['user[password]=hush', 'user[password]=[secret]'],
    ['GET /a?access_token=hush{"code":403}', 'GET /a?access_token=[secret]"code":403}'],
    ['令牌xoxb-1234567890-hush无效', '令牌[secret]无效'],
    ['user%5Bpassword%5D=hush', 'user%5Bpassword%5D=[secret]'],
    ['if (password == "hush")', 'if (password == "[secret]")'],
    ['{"name":"DB_PASSWORD","value":"hush"}', '{"name":"DB_PASSWORD","value":"[secret]"}'],
    ["headers=[('X-Token', 'hush')]", "headers=[('X-Token', '[secret]')]"],
    ['<server><password>hush</password></server>', '<server><password>[secret]</password></server>'],
    ['{"out":"a\\n--password hush"}', '{"out":"a\\n--password [secret]"}'],
    [`{"out":"a\\n${jwt}"}`, '{"out":"a\\n[secret]"}'],
    // addresses
    ['clone https://maya:hush@git.test/shop.git', 'clone https://[secret]@git.test/shop.git'],
    ['clone https://hush@git.test/shop.git', 'clone https://[secret]@git.test/shop.git'],
    ['postgres://shop:hu@sh@db:5432/shop', 'postgres://[secret]@db:5432/shop'],
    ['redis://:hu/sh@cache:6379', 'redis://[secret]@cache:6379'],
    ['amqp://shop:hu/s#h@mq', 'amqp://[secret]@mq'],
    // secrets that are recognizable by their form
    ['Bearer abcdef123456', 'Bearer [secret]'],
    ['-H "Authorization: Bearer hush-hush-1"', '-H "Authorization: [secret]'],
    ['got Token 0123456789abcdef', 'got Token [secret]'],
    [`id ${jwt} end`, 'id [secret] end'],
    ['ghp_0123456789abcdefghij', '[secret]'],
    ['key AKIA0123456789ABCDEF', 'key [secret]'],
    [`using ${'sk'}_live_0123456789abcdefABCDEFGH now`, 'using [secret] now'],
    [`maps key ${'AI'}zaSyA-0123456789abcdefghijklmnopqrstu`, 'maps key [secret]'],
    ['vault hvs.CAESIJ0123456789abcdef', 'vault [secret]'],
    ['id LTAI5t0123456789abcdefAB', 'id [secret]'],
    ['https://glrt-t1_0123456789abcdefghij', 'https://[secret]'],
    ['bot 123456789:AAF0123456789abcdefghijklmnopqrstuv', 'bot [secret]'],
    // secrets in the form in which people type them
    ['redis-cli -h cache -a hush2 ping', 'redis-cli -h cache -a [secret] ping'],
    ['redis-cli -a "two words" ping', 'redis-cli -a "[secret]" ping'],
    ['Password for root is: hunter2', 'Password for root is: [secret]'],
    ['Generated password for user maya at shop: hush', 'Generated password for user maya at shop: [secret]'],
    ['the password is hunter2', 'the password is [secret]'],
    ['密码 hunter2', '密码 [secret]'],
    ['root 的密码是hunter2，请修改', 'root 的密码是[secret]'],
    ['credentials: user hunter2', 'credentials: [secret]'],
  ])('%s', (text, shown) => {
    expect(maskSecrets(text)).toBe(shown);
    expect(maskSecrets(shown)).toBe(shown);
  });

  test.each([
    'unauthorized: authentication required',
    'author=maya',
    'SyntaxError: Unexpected token } in JSON at position 3',
    'https://packages.test/@babel/core',
    'http://10.0.0.1:8080/@scope/x',
    'maya@example.test wrote compass=north',
    'Commit: 0123456789abcdef0123456789abcdef01234567',
    'Successfully built 8f2a: image registry.test:5000/shop/web:1.2.3',
    'Error: secrets "db" not found',
    '登录失败，密码错误：请重试',
    'token authentication is enabled',
    'multi-token parser failed',
    'anti-secret scanner and cross-password check',
    'bearer authentication-required',
    'mysql -P 3306 -h db',
    'mysql -p 3306',
    'cache key: linux-node-24',
    'the password is required',
    'password authentication failed for user shop',
    '密码 3 次错误',
    '密码错误 2 次',
    'hvs is unreachable',
    'redis-cli -h cache ping',
    'Digest: sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '',
  ])('nothing is hidden: %s', (text) => expect(maskSecrets(text)).toBe(text));

  // Not a word of the texts below, and not recognizable by its form alone.
  const secret = fc.stringMatching(/^[b-y]{3}Zq[0-9]{2}[b-y]{0,8}$/);
  const written = fc.constantFrom<(secret: string) => string>(
    (it) => `DB_PASSWORD=${it}`,
    (it) => `--password ${it}`,
    (it) => `--password=${it}`,
    (it) => `ENV DB_PASSWORD ${it}`,
    (it) => `"--password", "${it}"`,
    (it) => `'--password' '${it}'`,
    (it) => `"password": "${it}"`,
    (it) => `"password": ["${it}"]`,
    (it) => `password: '${it}'`,
    (it) => `password=b'${it}'`,
    (it) => `password: Some("${it}")`,
    (it) => `('password', '${it}')`,
    (it) => `<password>${it}</password>`,
    (it) => `"name":"API_TOKEN","value":"${it}"`,
    (it) => `https://maya:${it}@git.test/shop`,
    (it) => `docker login -u maya -p ${it}`,
    (it) => `mysql -uroot -p${it}`,
    (it) => `Authorization: Bearer ${it}`,
    (it) => `数据库密码：${it}`,
  );
  const around = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => `{${text}}`,
    (text) => `[${text}]`,
    (text) => `(${text})`,
    (text) => `<${text}>`,
    (text) => `"${text}"`,
    (text) => `'${text}'`,
    (text) => `\`${text}\``,
    (text) => `“${text}”`,
    (text) => `**${text}**`,
    (text) => `${text}, then ${text};`,
    (text) => `Step 3/9 : RUN ${text} && true`,
    (text) => JSON.stringify(text),
    (text) => JSON.stringify({ out: `first\n${text}\nlast` }),
    (text) => `first\\n\\t${text}\\r\\n`,
    (text) => `\\u001b[31m${text}\\u001b[0m`,
  );

  test('no secret is left, whatever is around it, also what is around that', () =>
    fc.assert(
      fc.property(secret, written, fc.array(around, { maxLength: 3 }), (it, write, arounds) => {
        const text = arounds.reduce((inner, put) => put(inner), write(it));
        const shown = maskSecrets(text);
        expect(shown).not.toContain(it);
        expect(maskSecrets(shown)).not.toContain(it);
      }),
      { numRuns: 500 },
    ));

  test('no quoted secret is left, whatever characters it has', () => {
    const any = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }).filter((it) => !/[\r\n]/.test(it));
    fc.assert(
      fc.property(any, fc.nat(3), (it, depth) => {
        let text = JSON.stringify({ password: `${it}hush`, user: 'maya' });
        for (let at = 0; at < depth; at += 1) text = JSON.stringify({ out: text, user: 'maya' });
        const shown = maskSecrets(text);
        expect(shown).not.toContain('hush');
        expect(shown).toMatch(/maya\W*$/);
      }),
      { numRuns: 500 },
    );
  });

  const starts = [
    'Bearer ',
    'BEARER ',
    'basic ',
    'Token ',
    'ENV PASSWORD ',
    'ARG PASSWORD ',
    '密码 ',
    'AKIA',
    'ASIA',
    'eyJ',
  ];
  test.each([...starts, 'curl ', 'https', ''])('what %j begins is passed over only where no pattern fits', (start) => {
    const values = ['hush', 'aB3aB3aB3aB3', 'ABCDEFGH12345678', 'abcdefgh.ijkl', 'x'.repeat(40), '网站'];
    for (const around of ['', ' ', '\n', ', ', ' a ', '…'])
      for (const value of values) {
        const text = `${around}${start}${value}${around}`;
        expect(maskSecrets(text)).toBe([...maskLines(text.split('\n'))].join('\n'));
      }
  });

  test('plain sentences stay as they are', () => {
    const names = 'token secret password bearer basic login cookie credential auth pass key';
    const others = 'multi parser failed the is was required authentication missing for of curl';
    const word = fc.constantFrom(...names.split(' '), ...others.split(' '));
    const joint = fc.constantFrom(' ', '-', '_', '.', ', ', ' (', ') ', '/', ' "', '" ', "'s ", ' — ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, joint), { maxLength: 12 }), word, (pairs, last) => {
        const text = `${pairs.flat().join('')}${last}`;
        // Strings that are longer than words may be tokens.
        fc.pre(!/\S{32}/.test(text));
        expect(maskSecrets(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['whole', ['a', ...pem, 'b'], ['a', '[secret]', 'b']],
    ['behind a name', [`key: ${pem[0]}`, ...pem.slice(1), 'b'], ['key: [secret]', 'b']],
    ['in one line', [`a ${pem.join('\\n')} b2`], ['a [secret]', ' b2']],
    ['without its beginning', ['a', ...pem.slice(2), 'b'], ['a', '[secret]', 'b']],
    ['without its end', ['a', ...pem.slice(0, -1)], ['a', '[secret]']],
    ['two after one another', [...pem, ...pem], ['[secret]', '[secret]']],
    [
      'beginning where another ends',
      [...pem.slice(0, -1), `${pem.at(-1)}${pem[0]}`, 'no base64'],
      ['[secret]', '[secret]'],
    ],
    ['lines that only look alike', ['MIIEpAIBAAKCAQEAhush', 'b'], ['MIIEpAIBAAKCAQEAhush', 'b']],
  ])('a PEM block %s', (_how, lines, shown) => expect(maskSecrets(lines.join('\n')).split('\n')).toEqual(shown));

  test.each([
    'a://b:',
    'token=',
    '-----BEGIN X-----',
    'eyJeyJeyJ.',
    'login ',
    '"password":"\\',
    'a.b-',
    'ENV A ',
    '<a>',
    "('a",
    '\\\\"',
    'curl -u',
  ])('hostile text is read in one pass: %s', (hard) =>
    expect(maskSecrets(hard.repeat(30_000)).length).toBeGreaterThan(0),
  );
});

describe('the end of a log', () => {
  const max = { lines: 3, characters: 60 };

  test.each<[string, readonly string[], string, number]>([
    ['short', ['a', 'b'], 'a\nb', 0],
    ['long', ['a', 'b', 'c', 'd'], 'b\nc\nd', 1],
    ['colored', ['\u001b[32mBuild\u001b[0m ok', '\u001b]8;;http://a\u0007x\u001b]8;;\u0007'], 'Build ok\nx', 0],
    ['with a progress bar', ['10%\r50%\r100%\r', 'done\r'], '100%\ndone', 0],
    ['with a secret between colors', ['pass\u001b[1mword\u001b[0m=hush'], 'password=[secret]', 0],
    ['of long lines', ['x'.repeat(50), 'y'.repeat(50)], 'y'.repeat(50), 1],
    ['of one very long line', ['a', `${'x'.repeat(500)}the end`], `…${'x'.repeat(51)}the end`, 1],
    ['of several lines in a message', ['a\nb\nc\nd\ne'], 'c\nd\ne', 0],
    ['with signs that turn text around', ['a\u202eb\u0000'], 'ab', 0],
    ['empty', [], '', 0],
  ])('%s', (_what, lines, text, before) => expect(logTail(lines, max)).toEqual({ text, before }));

  test('a key that began long before stays hidden', () => {
    const { text } = logTail(['x', pem[0] ?? '', ...Array(60).fill('MIIEpAIBAAKCAQEAhush'), 'MIIE=='], max);
    expect(text).not.toContain('MIIE');
  });
});

test('the whole log comes in pieces, masked', async () => {
  let pieces = 0;
  let text = '';
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(60)} token=hush`);
  for await (const piece of wholeLog(lines)) {
    text += piece;
    pieces += 1;
  }
  expect(text.split('\n')).toHaveLength(3_001);
  expect(text).not.toContain('hush');
  expect(pieces).toBeGreaterThan(1);
});
