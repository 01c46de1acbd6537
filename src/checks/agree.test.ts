import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startDoctorStage } from '../../test/doctor-stage.ts';
import { aConfiguredWatch } from '../../test/operations/samples.ts';
import { listen } from '../../test/recorded/listening.ts';
import { newDatabase } from '../../test/shared.ts';
import { someRecord } from '../../test/store-records.ts';
import { startProblemText } from '../app-start-problem.ts';
import { configFaultsText, readConfig } from '../config.ts';
import { openStore } from '../store/open-store.ts';
import { checkPolicyFile, runPolicyCheck } from './check-policy-file.ts';
import { checkMemory } from './check-settings.ts';
import { checkScopes } from './check-slack.ts';
import { checkExpected } from './check-storage.ts';
import { checkAlerts } from './doctor.ts';
import type { Finding } from './report/finding.ts';
import { reportOf, sectionText, summaryText, symbols, wordsOf } from './report/report.ts';

// Doctor and startup must report the same problems.
const folders: string[] = [];
const stage = await startDoctorStage();
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  await stage.stop();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portolan-agree-'));
  folders.push(path);
  return path;
}

const said = ({ check, level, found, why = '', fix = '' }: Finding) => `${check} ${level}: ${found} ${why} ${fix}`;
const wrong = (findings: readonly Finding[]) =>
  findings.filter(({ level }) => level === 'warning' || level === 'error').map(said);

async function both(env: Readonly<Record<string, string>>, policy?: string) {
  const readFile = (path: string) => (path === './portolan.yaml' ? policy : undefined);
  const doctor = wrong(await stage.examine(env, { readFile }));
  expect(wrong(await stage.examine(env, { readFile, isStart: true }))).toEqual(doctor);
  return doctor;
}

