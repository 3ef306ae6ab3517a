import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Address, type Network, shared } from './network.ts'
import { type Fetching, Outbound } from './outbound.ts'
import { FetchRefusal } from './refusal.ts'

const usual: Fetching = { maxBytes: 1000, timeout: 2000, allowsHttp: true, maxRedirects: 5 }
const outbound = new Outbound()

async function refusalOf(
  address: string,
  options: Partial<Fetching> = {},
  network: Partial<Network> = {},
): Promise<string> {
  try {
    const { body } = await new Outbound(network).fetch(address, { ...usual, ...options })
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
  ])('%s', async (address) => {
    expect(await refusalOf(address)).toBe('BLOCKED_ADDRESS')
    expect(() => outbound.check(address, { allowsHttp: true })).toThrow(FetchRefusal)
  })

  it('a name of which any address is not public', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await refusalOf('http://mixed.example.com/', {}, { resolve })).toBe('BLOCKED_ADDRESS')
  })

  it('a name that is not known', async () => {
    expect(await refusalOf('http://none.example.com/', {}, { resolve: async () => [] })).toBe('UNREACHABLE')
    const resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
    expect(await refusalOf('http://none.example.com/', {}, { resolve })).toBe('UNREACHABLE')
  })

  it.each([
    ['has no address', async () => []],
    ['is not known', () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))],
  ])('a name that %s, and says so', async (_, resolve) => {
    const asked = new Outbound({ resolve }).fetch('http://none.example.com/', usual)
    await expect(asked).rejects.toMatchObject({ code: 'UNREACHABLE', fault: ['fetchNoHost', {}] })
  })
})

it('an address is checked without a look-up, and permitted where its origin is trusted', () => {
  const known = new Outbound({ resolve: () => Promise.reject(new Error('The name was asked for.')) })
  expect(() => known.check('https://example.com/', {})).not.toThrow()
  expect(() => known.check('http://example.com/', {})).toThrow(FetchRefusal)
  const trusted = { trustedOrigins: ['http://10.0.0.1:8080'], allowsHttp: true }
  expect(() => known.check('http://10.0.0.1:8080/hook', trusted)).not.toThrow()
  expect(() => known.check('http://10.0.0.1:8081/hook', trusted)).toThrow(FetchRefusal)
})

it.each([
  'https://localhost/',
  'https://metadata.google.internal/',
  'https://a.sslip.io/',
  'http://example.com/',
])('nothing is got from %s', async (address) => {
  const network = { resolve: () => Promise.reject(new Error('The name was asked for.')) }
  const got = new Outbound(network).get(new URL(address), { milliseconds: 100, maxBytes: 10, accept: '*/*' })
  await expect(got).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
})

it('a name is looked up once at a time', async () => {
  let looks = 0
  const first = Promise.withResolvers<Address[]>()
  const resolve = shared(() => (looks++ === 0 ? first.promise : Promise.resolve([])))
  const both = [resolve('example.com'), resolve('example.com')]
  expect(looks).toBe(1)
  first.reject(new Error('none'))
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await resolve('example.com')).toEqual([])
  expect(looks).toBe(2)
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
      else if (path === '/protocol')
        response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end()
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
    const answer = await outbound.fetch(`${origin}/once`, { ...usual, ...trusted() })
    expect(answer).toMatchObject({ url: `${origin}/ok`, mediaType: 'image/png' })
    expect(await text(answer.body)).toBe('hello')
  })

  it.each([
    ['/long', 'TOO_LARGE'],
    ['/told', 'TOO_LARGE'],
    ['/broken', 'UNREACHABLE'],
    ['/protocol', 'UNREACHABLE'],
    ['/inside', 'BLOCKED_ADDRESS'],
    ['/round', 'TOO_MANY_REDIRECTS'],
    ['/nothing', 'BAD_STATUS'],
    ['/later', 'BAD_STATUS'],
  ])('%s: %s', async (path, code) => expect(await refusalOf(origin + path, trusted())).toBe(code))

  it('is asked without TLS, and followed to elsewhere, only where that is asked for', async () => {
    expect(await refusalOf(`${origin}/ok`, { ...trusted(), allowsHttp: false })).toBe('BLOCKED_ADDRESS')
    expect(await refusalOf(`${origin}/once`, { ...trusted(), maxRedirects: 0 })).toBe('TOO_MANY_REDIRECTS')
  })

  it('whose name is never found is left in time', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    expect(await refusalOf('http://example.com/', { timeout: 200 }, { resolve })).toBe('TOO_SLOW')
  })

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
    const answer = await new Outbound({ resolve }).fetch(`${named}/ok`, { ...usual, trustedOrigins: [named] })
    expect(await text(answer.body)).toBe('hello')
    expect(looks).toBe(1)
    expect(asked.at(-1)).toBe(`rebinding.example.com:${port} /ok`)
  })
})
