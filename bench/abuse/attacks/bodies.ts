import { type AbuseRequest, api, type Attack, filled, json, publicBody, several } from '../attack.ts'

/** addresses that take JSON of anybody */
const open = {
  setup: '/setup/admin',
  setupVerify: '/setup/admin/verify',
  passkeyOptions: '/auth/passkey/options',
  passkey: '/auth/passkey/verify',
  link: '/auth/magic-link/send',
  inviteOptions: '/auth/invite/accept/options',
  invite: '/auth/invite/accept',
}

const own = { ...json, 'x-octavo-request': '1' }

function post(path: string, body: string | Buffer, more: Partial<AbuseRequest> = {}): AbuseRequest {
  return { method: 'POST', path: api + path, headers: own, body, ...more }
}

const half = publicBody / 2 - 20

/** of a passkey */
const id = Buffer.from('attacker').toString('base64url')

/** bodies of 64 KB that cost much to read or to check */
const bodies: Readonly<Record<string, string>> = {
  'unknown keys': `{${filled('', (n) => `"k${n}":1,`, '', publicBody - 10)}"x":1}`,
  'the same key': `{${filled('', () => '"a":1,', '', publicBody - 10)}"a":1}`,
  'integer keys': `{${filled('', (n) => `"${n * 7919}":1,`, '', publicBody - 10)}"x":1}`,
  'nested lists': `{"email":${'['.repeat(half)}${']'.repeat(half)}}`,
  'nested objects': `{"email":${filled('', () => '{"a":', '', 54_000)}1${'}'.repeat(10_790)}}`,
  'lists that never close': `{"email":${'['.repeat(2 * half)}`,
  'empty lists': filled('{"response":[', () => '[],', '1]}'),
  numbers: filled('{"response":[', () => '1,', '1]}'),
  'numbers that would change': filled('{"response":[', () => '9007199254740993,', '1]}'),
  'one long number': `{"response":${'9'.repeat(publicBody - 30)}}`,
  'many exponents': filled('{"response":[', () => '1e1,', '1]}'),
  'unsafe texts': filled('{"response":[', () => '"\\u0000",', '1]}'),
  'keys of prototypes': filled('{', () => '"__proto__":{},', '"a":1}'),
  escapes: `{"email":"${'\\u0061'.repeat(10_900)}"}`,
  backslashes: `{"email":"${'\\\\'.repeat(half)}"}`,
  'half of JSON': `{"email":"${'a'.repeat(publicBody - 20)}`,
}

export const bodyAttacks: readonly Attack[] = [
  ...Object.entries(bodies).map(([name, body]) => ({
    name: `64 KB JSON: ${name}`,
    requests: Object.values(open).map((path) => post(path, body)),
  })),
  {
    name: 'a long e-mail address',
    requests: [
      post(open.link, `{"email":"${'a'.repeat(60_000)}@example.com"}`),
      post(open.link, `{"email":"${'a.'.repeat(30_000)}@"}`),
      post(open.link, `{"email":"a@${'a.'.repeat(30_000)}"}`),
      post(open.link, `{"email":"a@${'a-'.repeat(30_000)}"}`),
    ],
  },
  { name: 'links by mail', requests: several(1000, (n) => post(open.link, `{"email":"a${n}@example.com"}`)) },
  { name: 'challenges', requests: [post(open.passkeyOptions, '{}')] },
  {
    name: 'guessed invites',
    requests: several(1000, (n) => post(open.inviteOptions, `{"token":"${secret(n)}"}`)),
  },
  { name: 'guessed setup links', requests: several(1000, (n) => post(open.setup, setupBody(n))) },
  { name: 'wrong passkeys', requests: several(1000, (n) => post(open.passkey, assertion(n, '{}'))) },
  { name: 'large passkeys', requests: [post(open.passkey, assertion(1, 'x'.repeat(20_000)))] },
  { name: 'passkeys of nested CBOR', requests: [post(open.setupVerify, attestation())] },
  {
    name: '64 KB in chunks of a byte',
    requests: [post(open.link, bodies['unknown keys'] ?? '', { chunkBytes: 1 })],
  },
  {
    name: '64 KB in chunks of 16 bytes',
    requests: [post(open.link, bodies['unknown keys'] ?? '', { chunkBytes: 16 })],
  },
  {
    name: 'bodies that come slowly',
    manner: 'slow',
    connections: 500,
    requests: [post(open.link, '{"email":"a"}')],
  },
  {
    name: 'a body that says it is compressed',
    requests: [
      post(open.link, Buffer.alloc(publicBody), { headers: { ...own, 'content-encoding': 'gzip' } }),
    ],
  },
  {
    name: '10 MB where 64 KB are allowed',
    connections: 8,
    requests: [post(open.link, 'x'.repeat(10 * 1024 * 1024))],
  },
]

function secret(index: number): string {
  return String(index).padStart(43, 'Aa')
}

function setupBody(index: number): string {
  return JSON.stringify({ token: secret(index), email: `a${index}@example.com`, name: 'A' })
}

function assertion(index: number, clientData: string): string {
  const challenge = Buffer.from(secret(index)).toString('base64url')
  const data = JSON.stringify({
    type: 'webauthn.get',
    challenge,
    origin: 'http://localhost',
    more: clientData,
  })
  const response = {
    clientDataJSON: Buffer.from(data).toString('base64url'),
    authenticatorData: Buffer.alloc(37).toString('base64url'),
    signature: Buffer.alloc(64).toString('base64url'),
  }
  return JSON.stringify({ id, rawId: id, type: 'public-key', response })
}

/** CBOR of lists in lists. */
function attestation(): string {
  const data = JSON.stringify({ type: 'webauthn.create', challenge: 'eA', origin: 'http://localhost' })
  const response = {
    clientDataJSON: Buffer.from(data).toString('base64url'),
    attestationObject: Buffer.alloc(40_000, 0x81).toString('base64url'),
  }
  return JSON.stringify({ id, rawId: id, type: 'public-key', response })
}
