import { ok, type Read, required, wrong } from '../../core/command/params.ts';
import { refused } from '../../core/command/problem.ts';
import { interrupts, type Plan } from '../../core/request/plan.ts';
import { verbatim } from '../../core/text/text.ts';
import { type ServicePlace, type WriteCall, writeCall } from '../../platform/call.ts';
import type { ComponentSummary } from '../../platform/component/component-endpoints.ts';
import { readImageReference } from '../../platform/component/image-reference.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineChange } from '../shared/define.ts';
import { componentName } from '../shared/find-component.ts';
import { component } from '../shared/shared-params.ts';
import { imageMsg } from './image-messages.ts';
import { lifecycleEvents } from './lifecycle-events.ts';
import { type LifecycleFacts, oneNamed } from './lifecycle-facts.ts';
import { lifecycleMsg } from './lifecycle-messages.ts';
import {
  deployWarnings,
  namedComponents,
  observeStep,
  operateStep,
  planOnComponents,
  singleChange,
  whichOf,
} from './plan-lifecycle.ts';

/** Sources of components that run a registry image. Components with other sources are built. */
const ofImages: readonly (string | undefined)[] = ['docker_run', 'docker_image', 'docker_compose'];

/** Stores the image, then deploys it (docs/platform.md#changing-the-image, docs/platform.md#operations). */
export const componentImage = defineChange({
  ...singleChange,
  id: 'component.image',
  freezes: 'covered',
  keywords: [['image']],
  searched: imageMsg.searched(),
  tip: imageMsg.tip(),
  summary: imageMsg.says(),
  attempt: (_given, component) => attemptMsg.image({ component }),
  title: imageMsg.form(),
  examples: ['component image api registry.example.com:5000/shop/api:3.3.0'],
  params: {
    component,
    image: required<string>(imageMsg.image(), imageMsg.imageMissing(), readImage, { hint: imageMsg.imageHint() }),
  },
  order: ['component', 'image'],
  undoable: 'sometimes',
  evidence: 'before-and-after',
  events: { ...lifecycleEvents, again: (given) => given },

  mark: (name, done) =>
    done ? imageMsg.mark({ name, version: versionOf(done.args.image) }) : imageMsg.markBriefly({ name }),

  plan(args, facts: LifecycleFacts, ask) {
    const components = namedComponents(facts, ask);
    if ('problem' in components) return components;
    const [one] = components;
    const name = componentName(one);
    if (!ofImages.includes(one.serviceSource)) return refused(imageMsg.notAnImage({ name }), [], 'component');
    const { image } = args;
    if (one.image === image) return { already: imageMsg.already({ name, image }) };
    const other = otherName(one.image, image);
    const which = whichOf(components);
    const deploy = { operation: 'component.deploy', given: { component: [one.serviceId] } };
    return {
      ...planOnComponents(components, facts),
      title: other ? imageMsg.otherTitle({ name, image }) : imageMsg.title({ name, image }),
      rows: imageRows(one, image),
      steps: [
        {
          says: imageMsg.step({ image }),
          call: changeImageCall({ ...ask.context, service: one.serviceId }, image),
          before: { image: one.image ?? null },
          after: { image },
          rest: deploy,
        },
        operateStep('deploy', components, ask, { says: lifecycleMsg.deployTitle({ which }) }),
      ],
      warnings: [
        ...(other ? [interrupts(imageMsg.warnOther(other))] : []),
        imageMsg.warnPull({ image }),
        ...deployWarnings(components),
      ],
      undo: undoImage(one),
    };
  },

  observe(plan, step, facts: LifecycleFacts) {
    const wanted = imageOf(plan.steps[step]?.after);
    if (wanted === undefined) return observeStep(plan, step, facts);
    const is = oneNamed(facts)?.image;
    if (is === wanted) return 'after';
    return is === imageOf(plan.steps[step]?.before) ? 'before' : 'other';
  },
});

/** Returns the call that stores another image. Instances use the old image until the next deployment. */
export function changeImageCall(place: ServicePlace, image: string): WriteCall {
  return writeCall('changeImage', place, { image });
}

/**
 * Requires a tag or a digest. Without either, the console takes the part after the last colon as the version:
 * `5000/shop/web` of `registry.test:5000/shop/web`, or the number of a digest (docs/platform.md#changing-the-image).
 */
function readImage(typed: string): Read<string> {
  const image = readImageReference(typed);
  if (!image) return wrong(imageMsg.imageWrong({ typed }));
  if (image.tag !== undefined || image.digest !== undefined) return ok(typed);
  return wrong(/:\d+\//.test(image.name) ? imageMsg.tagMissingAfterPort({ typed }) : imageMsg.tagMissing({ typed }));
}

function imageRows(one: ComponentSummary, image: string): Plan['rows'] {
  const { tag, digest } = readImageReference(image) ?? {};
  const version = digest?.split(':')[1] ?? tag;
  return [
    { what: imageMsg.image(), before: textOrNone(one.image), after: verbatim(image) },
    { what: imageMsg.version(), before: textOrNone(one.version), after: textOrNone(version) },
  ];
}

/** Returns both names if the images differ in registry or repository, because that is different software. */
function otherName(before: string | undefined, after: string) {
  const [old, wanted] = [readImageReference(before ?? ''), readImageReference(after)];
  return old && wanted && fullName(old.name) !== fullName(wanted.name)
    ? { before: old.name, after: wanted.name }
    : undefined;
}

/** `redis`, `library/redis` and `docker.io/library/redis` are the same image. */
function fullName(name: string): string {
  return name.replace(/^(?:index\.)?docker\.io\//, '').replace(/^library\//, '');
}

function versionOf(image: string): string {
  const { tag, digest } = readImageReference(image) ?? {};
  return tag ?? digest?.split(':')[1]?.slice(0, 12) ?? image;
}

function imageOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'image' in state && typeof state.image === 'string'
    ? state.image
    : undefined;
}

/** Returns an undo that deploys the previous image again, if the image's stored form would be accepted. */
function undoImage(one: ComponentSummary): Plan['undo'] {
  const { image = '', serviceId } = one;
  if (!readImage(image).ok) return { none: imageMsg.undoNone({ image: image || '–' }) };
  const given = { component: [serviceId], image: [image] };
  return { proposal: { label: imageMsg.undo({ image }), operation: 'component.image', given } };
}
