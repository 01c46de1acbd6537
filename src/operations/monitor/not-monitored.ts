import { type Problem, refused } from '../../core/command/problem.ts';
import { listText } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { monitorMsg } from './monitor-messages.ts';

/** More than these aren't named in one sentence. */
const mostNamed = 12;

/** A component by its id and its name. */
interface NamedComponent {
  readonly id: string;
  readonly name: string;
}

/**
 * The answer where none of the requested components is monitored: the platform lists the others only
 * (docs/platform.md#monitoring).
 * @param asked names of the components, empty for all of the app
 * @param monitored those that the platform lists
 * @param outerOnly whether only components with external access were asked for
 */
export function notMonitored(
  asked: readonly string[],
  monitored: readonly NamedComponent[],
  outerOnly: boolean,
): Problem {
  const why = asked.length === 0 ? monitorMsg.noneMonitored() : monitorMsg.notMonitored({ names: listed(asked) });
  const others =
    monitored.length > 0 ? [monitorMsg.monitored({ names: listed(monitored.map(({ name }) => name)) })] : [];
  const open = outerOnly ? [monitorMsg.outerOnly()] : [];
  const offers = monitored
    .slice(0, 3)
    .map(({ id, name }) => ({ label: monitorMsg.chartOf({ name }), operation: 'monitor', given: { component: [id] } }));
  return refused(join([why, ...open, monitorMsg.installPlugin(), ...others]), asked.length === 0 ? [] : offers);
}

/** The answer where monitored components have no samples, and the platform doesn't say why. */
export function noSamples(names: readonly string[], isKnownToWork: boolean): Problem {
  const why = isKnownToWork
    ? monitorMsg.noSamples({ names: listed(names) })
    : monitorMsg.silent({ names: listed(names) });
  return { problem: 'refused', why, canRetry: true };
}

function listed(names: readonly string[]): Text {
  const shown = names.slice(0, mostNamed).map(verbatim);
  return listText(names.length > mostNamed ? [...shown, monitorMsg.more({ count: names.length - mostNamed })] : shown);
}
