import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { objectOf } from '../../slack/json-values.ts';
import type { PageOption, PageOptions } from '../../slack/page-protocol.ts';
import type { BlockChoice, ChoiceGroup, SelectModel } from '../blocks/block-model.ts';
import { readChoice } from '../blocks/read-element.ts';
import { type Names, useActions, useNames, useSurface } from '../common/page-hooks.ts';

/** Options of a select. `state`: `ready`, `loading`, `short` (type more), or an error message. */
export type Choices = {
  readonly groups: readonly ChoiceGroup[];
  readonly state: string;
  readonly labelOf: (value: string) => string;
};

const pause = 180;
/** Labels of loaded options, so that a chosen option keeps its label after its list is gone. */
const knownLabels = new Map<string, string>();

/** Returns a select's options: static, the workspace's people and channels, or the bot's answer. */
export function useChoices(model: SelectModel, blockId: string, open: boolean, typed: string): Choices {
  const names = useNames();
  const loaded = useLoaded(model, blockId, open, typed);
  const groups = useMemo(
    () => groupsOf(model, names, loaded.groups),
    [model, names.people, names.channels, loaded.groups],
  );
  for (const group of loaded.groups)
    for (const choice of group.choices) knownLabels.set(`${blockId}|${choice.value}`, choice.label);
  const labelOf = (value: string) => {
    const all = [...groups.flatMap((group) => group.choices), ...model.initial];
    return all.find((choice) => choice.value === value)?.label || knownLabels.get(`${blockId}|${value}`) || value;
  };
  return { groups, state: model.source === 'external' ? loaded.state : 'ready', labelOf };
}

function groupsOf(model: SelectModel, names: Names, loaded: readonly ChoiceGroup[]): readonly ChoiceGroup[] {
  switch (model.source) {
    case 'static':
      return model.groups;
    case 'external':
      return loaded;
    case 'users':
      return [{ label: '', choices: names.people.map((person) => named(person.id, person.realName)) }];
    default:
      return [{ label: '', choices: channelsFor(model, names) }];
  }
}

function channelsFor(model: SelectModel, names: Names): readonly BlockChoice[] {
  const kinds = model.source === 'channels' ? ['public'] : model.kinds;
  const word = { public: 'public', private: 'private', direct: 'im' } as const;
  return names.channels
    .filter((channel) => kinds.length === 0 || kinds.includes(word[channel.kind]))
    .map((channel) => {
      const person = names.people.find((one) => one.id === channel.name);
      return named(channel.id, channel.kind === 'direct' ? (person?.realName ?? channel.name) : `#${channel.name}`);
    });
}

function named(value: string, label: string): BlockChoice {
  return { value, label, text: [{ kind: 'text', text: label }], description: [], href: null };
}

type LoadedChoices = { readonly groups: readonly ChoiceGroup[]; readonly state: string };
const nothing: LoadedChoices = { groups: [], state: 'loading' };

function useLoaded(model: SelectModel, blockId: string, open: boolean, typed: string): LoadedChoices {
  const surface = useSurface();
  const actions = useActions();
  const [loaded, setLoaded] = useState<LoadedChoices>(nothing);
  const turn = useRef(0);
  const short = typed.length < model.minQuery;
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    if (!open || model.source !== 'external') return;
    if (short) return setLoaded({ groups: [], state: 'short' });
    setLoaded((was) => (was.groups.length > 0 ? was : nothing));
    const timer = window.setTimeout(
      async () => {
        const answer = await actions.load(surface, blockId, model.actionId, typed);
        if (mine !== turn.current) return;
        setLoaded(
          typeof answer === 'string' ? { groups: [], state: answer } : { groups: readAnswer(answer), state: 'ready' },
        );
      },
      typed === '' ? 0 : pause,
    );
    return () => window.clearTimeout(timer);
  }, [open, typed, short, blockId, model.actionId, model.source]);
  return loaded;
}

function readAnswer(answer: PageOptions): readonly ChoiceGroup[] {
  const readChoices = (options: readonly PageOption[]) => options.map((option) => readChoice(objectOf(option)));
  const loose = answer.options.length > 0 ? [{ label: '', choices: readChoices(answer.options) }] : [];
  return [...loose, ...answer.groups.map((group) => ({ label: group.label, choices: readChoices(group.options) }))];
}
