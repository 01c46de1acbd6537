import type { SimulatedAnswer } from '../platform-answer.ts';

export const standIns = ['web-page', 'login-page', 'login-redirect', 'other-api', 'proxy'] as const;
type StandInName = (typeof standIns)[number];

const page = (title: string, body: string) =>
  `<!doctype html>\n<html>\n<head><title>${title}</title></head>\n<body>${body}</body>\n</html>\n`;

const answers: Readonly<Record<StandInName, SimulatedAnswer>> = {
  /** Start page of a web application, which answers every path. */
  'web-page': {
    status: 200,
    json: null,
    html: page('Harbour', '<div id="root"></div><script src="/app.js"></script>'),
  },
  'login-page': {
    status: 200,
    json: null,
    html: page('Company account', '<form method="post"><input name="user"><input name="pass" type="password"></form>'),
  },
  'login-redirect': {
    status: 302,
    json: null,
    html: page('Found', ''),
    headers: { Location: 'https://login.example.test/oauth2/start?rd=%2Fopenapi%2Fv1' },
  },
  /** Answer of the Kubernetes API server to an unknown path. */
  'other-api': {
    status: 404,
    json: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'not found', reason: 'NotFound', code: 404 },
  },
  /** Answer of nginx without a backend. */
  proxy: { status: 502, json: null, html: page('502 Bad Gateway', '<center><h1>502 Bad Gateway</h1></center>') },
};

export function standInAnswer(name: StandInName): SimulatedAnswer {
  return answers[name];
}
