import fc from 'fast-check';
import { configFaultsText, faultText, readConfig } from './config.ts';
import { variableNames } from './config-variables.ts';
import { secretsIn } from './core/text/secret.ts';
import { configuredFault } from './operations/watch/life/configured-watches.ts';

const enough = {
  SLACK_BOT_TOKEN: 'xoxb-1-2-abc',
  SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99yyyzzz85a5',
  PLATFORM_URL: 'https://console.example.com/',
  PLATFORM_TOKEN: '0123456789abcdef0123456789abcdef01234567',
};
const nothing = () => undefined;
const files = (contents: Readonly<Record<string, string>>) => (path: string) => contents[path];

function config(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined = nothing,
) {
  const parsed = readConfig(env, readFile);
  if ('faults' in parsed) throw new Error(configFaultsText(parsed.faults));
  return parsed.config;
}

function faults(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string | undefined = nothing,
) {
  const parsed = readConfig(env, readFile, ['port.open'], configuredFault);
  return 'faults' in parsed ? parsed.faults.map((each) => faultText(each, 'en').replace(/\.$/, '')) : [];
}

describe('a configuration', () => {
  test('needs four variables; the rest has defaults', () => {
    const settings = config(enough);
    expect(settings.slack).toMatchObject({ mode: 'http', apiUrl: undefined });
    expect(settings.platform).toMatchObject({
      url: 'https://console.example.com',
      authHeader: 'Authorization',
      authPrefix: '',
      dialect: 'auto',
      readTimeoutMs: 10_000,
      monitorTimeoutMs: 30_000,
      writeTimeoutMs: 80_000,
    });
    expect(settings.store).toEqual({ engine: 'sqlite', directory: './data' });
    expect(settings.http).toEqual({ port: 3000, host: undefined, adminPort: undefined });
    expect(settings.policy.source).toBe('defaults');
    expect([settings.commandPrefix, settings.logLevel, settings.context]).toEqual(['', 'info', undefined]);
  });

  test('takes everything else', () => {
    const ca = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----';
    const settings = config(
      {
        ...enough,
        SLACK_APP_TOKEN: 'xapp-1-A-2-b',
        SLACK_API_URL: 'http://127.0.0.1:4000/api',
        COMMAND_PREFIX: ' rb- ',
        PLATFORM_AUTH_PREFIX: 'Bearer',
        PLATFORM_DIALECT: 'console',
        PLATFORM_CA_FILE: '/etc/ca.pem',
        PLATFORM_TIMEOUT_MS: '5000',
        PLATFORM_CONTEXT: 'shop/east-1/12',
        DATABASE_URL: 'postgres://bot:pass@db/portolan',
        PORTOLAN_CONFIG: 'policy.yaml',
        PORT: '8080',
        HOST: '::',
        ADMIN_PORT: '9090',
        AUDIT_KEY: 'k'.repeat(32),
        AUDIT_KEY_PREVIOUS: `${'p'.repeat(32)}, ${'q'.repeat(40)}`,
        AUDIT_RETENTION: '52w',
        LOG_LEVEL: 'debug',
      },
      files({ '/etc/ca.pem': ca, 'policy.yaml': 'expiry: 30m' }),
    );
    expect(settings.slack).toMatchObject({ mode: 'socket', apiUrl: 'http://127.0.0.1:4000/api/' });
    expect(settings.platform).toMatchObject({
      ca,
      authPrefix: 'Bearer',
      readTimeoutMs: 5_000,
      monitorTimeoutMs: 15_000,
    });
    expect(settings.audit.current?.reveal()).toBe('k'.repeat(32));
    expect(settings.audit.previous.map((key) => key.reveal())).toEqual(['p'.repeat(32), 'q'.repeat(40)]);
    expect(settings.audit.retentionMs).toBe(364 * 86_400_000);
    expect(JSON.stringify(settings)).not.toMatch(/kkk|ppp|qqq/);
    expect(settings).toMatchObject({
      commandPrefix: 'rb-',
      context: { team: 'shop', region: 'east-1', app: '12' },
      policyFile: 'policy.yaml',
      policy: { expiry: 1_800_000 },
      http: { port: 8080, host: '::', adminPort: 9090 },
      logLevel: 'debug',
    });
    expect(settings.store.engine === 'postgres' && settings.store.url.reveal()).toBe('postgres://bot:pass@db/portolan');
  });

  test('the token of each source of alerts, from the variable that the policy names', () => {
    const policy = files({
      './portolan.yaml': 'watches: { sources: { ops: { token_env: ALERTS_TOKEN, channel: C0SHOP } } }',
    });
    const settings = config({ ...enough, ALERTS_TOKEN: 'a'.repeat(32) }, policy);
    expect(settings.alertTokens.get('ops')?.reveal()).toBe('a'.repeat(32));
    expect(JSON.stringify(settings)).not.toContain('aaaa');
    expect(secretsIn(settings).map((each) => each.reveal())).toEqual(
      expect.arrayContaining([enough.SLACK_BOT_TOKEN, enough.PLATFORM_TOKEN, 'a'.repeat(32)]),
    );
    expect(faults(enough, policy)).toEqual([
      expect.stringMatching(/portolan.yaml:1:1 ALERTS_TOKEN, the token of the source “ops”, isn’t set/),
    ]);
    expect(faults({ ...enough, ALERTS_TOKEN: 'short' }, policy)[0]).toContain('has to be 16 to 200');
    const own = files({
      './portolan.yaml': 'watches: { sources: { ops: { token_env: PLATFORM_TOKEN, channel: C0SHOP } } }',
    });
    expect(faults(enough, own)[0]).toContain('PLATFORM_TOKEN is a setting of Portolan’s own');
  });

  test('shows no secret when it is printed', () => {
    const printed = JSON.stringify(config({ ...enough, DATABASE_URL: 'postgres://bot:pass@db/portolan' }));
    for (const secret of [enough.SLACK_BOT_TOKEN, enough.SLACK_SIGNING_SECRET, enough.PLATFORM_TOKEN, 'pass@'])
      expect(printed).not.toContain(secret);
  });
});

