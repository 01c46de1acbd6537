import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import { consoleRecordings, operationOf, startReplay } from './recorded.ts';

/** Checks the messages that people get when the console gave the recorded answers to changes. Uses the real client. */

const replay = await startReplay();
afterAll(() => replay.close());

const accepted = { value: { accepted: true } };
const madeAt = (domainName: string, more: object = {}) => ({
  status: 201,
  value: { domainName, id: undefined, ...more },
});

/**
 * Expected result of each success. "Accepted" doesn't mean that the change worked: the outcome is read from events and
 * state (docs/platform.md#operations), because most of these requests did nothing or affected something else.
 */
const successes: { readonly [name: string]: object } = {
  op12_alias_as_id: accepted,
  op12_deploy_image_component: accepted,
  op12_failure_inside_200: accepted,
  op12_id_of_other_team: accepted,
  op12_permitted_starter_starts: accepted,
  op12_stop_one: accepted,
  op12_third_party_and_draft: accepted,
  op16_create_full: madeAt('b.example.test', { protocol: 'https', certificateId: 1, theWeight: 40 }),
  op16_create_member_not_in_team: madeAt('j.example.test'),
  op16_create_minimal: madeAt('a.example.test', { protocol: 'http', domainPath: '/' }),
  op16_create_service_of_other_app: madeAt('e.example.test'),
  op19_delete_ok: { status: 200, value: { httpRuleId: '698818f62e5a8c25d38789d8abb7ed71', id: undefined } },
  op19_delete_region_404_swallowed: { status: 200, value: { httpRuleId: '14e18bbe5d43de58d9b6ba409d9b69b5' } },
  op21_horizontal_member_not_in_team: accepted,
  op21_horizontal_text_number: accepted,
  op21_horizontal_up: accepted,
  op22_vertical_memory_100: accepted,
  op23_build_repo_url_changes_image: { value: { eventId: '12446a7b6050410c94f7010ba0982faa' } },
  op24_image_empty: accepted,
  op24_image_member_not_in_team: accepted,
  op24_image_no_tag: accepted,
  op24_image_ok: accepted,
};

const regionDown = ['region-unreachable', 'unknown', 'The platform can’t reach its region.', '平台无法连接集群。'];
const busy = [
  'region-busy',
  'rejected',
  'The region is still processing an earlier change. Try again in a moment.',
  '集群正在处理之前的操作，请稍后重试。',
];
const noSuchRule = [
  'no-such-rule',
  'rejected',
  'This team has no such HTTP gateway rule.',
  '该团队没有这条 HTTP 网关策略。',
];

/** Expected values for each refusal: its reason, its meaning for the change, and the message for people. */
const refusals: { readonly [name: string]: readonly string[] } = {
  op12_no_permission_member: [
    'lifecycle-not-permitted',
    'rejected',
    'Portolan’s token can’t start, stop, update or deploy components in this team. Its user needs a team role with these permissions.',
    'Portolan 的令牌没有启动、停止、更新（滚动）或构建该团队组件的权限，其用户需要具备相应权限的团队角色。',
  ],
  op12_region_409: busy,
  op12_region_412_memory: [
    'lacks-memory',
    'rejected',
    'The region or the team doesn’t have enough memory.',
    '集群或团队内存不足。',
  ],
  op12_region_500_no_code: ['region-failed', 'unknown', 'The region reported an internal error.', '集群内部出错。'],
  op12_region_down: regionDown,
  op16_create_duplicate: [
    'rule-exists',
    'rejected',
    'A gateway rule for this address already exists.',
    '该地址已有网关策略。',
  ],
  op16_create_unknown_port: [
    'platform-failed',
    'unknown',
    'The platform reported an internal error.',
    '平台内部出错。',
  ],
  op19_delete_again: noSuchRule,
  op19_delete_rule_of_other_team: noSuchRule,
  op21_horizontal_region_down: regionDown,
  op21_horizontal_singleton: [
    'single-instance',
    'rejected',
    'This component can have only one instance.',
    '该组件为单实例组件，只能有一个实例。',
  ],
  op22_vertical_only_memory: [
    'invalid-values',
    'rejected',
    'The platform rejected these values: new_gpu is required; new_cpu is required.',
    '平台拒绝了这些参数：new_gpu 必填；new_cpu 必填。',
  ],
  op22_vertical_region_409: busy,
  op23_build_draft: [
    'component-unfinished',
    'rejected',
    'The component hasn’t been fully created yet.',
    '组件尚未创建完成。',
  ],
  op23_build_region_500: ['region-failed', 'unknown', 'The region reported an internal error.', '集群内部出错。'],
};

const noChange = 'a rule is never changed: a partial change removes its certificate, or takes a rule from another team';
const noSecrets = 'variables are never read or set: the answer has their values';
const noMoment = 'only ranges are asked for, and applications by 4.8';

const neverAsked: { readonly [name: string]: string } = {
  op18_put_domain_of_sibling_rule: noChange,
  op18_put_domains_path: noChange,
  op18_put_domains_path_tcp_rule: noChange,
  op18_put_extensions_objects: noChange,
  op18_put_header: noChange,
  op18_put_https_without_certificate_id: noChange,
  op18_put_path_and_cookie: noChange,
  op18_put_unknown_certificate: noChange,
  op19_delete_tcp_rule: 'a rule is deleted at its own path, and no call deletes a TCP rule',
  op25_monitor_is_outer_false: noMoment,
  op25_monitor_no_plugin: noMoment,
  op25_monitor_ok: noMoment,
  op26_query_other_enterprise: noMoment,
  op26_query_plus_becomes_space: noMoment,
  op26_query_region_down: noMoment,
  op28_envs_bad_name: noSecrets,
  op28_envs_empty_list_reads_all: noSecrets,
  op29_volumes_again: 'volumes are never made: nothing lists or deletes them',
  op29_volumes_ok: 'volumes are never made: nothing lists or deletes them',
  op30_absent_pods: 'the console has no such operation',
  op30_absent_restart: 'the console has no such operation',
};

test.each(Object.entries(successes))('%s', async (name, expected) =>
  expect(await replay.answerTo(name)).toMatchObject(expected),
);

test.each(Object.entries(refusals))('%s', async (name, [reason, outcome, en, zh]) => {
  const error = await replay.answerTo(name).catch((thrown: unknown) => thrown);
  if (!(error instanceof PlatformError)) throw new Error('no PlatformError');
  expect(error).toMatchObject({ reason, outcome, sentence: { en, zh } });
  expect(JSON.stringify(error.says)).not.toMatch(/Traceback|\.py\b|https?:|example\.test|0x|Exception|NoneType/);
});

test('all 96 recordings are read by the client, or never asked for', () => {
  expect(consoleRecordings).toHaveLength(96);
  const ours = consoleRecordings.filter((each) => operationOf(each));
  const writes = ours.filter(({ request }) => request.method !== 'GET').map(({ name }) => name);
  expect([...Object.keys(successes), ...Object.keys(refusals)].sort()).toEqual(writes);
  const others = consoleRecordings.filter((each) => !operationOf(each)).map(({ name }) => name);
  expect(Object.keys(neverAsked).sort()).toEqual(others);
});
