import { enveloped, type SimulatedAnswer } from '../platform-answer.ts';

/** Where the console's own page learns how it looks, before anyone has logged in; outside of the interface. */
export const configInfoPath = '/console/config/info';

const value = (of: string | boolean) => ({ enable: true, value: of });

/** What it answers, without a token (goodrain/rainbond-console, `console/views/logos.py`): the fields that matter here. */
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
