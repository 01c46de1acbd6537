import type { AskButton, Part } from '../../core/command/answer.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { defineQuestion } from '../shared/define.ts';
import { appOf, type KnownComponents, knownComponents, type Named } from '../shared/find-component.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { search } from '../shared/shared-params.ts';
import { componentStatus } from './component-format.ts';
import { msg } from './component-messages.ts';

/** More rows than this are asked to be searched: a table holds 100 (Slack limits, section 2). */
const mostRows = 50;

/** `/component [search]`: the components of the app that the context names. */
export const componentList = defineQuestion({
  id: 'component.list',
  command: 'component',
  keywords: [['list'], []],
  summary: msg.listSays(),
  examples: ['component list', 'component list web'],
  params: { search },
  order: ['search'],
  needs: 'context',

  gather: (_args, ask, reads): Promise<KnownComponents> => knownComponents(ask.context, reads, ask.now),

  answer(args, known, ask) {
    const title = msg.listTitle({ app: appOf(ask.context) });
    const found = filtered(known.components, args.search);
    if (found.length === 0) {
      const why =
        args.search !== undefined && known.components.length > 0
          ? msg.listNoneFound({ typed: args.search })
          : known.complete
            ? msg.listNone()
            : msg.listNoneKnown();
      return { title, parts: [{ part: 'line', text: why }] };
    }
    const shown = found.slice(0, mostRows);
    const parts: Part[] = [
      {
        part: 'table',
        caption: title,
        columns: [msg.name(), msg.alias(), msg.inCluster(), msg.status()],
        rows: shown.map(row),
      },
      {
        part: 'note',
        text:
          found.length > shown.length
            ? msg.listMore({ shown: shown.length, total: found.length })
            : msg.listCount({ total: found.length }),
      },
    ];
    if (!known.complete) parts.push({ part: 'note', text: msg.listSeen() });
    return {
      title,
      parts: [...parts, { part: 'buttons', buttons: shown.slice(0, 5).map((each) => showButton(each, shown)) }],
    };
  },
});

function filtered(components: readonly Named[], typed: string | undefined): readonly Named[] {
  const wanted = typed?.normalize('NFKC').toLowerCase();
  const found = components.filter((each) => {
    if (!wanted) return true;
    return [each.id, each.alias, each.name, each.inCluster].some((name) =>
      name?.normalize('NFKC').toLowerCase().includes(wanted),
    );
  });
  return found.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.alias < b.alias ? -1 : 1));
}

function row(each: Named): readonly Text[] {
  return [
    verbatim(each.name),
    verbatim(each.alias),
    each.inCluster ? verbatim(each.inCluster) : shared.none(),
    componentStatus(each.status),
  ];
}

/** Equal names are told apart by their aliases. */
function showButton(each: Named, all: readonly Named[]): AskButton {
  const shared = all.some(({ id, name }) => id !== each.id && name === each.name);
  const name = shared ? `${each.name} (${each.alias})` : each.name;
  return { label: msg.showButton({ name }), operation: 'component.show', given: { component: [each.id] } };
}
