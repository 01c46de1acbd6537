import { placeKey } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { afterChangeOf } from '../../core/watch/after-change.ts';
import type { RecordChange, Store } from '../../store/store.ts';
import { afterChangeRecords } from '../shared/watch/stored-watch.ts';

export const watchFeature = {
  records(request: ChangeRequest, now: number): readonly RecordChange[] {
    const body = afterChangeOf(request, now);
    if (!body) return [];
    const { request: id, context, channel, since: at } = body;
    return [afterChangeRecords.save(body, { id, placeKey: placeKey(context), channel, at })];
  },
  async isWatched(store: Store, request: string): Promise<boolean> {
    return (await afterChangeRecords.get(store, request)) !== undefined;
  },
};
