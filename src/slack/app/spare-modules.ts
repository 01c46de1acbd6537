import { createRequire } from 'node:module';

/**
 * Bolt loads its own Socket Mode client, whether it is used or not, and with it all of undici. The bot has a receiver of its
 * own (src/slack/socket): an empty module in its place saves the start a tenth of its time and 12 MiB. Imported before Bolt.
 */
const { cache, resolve } = createRequire(createRequire(import.meta.url).resolve('@slack/bolt'));
const filename = resolve('@slack/socket-mode');
cache[filename] ??= Object.assign(Object.create(null), { id: filename, filename, loaded: true, exports: {} });
