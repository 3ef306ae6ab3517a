import { api, type AbuseRequest, type Attack, several } from '../attack.ts'

const get = (path: string, headers: Readonly<Record<string, string>> = {}): AbuseRequest => ({
  method: 'GET',
  path,
  headers,
})

const page = { accept: 'text/html' }
const longest = 15_000

const publicPages = [
  '/_cms/sign-in',
  '/_cms/sign-in/link?token=x',
  '/_cms/setup?token=x',
  '/_cms/invite?token=x',
  '/_cms/account',
  '/_cms/admin',
  '/_cms/device',
]

/** headers of which each costs something to read, as long as HTTP allows */
const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a long token': { authorization: `Bearer ${'a'.repeat(longest)}` },
  'a token of blanks': { authorization: `Bearer ${' '.repeat(longest)}x!` },
  cookies: { cookie: 'a=b; '.repeat(longest / 5) },
  'a long session': { cookie: `octavo_session=${'%41'.repeat(longest / 3)}` },
  languages: { ...page, 'accept-language': 'de;q=0.1,'.repeat(longest / 9) },
  codings: { 'accept-encoding': 'a;q=0.1,'.repeat(longest / 8) },
  tags: { 'if-none-match': '"a",'.repeat(longest / 4) },
  quotes: { 'if-none-match': '"'.repeat(longest) },
  ranges: { range: `bytes=${'0-0,'.repeat(longest / 4)}` },
  'the origin': { origin: `http://${'a'.repeat(longest)}` },
  many: Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`h${n}`, ''])),
}

const read = [`${api}/content/posts`, `${api}/setup/status`, `${api}/openapi.json`, '/_cms/sign-in']

export const addressAttacks: readonly Attack[] = [
  { name: 'unknown addresses', requests: several(1000, (n) => get(`${api}/${n}`)) },
  { name: 'unknown pages', requests: several(1000, (n) => get(`/${n}`, page)) },
  { name: 'long addresses', requests: [get(`${api}/${'a'.repeat(longest)}`)] },
  {
    name: 'long encoded addresses',
    requests: [get(`${api}/content/${'%C3%A4'.repeat(400)}/${'%61'.repeat(4000)}`)],
  },
  { name: 'addresses that look like secrets', requests: [get(`${api}/${'%2541'.repeat(longest / 5)}`)] },
  { name: 'deep addresses', requests: [get(`${api}${'/a'.repeat(longest / 2)}`)] },
  { name: 'many slashes', requests: [get('/'.repeat(longest))] },
  {
    name: 'other methods',
    requests: ['DELETE', 'PATCH', 'PUT', 'TRACE'].map((method) => ({ method, path: `${api}/setup/status` })),
  },
  { name: 'many parameters', requests: [get(`${api}/setup/status?${'a&'.repeat(longest / 2)}`)] },
  {
    name: 'many unknown parameters',
    requests: [
      get(`${api}/setup/status?${Array.from({ length: 3000 }, (_, n) => n.toString(36)).join('&')}`),
    ],
  },
  {
    name: 'long secrets in the address',
    requests: [get(`${api}/auth/magic-link/verify?token=${'a'.repeat(longest)}`)],
  },
  {
    name: 'guessed links',
    requests: several(1000, (n) => get(`${api}/auth/magic-link/verify?token=${String(n).padStart(43, 'a')}`)),
  },
  { name: 'pages', requests: publicPages.map((path) => get(path, page)) },
  {
    name: 'the description of the API, compressed',
    requests: [get(`${api}/openapi.json`, { 'accept-encoding': 'br' })],
  },
  { name: 'the page of the API, compressed', requests: [get(`${api}/docs`, { 'accept-encoding': 'gzip' })] },
  { name: 'the description of the API', requests: [get(`${api}/openapi.json`), get(`${api}/docs`)] },
  { name: 'health', requests: [get('/_cms/health/ready'), get('/_cms/health')] },
  { name: 'setup status', requests: [get(`${api}/setup/status`)] },
  {
    name: 'unknown tokens',
    requests: several(1000, (n) => get(`${api}/content/posts`, { authorization: `Bearer cms_pat_${n}` })),
  },
  {
    name: 'unknown sessions',
    requests: several(1000, (n) => get(`${api}/content/posts`, { cookie: `octavo_session=${n}` })),
  },
  ...Object.entries(headers).map(([name, given]) => ({
    name: `long headers: ${name}`,
    requests: read.map((path) => get(path, given)),
  })),
  { name: 'requests without waiting', manner: 'pipeline', requests: [get(`${api}/content/posts`)] },
  { name: 'unknown addresses without waiting', manner: 'pipeline', requests: [get(`/${'a'.repeat(20)}`)] },
  { name: 'setup status without waiting', manner: 'pipeline', requests: [get(`${api}/setup/status`)] },
  { name: 'pages without waiting', manner: 'pipeline', requests: [get('/_cms/sign-in', page)] },
  {
    name: 'wrong links without waiting',
    manner: 'pipeline',
    requests: [get(`${api}/auth/magic-link/verify?token=${'a'.repeat(43)}`)],
  },
  {
    name: 'a connection for each request',
    manner: 'reconnect',
    connections: 64,
    requests: [get(`${api}/setup/status`)],
  },
  { name: 'many connections', connections: 500, requests: [get(`${api}/content/posts`)] },
  {
    name: 'many connections with long addresses',
    connections: 500,
    requests: [get(`${api}/${'%2541'.repeat(longest / 5)}`)],
  },
  {
    name: 'many connections for pages',
    connections: 500,
    requests: publicPages.map((path) => get(path, page)),
  },
  {
    name: 'headers that come slowly',
    manner: 'slow',
    connections: 500,
    requests: [get(`${api}/content/posts`)],
  },
]
