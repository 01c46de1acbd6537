import { Secret } from '../../core/text/secret.ts';
import { gitUrlWithoutCredentials } from './component-show.ts';

test.each([
  ['https://user:pass@git.example.test/a/b.git', 'https://git.example.test/a/b.git'],
  ['https://token@git.example.test:8443/a.git?private_token=x#y', 'https://git.example.test:8443/a.git'],
  ['http://git.example.test/a', 'http://git.example.test/a'],
  ['git@git.example.test:team/app.git', 'git@git.example.test:team/app.git'],
  ['secret@git.example.test:team/app.git', 'git.example.test:team/app.git'],
  ['a:b@git.example.test:team/app.git', 'git.example.test:team/app.git'],
  ['ssh://git@git.example.test:22/a.git', 'ssh://git@git.example.test:22/a.git'],
  ['ssh://me:pw@git.example.test/a.git', 'ssh://git.example.test/a.git'],
  ['not an address', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('gitUrlWithoutCredentials: %s', (url, clean) => expect(gitUrlWithoutCredentials(new Secret(url))).toBe(clean));
