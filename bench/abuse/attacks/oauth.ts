import { api, type AbuseRequest, type Attack, filled, form, json, publicBody, several } from '../attack.ts'

const endpoints = ['/oauth/token', '/oauth/device/code', '/oauth/revoke'].map((path) => api + path)
const pages = ['/_cms/oauth/authorize', '/_cms/device']

function post(path: string, body: string, headers: Readonly<Record<string, string>> = form): AbuseRequest {
  return { method: 'POST', path, headers, body }
}

const everywhere = (body: string, headers = form): AbuseRequest[] =>
  [...endpoints, ...pages].map((path) => post(path, body, headers))

const forms: Readonly<Record<string, string>> = {
  'one parameter 32,000 times': filled('', () => 'a&', 'a'),
  '100 long parameters': Array.from({ length: 100 }, (_, n) => `p${n}=${'%41'.repeat(210)}`).join('&'),
  'one long parameter': `grant_type=authorization_code&client_id=octavo-cli&code=${'%C3%A4'.repeat(10_800)}`,
  'broken encoding': `grant_type=authorization_code&client_id=${'%'.repeat(60_000)}`,
  'long scopes': `client_id=octavo-cli&scope=${'content:read+'.repeat(5000)}`,
  'many resources': Array.from({ length: 99 }, () => `resource=http://${'a'.repeat(600)}`).join('&'),
}

export const oauthAttacks: readonly Attack[] = [
  ...Object.entries(forms).map(([name, body]) => ({
    name: `64 KB form: ${name}`,
    requests: everywhere(body),
  })),
  {
    name: '64 KB JSON to OAuth',
    requests: everywhere(`{${filled('', (n) => `"k${n}":1,`, '', publicBody - 10)}"x":1}`, json),
  },
  {
    name: 'guessed codes',
    requests: several(1000, (n) =>
      post(
        `${api}/oauth/token`,
        `grant_type=authorization_code&client_id=octavo-cli&code=${n}&code_verifier=${'v'.repeat(43)}&redirect_uri=http://127.0.0.1/`,
      ),
    ),
  },
  {
    name: 'guessed refresh tokens',
    requests: several(1000, (n) =>
      post(`${api}/oauth/token`, `grant_type=refresh_token&client_id=octavo-cli&refresh_token=${n}`),
    ),
  },
  { name: 'device codes', requests: [post(`${api}/oauth/device/code`, 'client_id=octavo-cli')] },
  {
    name: 'device codes for documents',
    requests: several(1000, (n) =>
      post(`${api}/oauth/device/code`, `client_id=https://example.com/${n}/${'a'.repeat(1000)}`),
    ),
  },
  { name: 'registrations', requests: several(1000, (n) => registration(`App ${n}`, 1)) },
  { name: 'large registrations', requests: [registration('App', 18)] },
  {
    name: 'registrations of unknown members',
    requests: [post(`${api}/oauth/register`, `{${filled('', (n) => `"k${n}":1,`, '', 8000)}"x":1}`, json)],
  },
  {
    name: 'long requests for authorization',
    requests: several(10, (n) => ({
      method: 'GET',
      path: `/_cms/oauth/authorize?client_id=https://example.com/${n}&state=${'a'.repeat(14_000)}`,
    })),
  },
  {
    name: 'many parameters for authorization',
    requests: [{ method: 'GET', path: `/_cms/oauth/authorize?${'a&'.repeat(7500)}` }],
  },
  { name: 'guessed user codes', requests: [post('/_cms/device', 'user_code=AAAA-BBBB')] },
]

function registration(name: string, addresses: number): AbuseRequest {
  const uris = Array.from({ length: addresses }, (_, n) => `https://example.com/${n}/${'a'.repeat(380)}`)
  return post(`${api}/oauth/register`, JSON.stringify({ client_name: name, redirect_uris: uris }), json)
}
