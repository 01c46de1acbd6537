import { deleteHttpRuleCall } from '../../operations/gateway/listed/gateway-delete.ts';
import { changeImageCall } from '../../operations/lifecycle/component-image.ts';
import { scaleHorizontallyCall, scaleVerticallyCall } from '../../operations/lifecycle/component-scale.ts';
import { buildComponentCall } from '../../operations/lifecycle/lifecycle-operations.ts';
import { endpointIds, type WriteCall, WriteCallShape } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { createHttpRuleCall } from '../gateway/gateway-calls.ts';
import { operateComponentsCall } from './component-calls.ts';
import { readImageReference } from './image-reference.ts';

const id = (digit: number) => String(digit).padStart(32, '0');
const place = { team: 'shop', region: 'east-1', app: '12' };
const service = { ...place, service: 'gr1' };
const base = '/openapi/v1/teams/shop/regions/east-1/apps/12';
const gr1 = `${base}/services/gr1`;
const size = { new_memory: 512, new_cpu: 500, new_gpu: null };
const bound = { service_id: id(1), container_port: 80, certificate_id: 3, domain_name: 'www.shop.test' };
const rule = { protocol: 'http', serviceId: id(1), containerPort: 80, domainName: 'www.shop.test' } as const;

const calls: readonly (readonly [WriteCall, string, object | undefined])[] = [
  [operateComponentsCall(place, 'stop', [id(1)]), `POST ${base}/operations`, { action: 'stop', service_ids: [id(1)] }],
  [scaleHorizontallyCall(service, 3), `POST ${gr1}/telescopic/horizontal`, { new_node: 3 }],
  [scaleVerticallyCall(service, { memory: 512, cpu: 500, gpu: null }), `POST ${gr1}/telescopic/vertical`, size],
  [changeImageCall(service, 'r.test:5000/a:1'), `PUT ${gr1}/docker-image-change`, { image: 'r.test:5000/a:1' }],
  [buildComponentCall(service), `POST ${gr1}/build`, {}],
  [createHttpRuleCall(place, { ...rule, certificateId: 3 }), `POST ${base}/httpdomains`, bound],
  [deleteHttpRuleCall({ ...place, rule: id(7) }), `DELETE ${base}/httpdomains/${id(7)}`, undefined],
];

test.each(calls)('$operation', (call, line, body) => {
  expect(`${call.method} ${call.path}`).toBe(line);
  expect(call.body).toEqual(body);
  expect(WriteCallShape.console.safeParse(call).success).toBe(true);
  expect(WriteCallShape.unknown.safeParse(call).success).toBe(true);
  // The dialect of the document has none of these calls.
  expect(WriteCallShape.document.safeParse(call).success).toBe(false);
});

const operate = (body: unknown) => ({ ...operateComponentsCall(place, 'stop', [id(1)]), body });
const vertical = (body: object) => ({
  ...scaleVerticallyCall(service, { memory: 512, cpu: 500, gpu: null }),
  body: { ...size, ...body },
});
const image = (text: unknown) => ({ ...changeImageCall(service, 'a:1'), body: { image: text } });
const extended = (pair: object) => ({
  ...createHttpRuleCall(place, rule),
  body: { ...createHttpRuleCall(place, rule).body, rule_extensions: [pair] },
});

describe('never sent', () => {
  test.each<readonly [string, unknown]>([
    ['no ids: the whole application', operate({ action: 'stop', service_ids: [] })],
    ['no list', operate({ action: 'stop' })],
    ['null', operate({ action: 'stop', service_ids: null })],
    ['an alias', operate({ action: 'stop', service_ids: [id(1), 'gr7c01aa'] })],
    ['one id twice', operate({ action: 'stop', service_ids: [id(1), id(1)] })],
    ['too many for a region', operate({ action: 'stop', service_ids: Array.from({ length: 1025 }, (_, n) => id(n)) })],
    ['another action', operate({ action: 'restart', service_ids: [id(1)] })],
    ['a third field', operate({ action: 'stop', service_ids: [id(1)], force: true })],
    ['no instances', scaleHorizontallyCall(service, 0)],
    ['101 instances', scaleHorizontallyCall(service, 101)],
    ['a part of an instance', scaleHorizontallyCall(service, 1.5)],
    ['65 MiB: the console refuses a remainder of 1', vertical({ new_memory: 65 })],
    ['63 MiB', vertical({ new_memory: 63 })],
    ['more than 65,536 MiB', vertical({ new_memory: 65_600 })],
    ['no CPU: it would be worked out', vertical({ new_cpu: null })],
    ['a left-out CPU', vertical({ new_cpu: undefined })],
    ['a negative CPU', vertical({ new_cpu: -1 })],
    ['an image without a tag', image('registry.test:5000/shop/web')],
    ['no image', image('')],
    ['text that is no image', image('not an image')],
    ['a build of another repository', { ...buildComponentCall(service), body: { repo_url: 'a:1' } }],
    ['an extension that the console would evaluate', extended({ key: 'a', value: '__import__' })],
  ])('%s', (_what, call) => expect(WriteCallShape.console.safeParse(call).success).toBe(false));

  test('a list with any id that is none', () => {
    for (let length = 1; length <= 6; length += 1)
      for (let odd = 0; odd < length; odd += 1) {
        const ids = Array.from({ length }, (_, n) => (n === odd ? '' : id(n)));
        expect(WriteCallShape.console.safeParse(operate({ action: 'stop', service_ids: ids })).success).toBe(false);
      }
  });
});

test('a single certificate is never asked for: the answer holds its private key', () => {
  const paths: readonly string[] = endpointIds.map((each) => endpoints[each].path);
  expect(paths.filter((path) => path.includes('certificates'))).toEqual(['/teams/{team}/certificates']);
  expect(paths.some((path) => path.includes('apps/close') || path.endsWith('/envs'))).toBe(false);
});

const sha = `sha256:${'a'.repeat(64)}`;

test.each([
  '',
  ':1',
  'nginx:',
  'Nginx:1',
  'nginx:1:2',
  'a b:1',
  'web:1\n',
  '/web:1',
  'shop//web:1',
  'https://images.test/web:1',
  'registry.test:port/web:1',
  'shop/web:-1',
  `nginx@${sha}@${sha}`,
  'nginx@sha256:abc',
  '镜像:1',
  `${'a'.repeat(200)}:1`,
])('%j is no image', (text) => expect(readImageReference(text)).toBeUndefined());
