type SecretShape = {
  readonly shape: RegExp
  readonly kept: string
  /** What is in each of them: where a shape begins with just anything, this is found faster than the shape. */
  readonly sign?: string
}

/**
 * Shapes of keys that are hardly ever anything else, and what of them is kept. Lengths are bounded where a run could be
 * long, and each begins at the edge of a word, so that no text makes the search slow.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  // To its end; where that was cut off, as far as it goes.
  {
    shape:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,32768}?-----END [A-Z0-9 ]{0,60}-----|[A-Za-z0-9+/=:,\s\\-]{0,32768})/g,
    kept: '',
  },
  // A key has a digit somewhere; sk-learn-compatible has none.
  { shape: /\bsk-(?=[\w-]{0,60}\d)[\w-]{16,}/g, kept: '' },
  { shape: eachOf(...sourceForges()), kept: '' },
  { shape: eachOf(...clouds()), kept: '' },
  { shape: /\b[\w~.]{3}\dQ~[\w~.-]{31,34}/g, kept: '', sign: 'Q~' },
  { shape: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}/g, kept: '', sign: '.atlasv1.' },
  { shape: eachOf(...messengers()), kept: '' },
  { shape: /\b\d{8,10}:AA[\w-]{32,34}/g, kept: '', sign: ':AA' },
  { shape: /\b[0-9a-f]{32}-us\d{1,2}\b/g, kept: '', sign: '-us' },
  { shape: eachOf(...models()), kept: '' },
  { shape: eachOf(...others()), kept: '' },
  { shape: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, kept: '' },
  {
    shape: /\b([Bb]earer|[Bb]asic|BEARER|BASIC)[ \t]{1,10}(?=[\w.~+/-]{0,60}[\dA-Z=])[\w.~+/-]{16,}=*/g,
    kept: '$1 ',
  },
  // Where a message is sent by whoever knows the address.
  { shape: /(\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w+/]{20,}/g, kept: '$1' },
  { shape: /(\bdiscord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/)[\w-]{40,}/g, kept: '$1' },
  { shape: /(\bwebhook\.office\.com\/webhookb2\/)[\w@/-]{40,}/g, kept: '$1' },
  { shape: /(:\/\/[^\s/:@"'`]{0,200}:)[^\s/@["'`]{1,200}(?=@)/g, kept: '$1' },
  // The key of Sentry, and of others who take it for a user.
  { shape: /(:\/\/)[0-9a-f]{32}(?=@)/g, kept: '$1' },
  { shape: /\bdjango-insecure-[^\s"'`\\]{10,}/g, kept: '' },
  // Azure's and others' connection strings.
  {
    shape: /(\b(?:AccountKey|SharedAccessKey|SharedSecretValue|SharedAccessSignature)=)[^\s;"'&[]{16,}/g,
    kept: '$1',
  },
  {
    shape:
      /([?&](?:sig|signature|X-Amz-Signature|X-Goog-Signature|access_token|api_?key)=)[\w%.~+/-]{16,}=*/gi,
    kept: '$1',
  },
]

function eachOf(...shapes: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${shapes.join('|')})`, 'g')
}

function sourceForges(): string[] {
  return [
    'gh[oprsu]_[A-Za-z0-9]{30,}',
    'github_pat_\\w{40,}',
    'gl(?:pat|dt|ft|imt|agent|oas|ptt|rt|soat|cbt|ffct|wt)-[\\w-]{20,}(?:\\.[\\w.]{2,30})?',
    'GR1348941[\\w-]{20,}',
    'npm_[A-Za-z0-9]{36}',
    'pypi-Ag[\\w-]{50,}',
    'rubygems_[a-f0-9]{48}',
    'dckr_(?:pat|oat)_[\\w-]{20,}',
    'ATATT3[\\w=-]{60,}',
    'ATBB[A-Za-z0-9]{28,}',
    'lin_(?:api|oauth)_[A-Za-z0-9]{32,}',
    'sntry[su]_[\\w+/=]{40,}',
    'CCIPAT_[\\w-]{40,}',
    'figd_[\\w-]{36,}',
    'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  ]
}

function clouds(): string[] {
  return [
    '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}\\b',
    'ABSK[A-Za-z0-9+/]{60,}={0,2}',
    'AIza[\\w-]{35}',
    'GOCSPX-[\\w-]{20,}',
    'ya29\\.[\\w-]{20,}',
    '1\\/\\/0[\\w-]{30,}',
    'do[opr]_v1_[a-f0-9]{40,}',
    'HRKU-[\\w-]{30,}',
    'hv[sbr]\\.[\\w-]{24,}',
    'pul-[a-f0-9]{40}',
    'dapi[a-f0-9]{32}',
    'pscale_(?:tkn|oauth|pw)_[\\w=.-]{30,}',
    'fo1_[\\w-]{40,}',
    'fm[12][ar]?_[\\w+/=]{60,}',
    'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}',
    'sbp_[a-f0-9]{40}',
    'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.]{36,}',
    'AGE-SECRET-KEY-1[A-Z0-9]{50,}',
    'A3-[A-Z0-9]{6}-[A-Z0-9-]{11,12}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\\b',
    'ops_eyJ[\\w+/=]{60,}',
  ]
}

function messengers(): string[] {
  return [
    'xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,}',
    'xapp-\\d-[\\w-]{20,}',
    '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    'SK[0-9a-f]{32}\\b',
    'key-[0-9a-f]{32}\\b',
    'EAA[A-Z][A-Za-z0-9]{60,}',
  ]
}

function models(): string[] {
  return [
    'hf_[A-Za-z0-9]{30,}',
    'api_org_[A-Za-z0-9]{30,}',
    'gsk_[A-Za-z0-9]{40,}',
    'xai-[A-Za-z0-9]{60,}',
    'r8_[A-Za-z0-9]{36,}',
    'pplx-[A-Za-z0-9]{40,}',
  ]
}

function others(): string[] {
  return [
    '(?:sk|rk|pk)_(?:live|test|prod)_[A-Za-z0-9]{10,}',
    'whsec_[A-Za-z0-9+/=]{24,}',
    'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
    'sq0[a-z]{3}-[\\w-]{22,}',
    'ntn_[A-Za-z0-9]{40,}',
    'secret_[A-Za-z0-9]{43}\\b',
    'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}',
    'glc_[A-Za-z0-9+/]{32,}={0,3}',
    'NRAK-[A-Z0-9]{27}',
    'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}',
  ]
}
