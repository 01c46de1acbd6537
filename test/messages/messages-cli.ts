import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { messagesPage } from './messages-page.ts';

/** `npm run messages`: writes every message of every operation, in both languages, to one page. */
const folder = new URL('../../gallery/', import.meta.url);
await mkdir(folder, { recursive: true });
const { html, samples } = await messagesPage();
const file = new URL('messages.html', folder);
await writeFile(file, html);
console.log(`${fileURLToPath(file)}: ${samples.length} samples in both languages`);
