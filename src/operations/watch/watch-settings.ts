import type { Answer } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { isProblem, notAllowed, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import type { Text } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { defineSetting, type SettingServices } from '../shared/define.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { silenceLength } from '../shared/incident/silence-length.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { endingOf } from './life/end-watch.ts';
import { watchEntry, watchRecord } from './life/watch-record.ts';
import { Watch, watchKind } from './stored-watch.ts';
import { gatherWatches, watchesAnswer, watchId } from './watch-list.ts';
import { watchMsg } from './watch-messages.ts';
import { watchCommand } from './watch-text.ts';

/** A watch as it is stored. */
interface LoadedWatch {
  readonly watch: Watch;
  readonly version: number;
}

/** Finds a watch that is known where someone asks, and that they may change. */
async function findOwnWatch(id: string, ask: Ask, settings: SettingServices): Promise<LoadedWatch | Problem> {
  const stored = await settings.records.get(watchKind, id);
  const watch = Watch.safeParse(stored?.body).data;
  if (!stored || !watch || !(await isKnownHere(watch, ask, settings))) return refused(watchMsg.idUnknown({ id }));
  const which = watch.by.id === ask.person.id ? 'watch' : 'end_others';
  const no = maySetting(settings.policy, which, await settings.actor(ask.person, watch.channel));
  return no ? notAllowed(no) : { watch, version: stored.version };
}

async function isKnownHere(watch: Watch, ask: Ask, settings: SettingServices): Promise<boolean> {
  if (placeKey(watch.context) !== placeKey(ask.context) && watch.channel !== ask.channel) return false;
  return channelAccess(ask, settings).mayKnow(watch.channel);
}

/** Changes a watch as it is stored now; undefined deletes it. */
async function changeWatch(
  id: string,
  ask: Ask,
  settings: SettingServices,
  operation: string,
  next: (watch: Watch) => Watch | Problem | undefined,
): Promise<Problem | undefined> {
  const changed = await retryRaces(`watch ${id}`, async () => {
    const found = await findOwnWatch(id, ask, settings);
    if (isProblem(found)) return found;
    const changed = next(found.watch);
    if (isProblem(changed)) return changed;
    // Nothing evaluates it then: its incidents would go on firing for ever.
    const stops = !changed || (changed.paused !== undefined && found.watch.paused === undefined);
    const ending = stops ? await endingOf(settings, found.watch, ask.now) : undefined;
    const saved = await settings.store.commit({
      at: ask.now,
      records: [
        changed ? { next: watchRecord(changed, ask.now), expect: found.version } : { drop: { kind: watchKind, id } },
        ...(ending?.records ?? []),
      ],
      outbox: ending?.outbox ?? [],
      audit: [watchEntry(found.watch, ask, operation)],
    });
    return saved === 'saved' ? 'saved' : undefined;
  });
  return changed === 'saved' ? undefined : changed;
}

/** What was done to a watch, above all of them as they are now: the message keeps its buttons. */
async function changedAnswer(line: Text, ask: Ask, settings: SettingServices): Promise<Answer> {
  return watchesAnswer([{ part: 'line', text: line }], await gatherWatches(ask, settings), ask);
}

const shared = { ...watchCommand, order: ['id'] } as const;

/** `/watch pause <id>`. */
export const watchPause = defineSetting({
  ...shared,
  id: 'watch.pause',
  keywords: [['pause']],
  summary: watchMsg.pauseSays(),
  examples: ['watch pause a1b2c3'],
  params: { id: watchId },
  async apply({ id }, ask, settings) {
    const no = await changeWatch(id, ask, settings, 'watch.pause', (watch) =>
      watch.configured ? refused(watchMsg.inFile({ id })) : { ...watch, paused: 'person' },
    );
    return no ?? changedAnswer(watchMsg.pausedNow({ id }), ask, settings);
  },
});

/** `/watch resume <id>`: also where it was paused because nothing could be posted. */
export const watchResume = defineSetting({
  ...shared,
  id: 'watch.resume',
  keywords: [['resume']],
  summary: watchMsg.resumeSays(),
  examples: ['watch resume a1b2c3'],
  params: { id: watchId },
  async apply({ id }, ask, settings) {
    const no = await changeWatch(id, ask, settings, 'watch.resume', ({ paused: _paused, ...watch }) => watch);
    return no ?? changedAnswer(watchMsg.resumedNow({ id }), ask, settings);
  },
});

/** `/watch delete <id>`. */
export const watchDelete = defineSetting({
  ...shared,
  id: 'watch.delete',
  keywords: [['delete']],
  summary: watchMsg.deleteSays(),
  examples: ['watch delete a1b2c3'],
  params: { id: watchId },
  async apply({ id }, ask, settings) {
    const no = await changeWatch(id, ask, settings, 'watch.delete', (watch) =>
      watch.configured ? refused(watchMsg.inFile({ id })) : undefined,
    );
    return no ?? changedAnswer(watchMsg.deletedNow({ id }), ask, settings);
  },
});

/** `/watch silence <id> [for=1h]`. */
export const watchSilence = defineSetting({
  ...shared,
  id: 'watch.silence',
  keywords: [['silence']],
  summary: watchMsg.silenceSays(),
  title: incidentActionMsg.silenceForm(),
  examples: ['watch silence a1b2c3', 'watch silence a1b2c3 for=4h'],
  params: {
    id: watchId,
    for: silenceLength,
  },
  async apply(args, ask, settings) {
    const until = ask.now + args.for;
    const no = await changeWatch(args.id, ask, settings, 'watch.silence', (watch) => ({
      ...watch,
      silencedUntil: until,
    }));
    return no ?? changedAnswer(watchMsg.silencedNow({ id: args.id, until: { at: until } }), ask, settings);
  },
});
