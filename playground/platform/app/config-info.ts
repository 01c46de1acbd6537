import { enveloped, type SimulatedAnswer } from '../platform-answer.ts';

/** Path at which the console's web page reads its settings before login. Not part of the API. */
export const configInfoPath = '/console/config/info';

const value = (of: string | boolean) => ({ enable: true, value: of });

/** Its answer, without a token (goodrain/rainbond-console, `console/views/logos.py`): only the relevant fields. */
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
