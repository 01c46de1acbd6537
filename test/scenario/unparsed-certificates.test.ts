import { acts, asks, shownIn } from './stage.ts';
import { useStillStage } from './use-stage.ts';

const place = await useStillStage();
await place.user('U0MAYA').slash('C0SHOP', '/portolan use shop/east-1/12');

const said = async (command: string) => shownIn(await asks(place, 'U0MAYA', 'C0SHOP', command));
const asked = async (command: string) =>
  (await acts(place, 'U0MAYA', 'C0SHOP', (maya) => maya.slash('C0SHOP', command))).map(shownIn).join('\n');

test('a certificate with a single name, which the console may get wrong, is bound with a careful warning', async () => {
  place.platform.elsewhere({ do: 'add-certificate', which: 'one-name' });
  const id = place.platform.state.certificates.at(-1)?.id;
  const card = await asked(`/gateway http web 8080 www.shop.example.test certificate_id=${id}`);
  expect(card).toContain(`one-name (#${id})`);
  expect(card).toMatch(/The platform lists certificate one-name \(#\d+\) only for .* Unless it covers more/);
}, 60_000);

test('a certificate that the console can’t parse is told as its watch is made, and in the list; others can be bound', async () => {
  place.platform.elsewhere({ do: 'add-certificate', which: 'ipv6-name' });
  const unread = 'The platform can’t read the certificate of www.shop.test, so its expiry can’t be watched.';
  const told = await asked('/watch certificates');
  expect(told).toContain(unread);
  // The first watch of a channel has a note of its own, so the answer must also say what is watched now, and where.
  expect(told).toMatch(
    /Now watched: \*Certificate expires in less than 14 days\*\. Problems are posted in <#C0SHOP>\.\nProblems and builds are posted in English/,
  );
  await place.pass(130_000);
  const list = await said('/watch list');
  expect(list).toContain('The platform can’t read the certificate of www.shop.test, so it isn’t known when it expires');
  const unreadLines = place.slack.messages('C0SHOP', 'U0MAYA').filter((message) => shownIn(message).includes(unread));
  expect(unreadLines).toHaveLength(1);
  expect(await asked('/gateway http web 8080 pay.shop.test certificate_id=8')).toContain('pay-2027 (#8)');
  expect(await said('/gateway certificates')).toContain('pay-2027');
}, 60_000);
