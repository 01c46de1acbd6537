import { writeFileSync } from 'node:fs';
import { operations } from '../../src/operations/index.ts';
import { operationsDocument } from './operations-document.ts';

/** `npm run docs`: writes the documents that are made from the code. A contract test tells when they are out of date. */
writeFileSync(new URL('../../docs/operations.md', import.meta.url), operationsDocument(operations));
process.stdout.write('wrote: docs/operations.md\n');
