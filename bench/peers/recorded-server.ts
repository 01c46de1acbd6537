import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as z from 'zod';
import { listen } from '../../test/recorded/listening.ts';
import { tellParent } from '../stage/processes.ts';

/** Platform that only answers reads with recorded answers, so that it isn't slower than the measured program. */
const Recorded = z.object({ response: z.object({ body: z.unknown() }) });

function answerOf(name: string): Buffer {
  const file = new URL(`../../test/recorded/answers/${name}.json`, import.meta.url);
  return Buffer.from(JSON.stringify(Recorded.parse(JSON.parse(readFileSync(file, 'utf8'))).response.body));
}

const [ports, component] = [answerOf('op3_ports_ok'), answerOf('op9_service_ok')];
const server = createServer((request, response) => {
  const body = request.url?.endsWith('/ports') ? ports : component;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 60_000;
tellParent({ port: await listen(server) });
