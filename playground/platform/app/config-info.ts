import { enveloped, type SimulatedAnswer } from '../platform-answer.ts';

/** Path at which the console's web page reads its settings before login. The path isn't part of the API. */
export const configInfoPath = '/console/config/info';

const value = (of: string | boolean) => ({ enable: true, value: of });

/**
 * Answer to that path without a token, with only the relevant fields (goodrain/rainbond-console,
 * `console/views/logos.py`).
 */
export const configInfo: SimulatedAnswer = {
  ...enveloped('Logo获取成功', {
    bean: {
      title: value('Rainbond'),
      is_public: value(false),
      is_regist: value(true),
      version: value('v6.9.3-release'),
      enterprise_id: '',
    },
  }),
};
