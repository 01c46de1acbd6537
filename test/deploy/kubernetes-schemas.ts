import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Pod } from 'kubernetes-models/v1/Pod';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import * as z from 'zod';

/** Compiled JSON Schema validator of a kind. It checks `this`. @throws if the object is invalid */
type Validate = (this: unknown) => void;

const kinds = [
  ConfigMap,
  CronJob,
  Deployment,
  Ingress,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
  ServiceMonitor,
  StatefulSet,
];
const validators: ReadonlyMap<string, Validate> = new Map(
  kinds.map(({ apiVersion, kind, prototype }) => [`${apiVersion} ${kind}`, prototype.validate]),
);

const Typed = z.looseObject({ apiVersion: z.string(), kind: z.string() });

/** Returns the errors that the Kubernetes schema finds in an object, and the object's unknown keys. */
export function kubernetesFaults(object: unknown): readonly string[] {
  const { apiVersion, kind } = Typed.parse(object);
  const validate = validators.get(`${apiVersion} ${kind}`);
  if (!validate) return [`${apiVersion} ${kind} has no schema here`];
  // The schemas allow unknown keys. A validator reads only keys that it knows, so every other key is unknown.
  const usedKeys = new Set<string>();
  const invalid = faultOf(() => validate.call(watched(object, '', usedKeys)));
  const unknown = keysIn(object, '').filter((key) => !usedKeys.has(key));
  return [...invalid, ...unknown.map((key) => `${kind}${key} isn’t in the schema`)];
}

function faultOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function watched(value: unknown, path: string, usedKeys: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return member;
      usedKeys.add(`${path}/${key}`);
      return watched(member, `${path}/${key}`, usedKeys);
    },
  });
}

function keysIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...keysIn(inner, `${path}/${key}`)]);
}
