import { isInForms } from '../../src/core/command/params.ts';
import { operations } from '../../src/operations/index.ts';
import { listed } from './listed.ts';

/** Commands without their required parameters. This is the most common mistake. */
const bare = operations
  .filter(({ params }) => Object.values(params).some((param) => param.required && isInForms(param)))
  .map(({ command, keywords: [words = []] }) => [command, ...words].join(' '));

const typed = listed(`
  region west-2; region show east; region show nowhere; region list page=9; region list page=x;
  region nothing-like-it; component nothing-like-it; component show wbe; component show search; component show 订单服务;
  component show importer; component show; port list; port list importer; component start; component start promo;
  component start web; component stop nothing; component stop; component stop web api; component stop promo;
  component stop payments; component restart; component restart promo; component upgrade promo; component upgrade;
  component deploy importer; component deploy; component deploy web promo; component scale web; component scale;
  component scale db 3; component scale web memory=65; component scale web 2000;
  component scale web 3 memory=2048 cpu=0; component image cache redis:7.6; component image cache redis;
  component image web nginx:1; component image; component image cache r.shop.test:5000/redis;
  component image cache redis:7.4; component build; port list 订单服务; port web 8080 nonsense=1; port wbe;
  port opne web 8080; port open web; port open web 99999; port open web http; port open web 5001; port open web 8443;
  port open web 9090; port open web 8443 for=2h; port open web 9090 both for=2h; port open db 33060;
  port open search 9200; port open api 8000; port open api 8000 for=2h; port open web 9090 for=soon;
  port open web 9090 for=400d; port open web 9090 both inner; port close web 5001; port close web 8443;
  port close web 9090; port close api 8000 inner; port close api 9100 inner; port close web 8443 inner;
  port close web 8443 both; port until web 9090 2h; port until web 8443 30m; port until api 9100 5h inner;
  port until web 8443; port add web 8080; port add web; port add web 9191 alias=lower; port add web 9191/sctp;
  port add web 8080/tcp alias=OTHER; port protocol web 8443 tcp; port protocol web 8080 http;
  port protocol web 8080 smtp; port protocol web 5001 tcp; port alias web 8080 lower; port alias web 8080;
  port alias web 8080 RPC service=api; port alias web 8080 WEB service=Not_Valid; port delete web 5001;
  port delete web 8443; port delete web 8443 close; port delete 订单服务 7001; port delete 订单服务 7000 close; gateway;
  gateway http web; gateway http web 8080 www.shop.test/x; gateway http web 8080 not_a_domain;
  gateway http web 8443 shop.test; gateway http web 9090 new.shop.test; gateway http web 9090 new.shop.test open;
  gateway http web 8080 new.shop.test the_weight=900; gateway http web 8080 new.shop.test certificate_id=x;
  gateway http web 8080 new.shop.test ext=evil:1; gateway http web 8080 new.shop.test set_header=bad;
  gateway http web 8080 new.shop.test certificate_id=999; gateway http web 5001 new.shop.test;
  gateway http db 33060 db.shop.test; gateway http web 8080 *.shop.test; gateway tcp db 33060 30021;
  gateway tcp db 33060 0.0.0.0:99999; gateway tcp db 33060 0.0.0.0:80; gateway tcp web 8080 203.0.113.9:30021;
  gateway tcp db 3306 203.0.113.9:30077 default_port=99; gateway tcp cache 6379 0.0.0.0:30077; gateway list db;
  gateway list promo page=9; gateway list nosuch; gateway show 0.0.0.0:30021; gateway show; gateway show nowhere.test;
  gateway delete nowhere.test; gateway delete 203.0.113.9:30021; gateway certificates page=9; component events nosuch;
  component events cache; component events web page=9; component log cache; component log web nope;
  component log web x; component list page=9; portolan apps nothing-like-it; portolan apps page=9;
  component list in=biling; monitor nosuch; monitor web 5y; monitor web range=2026-11-19T12:00..08:00;
  monitor web item=disk; monitor web step=0; monitor web above=x; monitor web above=5 vs=never;
  monitor web 1h step=1s; portolan use; portolan use nowhere; portolan use shop/east-1/999;
  portolan use shop/nowhere/12; portolan use shop/east-1/31; portolan use none; portolan context;
  portolan use shop/east-1/12 as web/1; portolan requests; portolan openings; portolan audit nothing-like-it;
  portolan audit since=soon; portolan policy port delete web 8443 close; portolan policy port web;
  portolan policy nonsense; portolan schedule monitor web 24h at "61 9 * * *"; portolan schedule monitor web 24h;
  portolan schedule port web at "0 9 * * *"; portolan schedule monitor web me at "0 9 * * *";
  portolan schedule monitor web 24h at "0 9 * * *" tz=Mars/Base; portolan schedules; portolan unschedule;
  portolan agent create; portolan agent create deploy-helper may=write; portolan agent revoke nope;
  portolan schedule run nope; follow details C0SHOP:nope; portolan unschedule nope; portolan schedule pause nope;
  portolan schedule resume nope; portolan help gateway; portolan help nonsense; portolan nonsense; port open;
  watch pause; watch show; watch show zzzzzz; watch resume; watch delete; watch silence; watch pause zzzzzz;
  watch silence a1b2c3 for=soon; watch web gateway-latency; watch web gateway-latency above=0ms;
  watch web latency above=500ms; watch web abnormal above=3; watch web; watch web latency above=5 below=3;
  watch wbe abnormal; watch abnormal notify=tom; watch abnormal for=90s; watch certificates above=14d;
  watch web latency above=fast; watch web memory above=90%; watch web oom; watch api restarts;
  watch cpu above=900 for=10m; watch incident acknowledge; watch incident unacknowledge; watch incident silence; watch incident unsilence;
  watch incident silence b2
`);

export const typedCommands: readonly string[] = [...new Set([...bare, ...typed])];
