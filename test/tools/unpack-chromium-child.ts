import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/** Decompresses the browser and its libraries from the package's folder into TMPDIR. */
const [files = ''] = process.argv.slice(2);
await Promise.all(['chromium.br', 'al2023.tar.br'].map((name) => inflate(join(files, name))));
