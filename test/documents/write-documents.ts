import { writeFileSync } from 'node:fs';
import { langs } from '../../src/core/text/text.ts';
import { operations } from '../../src/operations/index.ts';
import { chartDashboard } from '../deploy/chart-dashboard.ts';
import { chartReadme } from '../deploy/chart-readme.ts';
import { doctorSchema } from './doctor-schema.ts';
import { operationsDocument, operationsPath } from './operations-document.ts';

/** `npm run docs`: writes the generated documents. A contract test fails if one is outdated. */
for (const lang of langs)
  writeFileSync(new URL(`../../${operationsPath[lang]}`, import.meta.url), operationsDocument(operations, lang));
writeFileSync(new URL('../../docs/doctor.schema.json', import.meta.url), doctorSchema());
writeFileSync(new URL('../../deploy/helm/portolan/dashboards/portolan.json', import.meta.url), chartDashboard());
writeFileSync(new URL('../../deploy/helm/portolan/README.md', import.meta.url), chartReadme());
process.stdout.write(
  'wrote: docs/operations.md, docs/operations.zh.md, docs/doctor.schema.json, README and dashboard of the Helm chart\n',
);
