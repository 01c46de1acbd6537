import { noteText } from '../../core/incident/incident-text.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { PostResult } from '../../delivery/post-result.ts';
import type { OtherNotes } from '../../operations/incident/deliver-incidents.ts';
import type { IncidentPoster } from '../../operations/incident/posted-incident.ts';
import { unmeasuredText } from '../../operations/shared/chart/collected-items.ts';
import { contextText } from '../../operations/shared/place/known-contexts.ts';
import { pausedText } from '../../operations/shared/place/paused-text.ts';
import { WatchNote, watchNoteKinds } from '../../operations/watch/pause-watches.ts';
import { watchMsg } from '../../operations/watch/watch-messages.ts';
import { watchText } from '../../operations/watch/watch-text.ts';
import { ifRoom } from '../answer/notes.ts';
import type { Page } from '../blocks/blocks.ts';
import type { SlackServices } from '../interaction/bot.ts';
import { channelPage, channelZone } from '../interaction/channel-page.ts';
import { editOf, postTo } from '../interaction/post-message.ts';
import { lineMessage } from '../interaction/responder.ts';
import { drawIncident } from './draw-incident.ts';
import { incidentPostMsg } from './incident-post-messages.ts';
import { incidentMessage } from './incident-view.ts';

/** How messages of incidents reach Slack. */
export function createIncidentPoster(bot: SlackServices): IncidentPoster & {
  /** That a watch is paused, to its creator alone; that one is over, in its channel. */
  readonly others: OtherNotes;
  /** A line in a channel, for everyone. */
  line(channel: string, text: Text): Promise<PostResult>;
} {
  const pageIn = (channel: string, reader: Page): Page => channelPage(bot.services, channel, reader);
  const now = () => bot.services.world.now();
  const post = postTo(bot);
  const edit = editOf(bot);
  return {
    post: (incident) =>
      post(incident.channel, incidentMessage(incident, pageIn(incident.channel, incident.reader), now())),
    edit: (incident, ts, chart) => {
      const { channel, reader } = incident;
      return edit({ channel, ts }, incidentMessage(incident, pageIn(channel, reader), now(), chart));
    },
    async draw(incident) {
      const { channel, reader, notify } = incident;
      const page = pageIn(channel, reader);
      // Nobody made the source of an alert, nor a watch of the policy file: they have no zone of their own.
      const zone = page.zone === 'UTC' ? await channelZone(bot.services, channel, notify) : page.zone;
      return drawIncident(bot, incident, { ...page, zone });
    },
    shows: async ({ id, channel }, ts, file) => {
      const { store, world } = bot.services;
      const post = { id: `incident:${id}`, channel, ts, fileIds: [file], at: world.now(), body: {} };
      await ifRoom(bot, () => store.posts.keep(post));
    },
    note: (incident, ts, note) =>
      post(incident.channel, lineMessage(noteText(note, incident), pageIn(incident.channel, incident.reader)), {
        thread: ts,
        // The message is far above by then.
        ...(note.what === 'reopened' ? { broadcast: true } : {}),
      }),
    line: (channel, text) => {
      const page = pageIn(channel, { lang: bot.services.language ?? 'en', zone: 'UTC' });
      return post(channel, lineMessage(text, page));
    },
    others: {
      kinds: watchNoteKinds,
      async tell(row) {
        const note = WatchNote.safeParse(row.body).data;
        if (!note) return undefined;
        const { watch, code } = note;
        const { id, lang, zone } = watch.by;
        const what = watchText(watch);
        if (row.kind === 'watch-gone')
          return post(
            watch.channel,
            lineMessage(
              watch.configured ? incidentPostMsg.emptied({ what }) : incidentPostMsg.gone({ what }),
              pageIn(watch.channel, { lang, zone }),
            ),
          );
        if (row.kind === 'watch-unread') {
          const page = pageIn(watch.channel, { lang, zone });
          return post(watch.channel, lineMessage(watchMsg.unreadNow({ names: verbatim(code) }), page));
        }
        if (row.kind === 'watch-unmeasured') {
          const why = unmeasuredText(watch.condition.item);
          const page = pageIn(watch.channel, { lang, zone });
          return post(watch.channel, lineMessage(incidentPostMsg.unmeasured({ what, why }), page));
        }
        const where = {
          channel: { channel: watch.channel },
          context: contextText(watch.context),
          why: pausedText(code),
        };
        return post(id, lineMessage(incidentPostMsg.paused({ ...where, what }), { lang, zone }));
      },
    },
  };
}
