import { placeKey } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { afterChangeKind, afterChangeOf } from '../../core/watch/after-change.ts';
import type { RecordChange } from '../../store/store.ts';

/** What watches add to the engine: what a change has touched is watched afterwards. */
export const watchFeature = {
  records(request: ChangeRequest, now: number): readonly RecordChange[] {
    const body = afterChangeOf(request, now);
    if (!body) return [];
    const { request: id, context, channel, since: at } = body;
    const row = { id, placeKey: placeKey(context), channel, isOpen: true, at };
    return [{ next: { kind: afterChangeKind, ...row, body }, expect: 'new' }];
  },
};