describe('everything that is missing or wrong is told at once', () => {
  test.each<[Readonly<Record<string, string>>, string]>([
    [{ SLACK_BOT_TOKEN: 'xapp-1' }, 'SLACK_BOT_TOKEN is an app-level token (xapp-). Use the Bot User OAuth Token'],
    [{ SLACK_BOT_TOKEN: 'xoxp-1-2' }, 'SLACK_BOT_TOKEN is a user token (xoxp-). Use the Bot User OAuth Token'],
    [{ SLACK_BOT_TOKEN: 'xoxe.xoxp-1-2' }, 'SLACK_BOT_TOKEN is a user token (xoxp-). Use the Bot User OAuth Token'],
    [
      { DATABASE_URL: 'postgres://bot:pass@db/portolan?sslmode=reqire' },
      'DATABASE_URL has an invalid sslmode. Use one',
    ],
    [{ SLACK_BOT_TOKEN: '"xoxb-1"' }, 'SLACK_BOT_TOKEN is in quotes. Remove them'],
    [{ PLATFORM_TOKEN: "'token'" }, 'PLATFORM_TOKEN is in quotes. Remove them'],
    [{ SLACK_BOT_TOKEN: 'nonsense' }, 'SLACK_BOT_TOKEN isn’t a bot token. Bot tokens start with xoxb-'],
    [{ SLACK_APP_TOKEN: 'xoxb-1' }, 'SLACK_APP_TOKEN isn’t an app-level token. App-level tokens start with xapp-'],
    [{ PLATFORM_TOKEN: 'two words' }, 'PLATFORM_TOKEN isn’t a valid token. It has no spaces'],
    [{ PLATFORM_URL: 'console.example.com' }, 'PLATFORM_URL isn’t a valid address. Use one such as https://host'],
    [{ PLATFORM_URL: 'https://me:pw@host' }, 'PLATFORM_URL isn’t a valid address. Use one such as https://host'],
    [
      { PLATFORM_CONTEXT: `${'a1'.repeat(16)}/east-1/12` },
      'PLATFORM_CONTEXT contains a team’s ID. Use the team’s name',
    ],
    [{ PLATFORM_CONTEXT: 'shop/east-1' }, 'PLATFORM_CONTEXT isn’t a valid context. Use team/region/app'],
    [{ PLATFORM_TIMEOUT_MS: '10s' }, 'PLATFORM_TIMEOUT_MS isn’t a valid time. Use whole milliseconds from 100 to'],
    [{ AUDIT_KEY: 'x'.repeat(31) }, 'AUDIT_KEY isn’t a valid key. Use at least 32 characters'],
    [{ AUDIT_KEY_PREVIOUS: `${'x'.repeat(32)},short` }, 'AUDIT_KEY_PREVIOUS isn’t a valid list of keys. Separate keys'],
    [{ AUDIT_RETENTION: '29d' }, 'AUDIT_RETENTION is too short. Use 30d or longer'],
    [{ AUDIT_RETENTION: '1 year' }, 'AUDIT_RETENTION isn’t a valid duration. Use one such as 365d'],
    [{ PLATFORM_CA_FILE: '/no' }, 'PLATFORM_CA_FILE names a file that doesn’t exist: /no'],
    [{ PLATFORM_CA_FILE: '/key' }, 'PLATFORM_CA_FILE contains no PEM certificate: /key'],
    [{ PORTOLAN_CONFIG: '/no' }, 'PORTOLAN_CONFIG names a file that doesn’t exist: /no'],
    [{ PORTOLAN_CONFIG: '/secret' }, 'PORTOLAN_CONFIG can’t be read (/secret): EACCES'],
    [{ PORTOLAN_CONFIG: '/folder' }, 'PORTOLAN_CONFIG can’t be read (/folder): it’s a directory, not a file'],
    [{ PORTOLAN_CONFIG: '/utf16' }, 'PORTOLAN_CONFIG isn’t UTF-8 text: /utf16. Save it as UTF-8'],
    [{ COMMAND_PREFIX: '/RB' }, 'COMMAND_PREFIX isn’t a valid prefix. Use up to 20 lowercase letters, digits, - and _'],
    [{ ADMIN_PORT: '3000' }, 'ADMIN_PORT is the same as PORT. Remove it to serve everything on PORT'],
  ])('%j', (env, fault) => {
    const readFile = (path: string) => {
      if (path === '/secret') throw new Error('EACCES');
      if (path === '/folder') throw Object.assign(new Error('illegal operation'), { code: 'EISDIR' });
      if (path === '/utf16') return Buffer.from('\ufeffrules: []', 'utf16le').toString();
      return path === '/key' ? 'nothing of use' : undefined;
    };
    expect(faults({ ...enough, ...env }, readFile)).toEqual([expect.stringContaining(fault)]);
  });

  test('no value of a secret is repeated', () =>
    expect(faults({ ...enough, SLACK_BOT_TOKEN: 'oops-secret', PLATFORM_TOKEN: 'sec ret' }).join()).not.toMatch(
      /oops|sec ret/,
    ));
});

test('any environment gives a configuration or faults', () => {
  const values = fc.oneof(
    fc.string(),
    fc.constantFrom('1', '-1', 'https://x', 'xoxb-1', 'a/b/1', 'postgres://', '\u0000', ' '),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...variableNames), values), (env) => {
      const parsed = readConfig(env, nothing);
      expect('config' in parsed || parsed.faults.length > 0).toBe(true);
      if ('faults' in parsed) expect(configFaultsText(parsed.faults)).toContain('npm run playground');
    }),
  );
});
