import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress, isPublicName } from './addresses.ts'
import { FetchRefusal, guardedFetch, type GuardedFetch } from './guarded-fetch.ts'

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'example.com',
  '',
]
const open = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1']

it.each(closed)('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false))
it.each(open)('%s is a public address', (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'metadata.google.internal',
  'printer.local',
  'intranet',
  'host',
  '127.0.0.1.nip.io',
  'a.sslip.io',
  'x.lvh.me',
  'localtest.me',
])('%s is no public name', (name) => expect(isPublicName(name)).toBe(false))
it.each(['example.com', 'www.example.com', '8.8.8.8', '[2606:4700::1111]'])('%s may be asked', (name) =>
  expect(isPublicName(name)).toBe(true),
)

const usual: GuardedFetch = { maxBytes: 1000, timeout: 2000 }

async function refusalOf(address: string, options: Partial<GuardedFetch> = {}): Promise<string> {
  try {
    const { body } = await guardedFetch(address, { ...usual, ...options })
    await text(body)
    return 'no refusal'
  } catch (error) {
    if (error instanceof FetchRefusal) return error.code
    throw error
  }
}

describe('what may not be asked', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost:1/',
    'http://user:pass@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com/',
    'data:text/plain,x',
    'nonsense',
    '//example.com/',
    '',
  ])('%s', async (address) => expect(await refusalOf(address)).toBe('BLOCKED_ADDRESS'))

  it('a name of which any address is not public', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await refusalOf('http://mixed.example.com/', { resolve })).toBe('BLOCKED_ADDRESS')
  })

  it('a name that is not known', async () => {
    expect(await refusalOf('http://none.example.com/', { resolve: async () => [] })).toBe('UNREACHABLE')
    const resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
    expect(await refusalOf('http://none.example.com/', { resolve })).toBe('UNREACHABLE')
  })
})

describe('a server', () => {
  let server: Server
  let origin: string
  const asked: string[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.headers.host} ${request.url}`)
      const path = request.url ?? ''
      if (path === '/ok') response.setHeader('content-type', 'Image/PNG; a=b').end('hello')
      else if (path === '/long') response.end('x'.repeat(5000))
      else if (path === '/told') response.setHeader('content-length', 5000).end('x'.repeat(5000))
      else if (path === '/slow') response.write('a')
      else if (path === '/broken')
        response.writeHead(200, { 'content-length': 100 }).write('a', () => response.destroy())
      else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else if (path === '/once') response.writeHead(302, { location: '/ok' }).end()
      else if (path === '/round') response.writeHead(302, { location: '/round' }).end()
      else response.writeHead(path === '/later' ? 503 : 404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const trusted = () => ({ trustedOrigins: [origin] })

  it('that the operator trusts is asked, redirects included', async () => {
    const answer = await guardedFetch(`${origin}/once`, { ...usual, ...trusted() })
    expect(answer).toMatchObject({ url: `${origin}/ok`, mimeType: 'image/png' })
    expect(await text(answer.body)).toBe('hello')
  })

  it.each([
    ['/long', 'TOO_LARGE'],
    ['/told', 'TOO_LARGE'],
    ['/broken', 'UNREACHABLE'],
    ['/inside', 'BLOCKED_ADDRESS'],
    ['/round', 'TOO_MANY_REDIRECTS'],
    ['/nothing', 'BAD_STATUS'],
    ['/later', 'BAD_STATUS'],
  ])('%s: %s', async (path, code) => expect(await refusalOf(origin + path, trusted())).toBe(code))

  it('that never ends is left in time', async () => {
    const begun = performance.now()
    expect(await refusalOf(`${origin}/slow`, { ...trusted(), timeout: 300 })).toBe('TOO_SLOW')
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('is asked at the address that was checked, whatever its name means a moment later', async () => {
    const { port } = new URL(origin)
    let looks = 0
    const resolve = async () =>
      looks++ === 0 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '8.8.8.8', family: 4 }]
    const named = `http://rebinding.example.com:${port}`
    const answer = await guardedFetch(`${named}/ok`, { ...usual, trustedOrigins: [named], resolve })
    expect(await text(answer.body)).toBe('hello')
    expect(looks).toBe(1)
    expect(asked.at(-1)).toBe(`rebinding.example.com:${port} /ok`)
  })
})