const refusal = (place: Parameters<typeof openStore>[0]) =>
  openStore(place).then(
    async (store) => {
      await store.close();
      return 'opened';
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a start and doctor say the same of', () => {
  test.each([
    ['a wrong number of an app', { PLATFORM_CONTEXT: 'shop/east-1/99' }, 'platform-context error: shop/east-1/99'],
    ['a wrong team', { PLATFORM_CONTEXT: 'shpo/east-1/12' }, 'Did you mean shop/east-1/12'],
    ['a wrong region', { PLATFORM_CONTEXT: 'shop/est-1/12' }, 'has no region named `est-1`'],
    ['a misspelled variable', { AUDIT_RETENSION: '365d' }, 'Did you mean AUDIT_RETENTION?'],
    ['one in small letters', { log_level: 'debug' }, 'Did you mean LOG_LEVEL?'],
    ['a proxy that isn’t used', { HTTPS_PROXY: 'http://127.0.0.1:2' }, 'HTTPS_PROXY is set, but it isn’t used'],
    ['an unwanted word before the token', { PLATFORM_AUTH_PREFIX: 'Bearer' }, 'Remove PLATFORM_AUTH_PREFIX unless'],
    ['a console that is called as something else', { PLATFORM_DIALECT: 'document' }, 'is Rainbond’s console, but'],
    ['an address of /mcp where nothing is', { MCP_URL: 'http://127.0.0.1:2/mcp' }, 'doesn’t answer from this machine'],
    ['one that can’t be resolved', { MCP_URL: 'https://nowhere.invalid/mcp' }, 'doesn’t answer from this machine'],
  ])('%s', async (_what, env, expected) => expect((await both(env)).join('\n')).toContain(expected));

  test('a policy file that names people, groups and channels that Slack doesn’t know', async () => {
    const policy = [
      'roles:',
      '  operators: { users: [U0NOBODY], groups: [S0NOWHERE] }',
      '  leads: { users: [U0SAM, U0NOBODY] }',
      'rules:',
      '  - { when: { risk: destroy }, need: approve, from: operators }',
      '  - { need: approve, from: leads }',
      'channels:',
      '  C0NOWHERE: { allow: [question] }',
      '',
    ].join('\n');
    const lines = await both({}, policy);
    expect(lines).toEqual([
      expect.stringContaining('policy-names error: ./portolan.yaml:5 nobody can approve by this rule'),
      expect.stringContaining('Slack doesn’t know the person U0NOBODY (role “operators”, role “leads”)'),
      expect.stringContaining('Slack doesn’t know the group S0NOWHERE (role “operators”)'),
      expect.stringContaining('the bot isn’t a member of channel C0NOWHERE'),
    ]);
  });

  test('a login page, a redirect and another server at the address of /mcp', async () => {
    const replies = [
      { status: 401, headers: { 'www-authenticate': 'Basic realm="proxy"' }, expected: 'something else at' },
      {
        status: 302,
        headers: { location: 'https://sso.example.com/login?next=/mcp' },
        expected: 'leads to https://sso.example.com/login.',
      },
      { status: 200, headers: { 'content-type': 'text/html' }, expected: 'something else answers' },
    ];
    let reply = replies[0];
    const server = createServer((_, response) => {
      response.writeHead(reply?.status ?? 500, reply?.headers).end('<!doctype html><h1>Welcome</h1>');
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    for (const each of replies) {
      reply = each;
      const text = (await both({ MCP_URL: `${url}/mcp` })).join('\n');
      expect(text).toContain(each.expected);
      expect(text).not.toContain('<');
    }
    const html = wrong(await stage.examine({ SLACK_API_URL: `${url}/api` })).join('\n');
    expect(html).toContain('slack-token error');
    expect(html).not.toContain('<!doctype');
    server.close();
    server.closeAllConnections();
  });
});

describe('the embedded database', () => {
  test('with overwritten pages is damaged, with what to do', async () => {
    const data = folder();
    const store = await openStore({ dataDirectory: data });
    for (let at = 0; at < 200; at += 1) await store.notes.keep(`note ${at}`, { text: 'x'.repeat(500) }, 1e15);
    await store.close();
    const file = openSync(join(data, 'portolan.db'), 'r+');
    for (let page = 4; page < 30; page += 1) writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, page * 4_096);
    closeSync(file);
    expect((await both({ PORTOLAN_DATA: data })).join('\n')).toMatch(/database error: .*damaged.*restore a backup/i);
  });

  test('that is a file, or beneath one, isn’t fine', async () => {
    const file = join(folder(), 'data');
    writeFileSync(file, 'not a directory');
    for (const [path, expected] of [
      [file, 'this is a file, not a directory'],
      [join(file, 'below'), 'a part of this path is a file'],
    ] as const) {
      expect((await both({ PORTOLAN_DATA: path })).join('\n')).toContain(expected);
      expect(await refusal({ dataDirectory: path })).toContain(expected);
    }
  });

  test('without one of its tables, and a link that leads nowhere, are named', async () => {
    const data = folder();
    await (await openStore({ dataDirectory: data })).close();
    const other = new DatabaseSync(join(data, 'portolan.db'));
    other.exec('drop table card');
    other.close();
    expect((await both({ PORTOLAN_DATA: data })).join('\n')).toContain('tables are missing (card)');
    symlinkSync('/nowhere/at/all', join(data, 'link'));
    expect((await both({ PORTOLAN_DATA: join(data, 'link') })).join('\n')).toContain('a link that leads nowhere');
  });

  test('that another program has locked can’t be used', async () => {
    const data = folder();
    await (await openStore({ dataDirectory: data })).close();
    const other = new DatabaseSync(join(data, 'portolan.db'));
    other.exec('begin immediate');
    expect((await both({ PORTOLAN_DATA: data })).join('\n')).toContain('another program has locked the database file');
    other.exec('rollback');
    other.close();
    expect(await both({ PORTOLAN_DATA: data })).toEqual([]);
  });

  test('that others can read is named, and the next start corrects it', async () => {
    const data = folder();
    await (await openStore({ dataDirectory: data })).close();
    chmodSync(join(data, 'portolan.db'), 0o644);
    expect(await both({ PORTOLAN_DATA: data })).toEqual([
      expect.stringContaining('database warning: other users of this machine can read portolan.db.'),
    ]);
    await (await openStore({ dataDirectory: data })).close();
    expect(await both({ PORTOLAN_DATA: data })).toEqual([]);
  });

  test('on a disk that is too small for anything isn’t called full of free space', async () => {
    const diskSpace = async () => ({ freeBytes: 3 << 20, totalBytes: 3 << 20, isWritable: true });
    const [trouble] = wrong(await stage.examine({}, { diskSpace }));
    expect(trouble).toContain('is too small: 3 MiB in all');
  });
});

describe('PostgreSQL', () => {
  /** Makes a database, and changes it or its users. `ours`: the name of the database, unique on the server. */
  async function changed(statements: (ours: string) => string, at = ''): Promise<URL> {
    const url = new URL(await newDatabase());
    const client = new Client(at === '' ? url.href : new URL(at, url).href);
    await client.connect();
    await client.query(statements(url.pathname.slice(1)));
    await client.end();
    return url;
  }
  const sees = async (url: string, expected: string) => {
    expect((await both({ DATABASE_URL: url })).join('\n')).toContain(expected);
    expect(await refusal({ databaseUrl: url, dataDirectory: '' })).toContain(expected);
  };

  test.each([
    ['not create tables', 'revoke create on schema public from public', 'has no permission to create or change tables'],
    ['only read', 'alter role ROLE set default_transaction_read_only = on', 'it can only be read'],
  ])('by a user who may %s', async (_may, limit, expected) => {
    const url = await changed((ours) => `create role ROLE login; ${limit}`.replaceAll('ROLE', `user_${ours}`));
    url.username = `user_${url.pathname.slice(1)}`;
    await sees(url.href, expected);
  });

  test('by a user who doesn’t exist', async () =>
    sees((await newDatabase()).replace(/\/\/[^@]*@/, '//nobody_at_all@'), 'the user doesn’t exist'));

  test('that accepts no connections', async () => {
    const url = await changed((ours) => `alter database ${ours} allow_connections false`, '/postgres');
    await sees(url.href, 'it accepts no connections at the moment (allow_connections)');
  });

  test('that loses a table while the bot runs, or in which another program locks one', async () => {
    const url = await newDatabase();
    const store = await openStore({ databaseUrl: url, dataDirectory: '' });
    const [client, watcher] = [new Client(url), new Client(url)];
    await Promise.all([client.connect(), watcher.connect()]);
    try {
      await client.query('alter table note rename to other');
      await expect(store.notes.read('a', 0)).rejects.toThrow('tables of Portolan are missing');
      await client.query('alter table other rename to note');
      await client.query('begin; lock table note');
      const refused = expect(store.notes.read('a', 0)).rejects.toThrow('a statement took too long');
      const canceled = `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'portolan' and wait_event_type = 'Lock'`;
      while ((await watcher.query(canceled)).rowCount === 0);
      await refused;
    } finally {
      await Promise.all([client.end(), watcher.end()]);
      await store.close();
    }
  });

  test('with TLS that the server doesn’t offer', async () =>
    sees(`${await newDatabase()}?sslmode=require`, 'asks for TLS (sslmode), which the server doesn’t offer'));

  test('on a host that can’t be resolved, with what a password may have done, and without the password', async () => {
    const text = (await both({ DATABASE_URL: 'postgres://bot:pa@ss/word@db.example.com/portolan' })).join('\n');
    expect(text).toContain('such as %40 for @');
    expect(text).not.toContain('ss/word');
  });
});

describe('memory', () => {
  const maps = '7f00-7f01 r-xp 00000000 fe:01 12 /usr/lib/x86_64-linux-gnu/libc.so.6';

  test('without jemalloc is said, and a warning only where the limit is too small for it', () => {
    expect(checkMemory(`${maps}\n/usr/lib/libjemalloc.so.2`, 512 << 20)).toMatchObject([{ level: 'ok' }]);
    expect(checkMemory(maps, undefined)).toMatchObject([
      { level: 'ok', found: expect.stringMatching(/^without jemalloc/) },
    ]);
    expect(checkMemory(maps, 512 << 20)).toMatchObject([
      {
        level: 'warning',
        found: 'the limit is 512 MiB, and jemalloc isn’t used.',
        fix: expect.stringContaining('libjemalloc2'),
      },
    ]);
    expect(checkMemory(undefined, 512 << 20)).toEqual([]);
  });
});

describe('with LANGUAGE=zh', () => {
  const inChinese = (findings: readonly Finding[]) => sectionText(findings, (level) => symbols[level], 'zh');
  // The finding for an existing context contains only names.
  const english = (findings: readonly Finding[]) =>
    findings
      .filter(({ check, level }) => check !== 'platform-context' || level !== 'ok')
      .map((each) => ({ check: each.check, ...wordsOf(each, 'zh') }))
      .filter(({ found, why = '汉', fix = '汉' }) => ![found, why, fix].every((said) => /\p{Script=Han}/u.test(said)));

  test('the report is in Chinese, and JSON stays as it is', async () => {
    const findings = await stage.examine({ AUDIT_RETENSION: '365d', MCP_URL: 'http://127.0.0.1:2/mcp' });
    const text = inChinese(findings);
    expect(text).toContain('⚠ 变量：设置了 AUDIT_RETENSION，但 Portolan 没有这个变量。是否为 AUDIT_RETENTION？');
    expect(text).toContain('⚠ 智能体：从这台机器访问 http://127.0.0.1:2/mcp 没有响应（ECONNREFUSED）。');
    expect(text).toContain('→ 请改名为 AUDIT_RETENTION，或删除它。');
    expect(summaryText(findings, 'zh')).toBe('2 个警告\n');
    const refused = await stage.examine({ SLACK_BOT_TOKEN: 'xoxb-0-wrong', PLATFORM_CONTEXT: 'shop/east-1/99' });
    expect(inChinese(refused)).toContain('Slack 拒绝了 SLACK_BOT_TOKEN（invalid_auth）。');
    expect(inChinese(refused)).toContain('使用该上下文的命令会失败。');
    expect(english([...findings, ...refused])).toEqual([]);
    expect(JSON.stringify(reportOf(findings, '1.2.3', 0))).not.toMatch(/\p{Script=Han}{3}.*没有/u);
  });

  test('so is what is wrong with variables', async () => {
    const wrong = {
      SLACK_BOT_TOKEN: 'xoxp-1',
      SLACK_APP_TOKEN: '"xapp-1"',
      PORT: 'http',
      LOG_LEVEL: 'loud',
      LANGUAGE: 'fr',
      PLATFORM_CONTEXT: 'shop',
      AUDIT_KEY: 'short',
      AUDIT_RETENTION: '5d',
      DATABASE_URL: 'mysql://x',
      HOST: '?',
      PLATFORM_TOKEN: '',
      PLATFORM_CA_FILE: '/nowhere.pem',
      EVIDENCE_KEY_FILE: '/nowhere.pem',
      MCP_URL: 'x',
    };
    const findings = await stage.examine(wrong);
    expect(inChinese(findings)).toContain(
      '✗ 变量：PORT 不是有效的端口。请使用 1 到 65535 之间的数字。\n      → 1 到 65535 之间的数字。默认：3000\n',
    );
    expect(english(findings)).toEqual([]);
    const parsed = readConfig({ ...stage.env, ...wrong }, () => undefined);
    const lines = 'faults' in parsed ? configFaultsText(parsed.faults, 'zh').split('\n') : [];
    expect(lines.filter((line) => line !== '' && !/\p{Script=Han}/u.test(line))).toEqual([]);
  });

  test('so is what is wrong with the policy file, and the check of it alone', async () => {
    const readFile = () =>
      [
        'roles: { lead: { users: [sam] }, members: {} }',
        'rules:',
        '  - { when: { risk: destroyy, operation: port.opne, context: nowhere }, need: deny, from: leads }',
        '  - { need: run, count: 2, whom: leads }',
        'freezes: [{ from: 2026-11-20, to: 2026-11-10, reason: 双十一, zone: Asia/Shangai }]',
        'windows: [{ open: 9-17 }]',
        'channels: [C0SHOP]',
        'expiry: 1s',
        'watches: { items: [{ name: slow, context: shop/east-1/12, channel: C0SHOP, what: nothing }] }',
        'expected: [{ reason: 1 }]',
      ].join('\n');
    const findings = checkPolicyFile('portolan.yaml', readFile, 0);
    expect(findings.length).toBeGreaterThan(12);
    expect(english(findings)).toEqual([]);
    let printed = '';
    const write = async (text: string) => {
      printed += text;
    };
    await runPolicyCheck('portolan.yaml', { readFile, now: 0, lang: 'zh' }, write, (level) => symbols[level]);
    expect(printed).toContain('3:42 “port.opne” 不是变更。是否为 “port.open”？');
    expect(printed).toContain('→ 请修正文件，参见 docs/policy.zh.md。');
    expect(english(checkPolicyFile('portolan.yaml', () => 'rules: []', 0))).toEqual([]);
    expect(english(checkPolicyFile('nowhere.yaml', () => undefined, 0))).toEqual([]);
  });

  test('so are alerts, expected addresses and what --live finds', async () => {
    const context = { team: 'shop', region: 'east-1', app: '12' };
    const watches = [aConfiguredWatch({ channel: 'C0WEB', context })];
    const alerts = [false, true].flatMap((value) =>
      checkAlerts({ watches }, { channels: new Map([['C0WEB', { value }]]) }),
    );
    expect(alerts.map(({ zh }) => zh.found)).toEqual([
      '无法在频道 C0WEB 中发送监控告警“slow”：机器人不在该频道中。',
      '机器人已加入 1 项监控告警的全部频道',
    ]);
    const address = { component: 'c1', componentName: 'web', port: 80, address: 'shop.test/cart' };
    const accepting = { reason: '', until: 2, at: 1, by: { id: 'U1', name: 'Ann' } };
    const body = { key: 'a', place: context, ...address, ...accepting };
    const accepted = someRecord('accepted-address', 'a', body, { placeKey: 'shop/east-1/12' });
    const expected = checkExpected([], [accepted], { expected: [{ line: 3, until: 2 }] }, 3);
    expect(expected.map(({ zh }) => zh.found)).toEqual([
      '第 3 行的 expected 条目已过期。',
      'shop/east-1/12 的地址 shop.test/cart 不再是预期地址：Ann 的确认已过期。',
    ]);
    const live = [
      ...(await stage.examine({ LANGUAGE: 'zh' }, { live: '#shop-ops', thorough: true })),
      ...(await stage.examine({ LANGUAGE: 'zh' }, { live: 'nowhere' })),
    ];
    expect(inChinese(live)).toContain('4,001 字节的文本：符合预期（msg_too_long）');
    expect(inChinese(live)).toContain('机器人不在名为 nowhere 的频道中。');
    expect(english([...alerts, ...expected, ...live])).toEqual([]);
  });

  test('so is a database that can’t be used, a port, an address and a scope that is missing', async () => {
    const file = join(folder(), 'data');
    writeFileSync(file, 'not a directory');
    const broken = await stage.examine({ PORTOLAN_DATA: file });
    const unreachable = await stage.examine({ DATABASE_URL: 'postgres://portolan@127.0.0.1:2/portolan' });
    expect(inChinese(unreachable)).toContain('Portolan 无法使用 DATABASE_URL 处的数据库：连接被拒绝。');
    expect(english([...broken, ...unreachable])).toEqual([]);
    expect(english(checkScopes({ missingScopes: ['files:write', 'users:read'] }))).toEqual([]);
    const env = { ADMIN_PORT: '8080', LANGUAGE: 'zh' };
    const listening = (code: string) => Object.assign(new Error(code), { code, port: 8080, address: '10.0.0.1' });
    const errors = [
      ...['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'].map(listening),
      await openStore({ dataDirectory: file }).catch((error: unknown) => error),
    ];
    expect(errors.map((error) => startProblemText(error, env))).toEqual([
      '端口 8080 已被占用。请将 ADMIN_PORT 设为空闲的端口。',
      'Portolan 无权监听端口 8080。请将 ADMIN_PORT 设为大于 1023 的端口。',
      '本机没有地址 10.0.0.1。请检查 HOST。',
      `Portolan 无法使用 ${file} 中的数据库：这是文件，不是目录。请检查 PORTOLAN_DATA。`,
    ]);
  });
});

test('a `.env` that can’t be read is named if something is missing', async () => {
  const readFile = (path: string) => {
    if (path === '.env') throw Object.assign(new Error('EISDIR: illegal operation'), { code: 'EISDIR' });
    return undefined;
  };
  const text = wrong(await stage.examine({ PLATFORM_TOKEN: '' }, { readFile })).join('\n');
  expect(text).toContain('settings error: .env can’t be read: it’s a directory, not a file.');
  expect(wrong(await stage.examine({}, { readFile }))).toEqual([]);
});

test('an address in SLACK_API_URL where another server answers is to be checked, and not the network', async () => {
  const server = createServer((_, response) => response.writeHead(404).end());
  const port = await listen(server);
  const text = wrong(await stage.examine({ SLACK_API_URL: `http://127.0.0.1:${port}/api` })).join('\n');
  server.close();
  server.closeAllConnections();
  expect(text).toContain('it responded with HTTP 404');
  expect(text).toContain('Check SLACK_API_URL.');
  expect(text).not.toContain('Check the network');
});
