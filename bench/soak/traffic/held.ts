import { readdirSync } from 'node:fs';
import { databaseBytes } from '../../growth/workflow/workflow.ts';
import type { TrafficStage } from './traffic-stage.ts';

/** What the bot holds besides memory. */
export function heldBy({ pid, data }: TrafficStage): { readonly descriptors: number; readonly databaseBytes: number } {
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, databaseBytes: databaseBytes(data) };
}
