import type { Answer } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { Text } from '../../core/text/text.ts';
import { retryRaces } from '../../store/retry-races.ts';
import { defineSetting, type SettingServices } from '../shared/define.ts';
import { incidentActionMsg } from '../shared/incident/incident-action-messages.ts';
import { silenceLength } from '../shared/incident/silence-length.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { refuseChangeOf } from '../shared/place/refuse-posting.ts';
import { endingOf } from './life/end-watch.ts';
import { Watch, watchKind } from './stored-watch.ts';
import { gatherWatches, watchesAnswer, watchId } from './watch-list.ts';
import { watchMsg } from './watch-messages.ts';
import { watchCommand, watchEntry, watchRecord } from './watch-text.ts';

/** Finds a watch that is known where someone asks, and that they may change. */
async function findOwnWatch(id: string, ask: Ask, settings: SettingServices) {
  const stored = await settings.records.get(watchKind, id);
  const watch = Watch.safeParse(stored?.body).data;
  if (!stored || !watch || !(await isKnownHere(watch, ask, settings))) return refused(watchMsg.idUnknown({ id }));
  const no = await refuseChangeOf(watch.by.id, watch.channel, ask, settings, 'watch');
  return no ?? { watch, version: stored.version };
}

async function isKnownHere(watch: Watch, ask: Ask, settings: SettingServices): Promise<boolean> {
  if (placeKey(watch.context) !== placeKey(ask.context) && watch.channel !== ask.channel) return false;
  return channelAccess(ask, settings).mayKnow(watch.channel);
}

type NextWatch = (watch: Watch) => Watch | Problem | undefined;

/**
 * Changes a watch as it is stored now; undefined deletes it.
 * @param line what was done, above all watches as they are now: the message keeps its buttons
 */
async function changeWatch(
  id: string,
  ask: Ask,
  settings: SettingServices,
  operation: string,
  next: NextWatch,
  line: Text,
): Promise<Answer | Problem> {
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
  if (isProblem(changed)) return changed;
  return watchesAnswer([{ part: 'line', text: line }], await gatherWatches(ask, settings), ask);
}

const shared = { ...watchCommand, order: ['id'] } as const;

/** `/watch <verb> <id>`. @param says what was done */
function changeByVerb(
  verb: 'pause' | 'resume' | 'delete',
  summary: Text,
  next: NextWatch,
  says: (given: { id: string }) => Text,
) {
  const operation = `watch.${verb}`;
  return defineSetting({
    ...shared,
    id: operation,
    keywords: [[verb]],
    summary,
    examples: [`watch ${verb} a1b2c3`],
    params: { id: watchId },
    apply: ({ id }, ask, settings) => changeWatch(id, ask, settings, operation, next, says({ id })),
  });
}

/**
 * Why a watch can't be paused or deleted here; undefined where it can: as the next state of a watch, that deletes it.
 */
function refuseInFile({ id, configured }: Watch): Problem | undefined {
  return configured && refused(watchMsg.inFile({ id }));
}

export const watchPause = changeByVerb(
  'pause',
  watchMsg.pauseSays(),
  (watch) => refuseInFile(watch) ?? { ...watch, paused: 'person' },
  watchMsg.pausedNow,
);

/** Also where it was paused because nothing could be posted. */
export const watchResume = changeByVerb(
  'resume',
  watchMsg.resumeSays(),
  ({ paused: _paused, ...watch }) => watch,
  watchMsg.resumedNow,
);

export const watchDelete = changeByVerb('delete', watchMsg.deleteSays(), refuseInFile, watchMsg.deletedNow);

/** `/watch silence <id> [for=1h]`. */
export const watchSilence = defineSetting({
  ...shared,
  id: 'watch.silence',
  keywords: [['silence']],
  summary: watchMsg.silenceSays(),
  title: incidentActionMsg.silenceForm(),
  examples: ['watch silence a1b2c3', 'watch silence a1b2c3 for=4h'],
  params: { id: watchId, for: silenceLength },
  async apply({ id, for: length }, ask, settings) {
    const until = ask.now + length;
    const line = watchMsg.silencedNow({ id, until: { at: until } });
    return changeWatch(id, ask, settings, 'watch.silence', (watch) => ({ ...watch, silencedUntil: until }), line);
  },
});
