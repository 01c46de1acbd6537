/**
 * Forms of tokens of well-known services, from gitleaks (https://github.com/gitleaks/gitleaks, config/gitleaks.toml of
 * July 2026, MIT license). The lengths are shorter, because a log line may be cut.
 */
export const tokenShapes: readonly string[] = [
  // GitHub, GitLab, npm, PyPI, RubyGems, Docker Hub, Artifactory
  ...[
    'gh[pousr]_[\\w-]{10,}',
    'github_pat_\\w{10,}',
    'gl(?:pat|ptt|dt|rt|cbt|ffct|ft|imt|agent|oas|soat)-[\\w.-]{10,}',
  ],
  ...[
    'GR1348941[\\w-]{10,}',
    'npm_[\\w-]{10,}',
    'pypi-AgE[\\w-]{10,}',
    'rubygems_[a-f0-9]{20,}',
    'dckr_[po]at_[\\w-]{10,}',
  ],
  ...['AKCp[A-Za-z0-9]{20,}', 'cmVmd[A-Za-z0-9]{40,}'],
  // AWS, Google, Alibaba Cloud, Azure, DigitalOcean, Databricks, Heroku
  ...['(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])', 'ABSK[A-Za-z0-9+/]{40,}={0,2}', 'AIza[\\w-]{30,}'],
  ...['LTAI[A-Za-z0-9]{12,}', '[\\w~.]{3}\\dQ~[\\w~.-]{20,}', 'do[opr]_v1_[a-f0-9]{20,}', 'dapi[a-f0-9]{20,}(?:-\\d)?'],
  ...['HRKU-AA[\\w-]{20,}', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{20,}'],
  // Stripe, Square, Shopify, Shippo
  ...[
    '[rs]k_(?:test|live|prod)_[A-Za-z0-9]{10,}',
    '(?:EAAA|sq0atp-)[\\w-]{22,}',
    'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}',
  ],
  'shippo_(?:live|test)_[a-fA-F0-9]{20,}',
  // HashiCorp, 1Password, age, Doppler, Pulumi, PlanetScale
  ...[
    'hv[bs]\\.[\\w-]{10,}',
    '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{20,}',
    'ops_eyJ[A-Za-z0-9+/]{20,}',
    'AGE-SECRET-KEY-1[A-Z0-9]{20,}',
  ],
  ...[
    'A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){3,4}',
    'dp\\.pt\\.[A-Za-z0-9]{20,}',
    'pul-[a-f0-9]{20,}',
    'pscale_(?:tkn|oauth|pw)_[\\w=.-]{20,}',
  ],
  // OpenAI, Anthropic, Hugging Face, Perplexity
  ...['sk-[\\w-]{10,}', '(?:hf|api_org)_[A-Za-z]{20,}', 'pplx-[A-Za-z0-9]{20,}'],
  // Grafana, Dynatrace, New Relic, Sentry, Linear, Notion, Postman, SendGrid, Brevo, Telegram, Typeform
  ...[
    'glc_[A-Za-z0-9+/]{20,}',
    'glsa_\\w{20,}',
    'dt0c01\\.[A-Za-z0-9]{20,}\\.[A-Za-z0-9]{20,}',
    'NRAK-[A-Za-z0-9]{20,}',
  ],
  ...[
    'sntry[su]_[A-Za-z0-9+/=_]{20,}',
    'lin_api_[A-Za-z0-9]{20,}',
    'ntn_[A-Za-z0-9]{20,}',
    'PMAK-[a-f0-9]{20,}-[a-f0-9]{20,}',
  ],
  ...[
    'SG\\.[\\w=.-]{30,}',
    'xkeysib-[a-f0-9]{20,}',
    '\\d{5,16}:A[\\w-]{34}',
    'tfp_[\\w=.-]{30,}',
    'rdme_[a-z0-9]{30,}',
  ],
];
