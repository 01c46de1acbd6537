import * as z from 'zod';
import { readJson } from './json.ts';
import { type Text, verbatim } from './text.ts';

const IssueText: z.ZodType<Text> = z.object({
  key: z.string(),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => IssueText)])),
});

/** Puts a text into the message of a zod issue, which is a string. */
export function issueMessage(text: Text): string {
  return JSON.stringify(text);
}

/** Returns the text in the message of an issue. Messages that zod wrote are returned unchanged. */
export function issueText(message: string): Text {
  return IssueText.safeParse(readJson(message)).data ?? verbatim(message);
}
