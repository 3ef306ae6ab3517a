import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signInByDevice } from '@octavo/cli/sign-in/device-flow'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

describe('the device flow of the command line, before a service of these tests', () => {
  let server: Server
  let site: string
  let answers: [status: number, body: unknown][]
  let asked: { path: string; form: URLSearchParams; at: number }[]

  beforeAll(async () => {
    server = createServer((request, response) => {
      void formIn(request).then((form) => {
        asked.push({ path: request.url ?? '', form, at: Date.now() })
        const [status, body] = answers.shift() ?? [500, {}]
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    answers = []
    asked = []
  })

  async function formIn(request: IncomingMessage): Promise<URLSearchParams> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    return new URLSearchParams(text)
  }

  const begun = {
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://cms.example.com/device',
    expires_in: 60,
    interval: 1,
  }
  /** Whether a pause has lasted so many milliseconds. Timers are a little early, and a busy machine only adds to it. */
  const lasts = (pause: number, wanted = Infinity): boolean => pause > wanted - 50 && pause < wanted + 4000
  const refused = (error: string): [number, unknown] => [400, { error }]
  const run = () => signInByDevice(site, ['content:read'], () => undefined)

  it('waits, and longer when it is told so', { tags: 'long' }, async () => {
    answers = [
      [200, begun],
      refused('authorization_pending'),
      refused('slow_down'),
      [200, { access_token: 'a', token_type: 'Bearer', expires_in: 60, scope: 'content:read' }],
    ]
    expect(await run()).toMatchObject({ accessToken: 'a', refreshToken: null, scope: 'content:read' })
    expect(asked.map(({ path, form }) => [path, Object.fromEntries(form)])).toEqual([
      ['/_cms/api/oauth/device/code', { client_id: 'octavo-cli', scope: 'content:read' }],
      ...Array.from({ length: 3 }, () => [
        '/_cms/api/oauth/token',
        {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          client_id: 'octavo-cli',
          device_code: 'device',
        },
      ]),
    ])
    const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
    expect(pauses.map((pause, index) => lasts(pause, [1000, 1000, 6000][index]))).toEqual([true, true, true])
  })

  it('goes on when nobody answers for a while', { tags: 'long' }, async () => {
    answers = [
      [200, begun],
      [503, {}],
      [200, { access_token: 'a', expires_in: 60, scope: '' }],
    ]
    expect(await run()).toMatchObject({ accessToken: 'a' })
    const [, second, third] = asked
    expect(lasts((third?.at ?? 0) - (second?.at ?? 0), 2000)).toBe(true)
  })

  it.each<[string, [number, unknown][], string]>([
    ['a code that is over', [[200, begun], refused('expired_token')], 'expired. Start again'],
    ['a code that nobody has decided about', [[200, { ...begun, expires_in: 1 }]], 'expired. Start again'],
    ['an app that may not', [refused('unauthorized_client')], 'refuses: unauthorized_client'],
    ['too many requests', [[429, { success: false }]], 'Too many requests; try again in a minute.'],
    ['another service', [[200, { hello: 'world' }]], 'gave an invalid answer to the sign-in'],
    ['a page', [[404, 'nothing here']], 'does not answer as Octavo does (404'],
    [
      'a link that is none',
      [[200, { ...begun, verification_uri: 'javascript:alert(1)' }]],
      'gave an invalid answer to the sign-in',
    ],
    [
      'a token that is none',
      [
        [200, begun],
        [200, { access_token: 7 }],
      ],
      'without a token',
    ],
  ])('ends with %s', async (_, given, mention) => {
    answers = given
    await expect(run()).rejects.toThrow(mention)
  })

  it('shows no control characters of the service to the terminal', async () => {
    answers = [[200, { ...begun, user_code: 'AB\u001b[2JCD', expires_in: 1 }]]
    const shown: string[] = []
    await expect(
      signInByDevice(site, null, ({ userCode, verificationUri }) => shown.push(userCode, verificationUri)),
    ).rejects.toThrow('expired')
    expect(shown).toEqual(['AB [2JCD', 'https://cms.example.com/device'])
  })
})
