import { isoMinute } from '../core/text/iso-time.ts';
import type { EvidenceManifest } from './evidence-manifest.ts';

export function archiveReadme({ key, scope, log, files }: EvidenceManifest): string {
  const ofWhat = scope.contexts
    ? `a selection: the contexts ${scope.contexts.map(({ name }) => `\`${name}\``).join(', ')}`
    : 'all contexts';
  const isPrivate = (log.leftOut.private ?? 0) > 0;
  return `# Evidence of Portolan

This archive says who changed what through Portolan, who decided it, and what happened outside Portolan as far as that was
seen. It is of ${ofWhat}${isPrivate ? ', without what the person who asked for it may not read' : ''}, from ${isoMinute(scope.since)} to ${isoMinute(scope.until)} UTC.
Begin with \`summary.html\` (English) or \`summary.zh.html\` (简体中文).

| File | Contains |
|---|---|
| \`summary.html\`, \`summary.zh.html\` | The summary, to read and to print |
| \`requests.jsonl\`, \`requests.csv\` | Every request: plan, decisions and why they counted, calls, outcome |
| \`outside.jsonl\`, \`outside.csv\` | What happened on the platform that no request explains |
| \`coverage.jsonl\` | When each application was read for that. \`manifest.json\` lists the gaps |
| \`exposure.jsonl\` | Addresses that could be reached from outside at the beginning and at the end |
${
  files.some(({ name }) => name.startsWith('policies/'))
    ? '| `policies/` | The versions of the policy file that decided, by their SHA-256 |\n'
    : ''
}| \`audit.jsonl\` | The audit log's entries ${log.first} to ${log.last}. Of entries that are left out, only their place in the chain |
| \`manifest.json\` | The files, their sizes and SHA-256, the numbers of the entries, and the gaps |
${key ? '| `manifest.sig`, `public-key.pem` | The Ed25519 signature of `manifest.json`, and the key to check it with |\n' : ''}
## Verify it

${
  key
    ? `The key's fingerprint is \`${key}\`. Compare it with the line "evidence key", which the bot logs at each start, or with
what \`portolan doctor\` prints: the key in this archive alone proves nothing. With Portolan, on any machine and without a database:

    portolan evidence verify <archive> --fingerprint ${key}

With other tools, after unpacking:

    openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig
    openssl pkey -pubin -in public-key.pem -outform DER | openssl dgst -sha256

Then compare the SHA-256 of each file with \`manifest.json\`.`
    : `**This archive is unsigned.** Nothing shows that it is as it was exported. Set EVIDENCE_KEY_FILE and export it again.
\`portolan evidence verify <archive>\` only finds what contradicts itself.`
}

## What this shows, and what it doesn't

- Verification finds every change that was made to the archive after it was exported.
- It can't show that the audit log was complete before. For that, compare the log's heads in the bot's log, and run
  \`portolan audit verify --head\` on the database.
- An archive of some contexts is a selection. It says nothing about others.
- "Nobody changed this alone" needs both: the requests, and what happened outside Portolan. What happened in a gap may not
  have been seen. Gaps of less than 10 minutes aren't listed: the platform still lists later what began in them.
- Portolan sees what the platform's console lists. What someone does directly in Kubernetes, or in the database of the
  platform, isn't seen.
- Who is the same person under two names, on Slack and on the platform, isn't known.
`;
}
