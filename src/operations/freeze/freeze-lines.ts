import { quotable } from '../../core/text/text.ts';
import type { LineRows } from '../../delivery/poster.ts';
import { FreezeEnded, freezeEndedKind } from '../shared/freeze/stored-freeze.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { freezeSettingMsg } from './freeze-setting-messages.ts';

export const freezeLines: LineRows = {
  kinds: [freezeEndedKind],
  async lineOf({ body }) {
    const { data } = FreezeEnded.safeParse(body);
    if (!data) return undefined;
    const { by, context, reason, reader = { lang: 'en', zone: 'UTC' } } = data.freeze;
    const said = { who: by.name, context: contextText(context), reason: quotable(reason) };
    return { place: { channel: data.channel, reader }, text: freezeSettingMsg.over(said) };
  },
};
