import type { ChangeRequest } from '../../core/request/change-request.ts';

/** The value of a card's buttons: only id and revision (CONTRIBUTING.md#the-states-of-a-request). */
export function cardValue(request: Pick<ChangeRequest, 'id' | 'revision'>): string {
  return `${request.id}:${request.revision}`;
}

export function readCardValue(value: string): { card: string; revision: number } | undefined {
  const parts = /^(.{1,200}):(\d{1,9})$/.exec(value);
  return parts?.[1] ? { card: parts[1], revision: Number(parts[2]) } : undefined;
}
