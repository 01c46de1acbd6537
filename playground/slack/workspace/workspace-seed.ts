import type { Channel, StoredMessage, UserGroup, Workspace, WorkspacePerson } from './workspace.ts';

const team = { id: 'T0PORTOLAN', name: 'Harbour', domain: 'harbour' } as const;
const bot = { user: 'U0PORTOLAN', id: 'B0PORTOLAN', app: 'A0PORTOLAN' } as const;

export type WorkspaceSeed = {
  readonly people?: readonly (Pick<WorkspacePerson, 'id' | 'name'> & Partial<WorkspacePerson>)[];
  readonly channels?: readonly (Pick<Channel, 'id' | 'name'> & {
    readonly kind?: Channel['kind'];
    readonly members: readonly string[];
    readonly topic?: string;
  })[];
  readonly groups?: readonly UserGroup[];
  readonly messages?: readonly StoredMessage[];
};

const usual = {
  people: [
    {
      ...{ id: 'U0MAYA', name: 'maya', realName: 'Maya Brandt', locale: 'en-GB', timeZone: 'Europe/Berlin' },
      ...{ admin: true, appUser: true },
    },
    { id: 'U0LIU', name: 'liu', realName: '刘晓', locale: 'zh-CN', timeZone: 'Asia/Shanghai', admin: true },
    {
      ...{ id: 'U0SAM', name: 'sam', realName: 'Sam Rivera', locale: 'en-US', timeZone: 'America/New_York' },
      // Has authorized the app, but isn't an admin.
      appUser: true,
    },
    { id: 'U0GUEST', name: 'gil', realName: 'Gil Guest', timeZone: 'Europe/Lisbon', kind: 'guest' },
    {
      id: 'U0FAR',
      name: 'fay',
      realName: 'Fay Faraway',
      timeZone: 'Asia/Tokyo',
      kind: 'stranger',
      teamId: 'T0FARAWAY',
    },
    { id: bot.user, name: 'portolan', realName: 'Portolan', kind: 'bot' },
    { id: 'U0ROBOT', name: 'ci', realName: 'CI', kind: 'bot' },
  ],
  channels: [
    {
      id: 'C0SHOP',
      name: 'shop-ops',
      topic: 'The shop, day and night',
      members: ['U0MAYA', 'U0LIU', 'U0SAM', 'U0GUEST', 'U0FAR', 'U0ROBOT', bot.user],
    },
    { id: 'C0BILLING', name: 'billing-ops', topic: 'Invoices', members: ['U0MAYA', 'U0SAM', bot.user] },
    {
      id: 'C0GENERAL',
      name: 'general',
      topic: 'Everybody',
      members: ['U0MAYA', 'U0LIU', 'U0SAM', bot.user],
    },
    { id: 'C0NOBOT', name: 'random', topic: 'Portolan is not here', members: ['U0MAYA', 'U0LIU', 'U0SAM'] },
    {
      id: 'G0SECRET',
      name: 'secret',
      kind: 'private',
      topic: 'Private, without Portolan',
      members: ['U0MAYA', 'U0SAM'],
    },
  ],
  groups: [{ id: 'S0123OPS', handle: 'operators', name: 'Operators', members: ['U0MAYA', 'U0LIU', 'U0SAM'] }],
} satisfies WorkspaceSeed;

function personOf(given: NonNullable<WorkspaceSeed['people']>[number]): WorkspacePerson {
  return {
    realName: given.name,
    kind: 'member',
    teamId: team.id,
    locale: 'en-US',
    timeZone: 'Etc/UTC',
    admin: false,
    appUser: false,
    deleted: false,
    ...given,
  };
}

function byId<T extends { readonly id: string }>(...lists: readonly (readonly T[])[]): Map<string, T> {
  return new Map(lists.flat().map((one) => [one.id, one]));
}

export function createWorkspace(seed: WorkspaceSeed = {}): Workspace {
  const channels = [...usual.channels, ...(seed.channels ?? [])].map(
    (given): Channel => ({
      kind: 'public',
      topic: '',
      archived: false,
      ...given,
      members: new Set(given.members),
    }),
  );
  return {
    team,
    bot,
    people: byId([...usual.people, ...(seed.people ?? [])].map(personOf)),
    groups: byId<UserGroup>([...usual.groups, ...(seed.groups ?? [])].map((group) => ({ ...group }))),
    channels: byId(channels),
    messages: (seed.messages ?? []).map((message) => ({ ...message })),
    files: new Map(),
    views: new Map(),
    stacks: new Map(),
    homes: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
  };
}
