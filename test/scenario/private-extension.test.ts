import { acts, asks, only, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const [maya, sam, channel] = ['U0MAYA', 'U0SAM', 'C0SHOP'];
const stage = await useStillStage({ slack: { rateLimits: 'off' } });

const isCard = ({ ts, threadTs }: { readonly ts: string; readonly threadTs: string | null }) =>
  threadTs === null || threadTs === ts;

test('who approved an extension in a private channel, and why, is told only there', async () => {
  const secret = 'G0SECRET';
  stage.slack.workspace.channels.get(secret)?.members.add(stage.slack.workspace.bot.user);
  const words = '/port open api 9100 both for=2h reason="load test"';
  const card = only((await acts(stage, maya, channel, (actor) => actor.slash(channel, words))).filter(isCard));
  await acts(stage, sam, channel, (actor) => actor.press(card, 'request.approve'));
  await stage.pass(1_000);
  const longer = '/port until api 9100 1h --longer yes in=shop/east-1/12 reason="the hidden test"';
  const asked = only((await acts(stage, maya, secret, (actor) => actor.slash(secret, longer))).filter(isCard));
  await acts(stage, sam, secret, (actor) => actor.press(asked, 'request.approve'));
  await stage.pass(1_000);
  const shown = async (who: string, where: string, question: string) =>
    shownIn(await asks(stage, who, where, `/portolan ${question}`));
  expect(await shown(maya, secret, 'openings in=shop/east-1/12')).toMatch(
    /api 9100[\s\S]*Extended by <\S+maya>, .* · approved by sam/,
  );
  const text = await shown('U0LIU', channel, 'openings');
  // The opening was approved here; who extended it is told everywhere, as who has the access now.
  expect(text).toMatch(/api 9100.*\nhttp:.*\nmaya 开启.*“load test” · sam 批准\nmaya 延长，<[^>]*>\n/);
  expect(text).not.toContain('hidden test');
});
