import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceGrantType, oauthPaths } from '@octavo/contract/oauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf } from './setup/answers.ts'
import { type Ending, type Running, startCommand } from './setup/command-line.ts'
import { askToken, type Person, personWithSession, send } from './setup/oauth.ts'
import { startService, type TestService } from './setup/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-sign-in-'))
const file = join(folder, 'octavo', 'credentials.json')
const env = { XDG_CONFIG_HOME: folder, HOME: '/nonexistent' }
mkdirSync(join(folder, 'octavo'), { mode: 0o755 })
const running = new Set<Running>()

function start(...args: string[]): Running {
  const command = startCommand(args, env)
  running.add(command)
  return command
}

function octavo(...args: string[]): Promise<Ending> {
  return start(...args).ended()
}

interface Kept {
  accessToken: string
  refreshToken: string
  expiresAt: string
}

function kept(): Record<string, Kept> {
  return JSON.parse(readFileSync(file, 'utf8')).sites
}

function keep(sites: Record<string, Kept>): void {
  writeFileSync(file, JSON.stringify({ sites }))
}

afterEach(() => {
  for (const { child } of running) if (child.exitCode === null) child.kill('SIGTERM')
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('signing in from the command line', () => {
  let service: TestService
  let person: Person
  let site: string

  beforeAll(async () => {
    service = await startService('sqlite', { isRealTime: true, env: { OCTAVO_RATE_LIMIT: 'off' } })
    const address = await service.server.listen({ host: '127.0.0.1', port: 0 })
    site = address.replace('127.0.0.1', 'localhost')
    person = await personWithSession(service, 40)
  })
  afterAll(() => service.close())

  const decide = (user_code: string, action: string) =>
    service.ask('POST', '/oauth/device/authorize', {
      token: null,
      headers: person.session,
      body: { user_code, action },
    })

  async function signIn(...options: string[]): Promise<Ending> {
    const command = start('login', '--url', site, ...options)
    const [, code = ''] = await command.reported(/enter the code (\S+)/)
    dataOf(await decide(code, 'approve'))
    return command.ended()
  }

  const endAtService = async (): Promise<void> => {
    const { items } = dataOf(await service.ask('GET', '/auth/apps', { token: null, headers: person.session }))
    for (const { id } of items)
      dataOf(await service.ask('DELETE', `/auth/apps/${id}`, { token: null, headers: person.session }))
  }

  const tokenWorks = async (token: string): Promise<boolean> =>
    (await service.ask('GET', '/auth/me', { token })).status === 200

  it(
    'shows a code and a link, and keeps what the browser has let in where only the person can read it',
    { tags: 'long' },
    async () => {
      const command = start('login', '--url', site, '--scopes', 'content:read,content:write,admin')
      const [, code = ''] = await command.reported(/enter the code (\S+)/)
      await command.reported(/Open http:\/\/localhost:4400\/_cms\/device in a browser/)
      await command.reported(
        new RegExp(`open http://localhost:4400/_cms/device\\?user_code=${code} and compare`),
      )
      dataOf(await decide(code, 'approve'))
      const { email } = dataOf(await service.ask('GET', '/auth/me', { token: person.token })).item
      expect(await command.ended()).toMatchObject({
        code: 0,
        stdout: `Signed in to ${site} as ${email} (content:read content:write).\n`,
      })
      expect([statSync(file).mode & 0o777, statSync(join(folder, 'octavo')).mode & 0o777]).toEqual([
        0o600, 0o700,
      ])
      const { [site]: own } = kept()
      expect(own).toEqual({
        accessToken: expect.stringMatching(/^cms_oat_/),
        refreshToken: expect.stringMatching(/^cms_ort_/),
        expiresAt: expect.any(String),
      })
      expect(Date.parse(own?.expiresAt ?? '') - Date.now()).toBeGreaterThan(3500_000)
      expect(await octavo('whoami')).toEqual({
        code: 0,
        stdout: `${email} (Person 2), Editor\nat ${site}\nwith content:read, content:write\n`,
        stderr: '',
      })
    },
  )

  it('a sign-in that was refused leaves nothing', { tags: 'long' }, async () => {
    rmSync(file, { force: true })
    const command = start('login', '--url', site)
    const [, code = ''] = await command.reported(/enter the code (\S+)/)
    dataOf(await decide(code, 'deny'))
    const { code: exit, stdout, stderr } = await command.ended()
    expect([exit, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/The sign-in was refused in the browser\.\n$/)
    expect(await octavo('whoami', '--url', site)).toEqual({
      code: 1,
      stdout: '',
      stderr: `You are not signed in to ${site}. Sign in with: octavo login --url ${site}.\n`,
    })
  })

  describe('once it is done', () => {
    beforeEach(async () => {
      keep({ [site]: await signedIn() })
    })

    /** What a sign-in gives, without the waiting of the command. */
    async function signedIn(): Promise<Kept> {
      const client_id = 'octavo-cli'
      const begun = await send(service, 'POST', oauthPaths.deviceCode, {
        form: { client_id, scope: 'content:read' },
      })
      const { device_code, user_code } = begun.body
      dataOf(await decide(user_code, 'approve'))
      const { body } = await askToken(service, { grant_type: deviceGrantType, client_id, device_code })
      return {
        accessToken: body.access_token,
        refreshToken: body.refresh_token,
        expiresAt: new Date(Date.now() + 3600_000).toISOString(),
      }
    }

    const expire = (): Kept => {
      const { [site]: own } = kept()
      if (own === undefined) throw new Error('Nothing is kept.')
      keep({ [site]: { ...own, expiresAt: new Date(Date.now() - 1000).toISOString() } })
      return own
    }

    it('renews a token that is over, however many commands want it at once', async () => {
      const before = expire()
      const endings = await Promise.all(Array.from({ length: 4 }, () => octavo('whoami')))
      expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual(endings.map(() => [0, '']))
      const { [site]: after } = kept()
      expect(after?.accessToken).not.toBe(before.accessToken)
      expect(after?.refreshToken).not.toBe(before.refreshToken)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await tokenWorks(after?.accessToken ?? '')).toBe(true)
    })

    it('forgets what was ended at the service', async () => {
      await endAtService()
      const ending = await octavo('whoami')
      expect([ending.code, ending.stderr]).toEqual([
        1,
        `You are not signed in to ${site}. Sign in with: octavo login --url ${site}.\n`,
      ])
      expect(kept()).toEqual({})
    })

    it('ends there and here with logout', async () => {
      const { [site]: own } = kept()
      expect(await octavo('logout')).toEqual({ code: 0, stdout: `Signed out of ${site}.\n`, stderr: '' })
      expect(kept()).toEqual({})
      expect(await tokenWorks(own?.accessToken ?? '')).toBe(false)
      expect((await octavo('logout', '--url', site)).stderr).toContain('You are not signed in')
    })

    it('is one of several, each under its address', async () => {
      const other = { accessToken: 'cms_oat_x', refreshToken: 'y', expiresAt: '2099-01-01T00:00:00.000Z' }
      keep({ ...kept(), 'http://127.0.0.1:9': other })
      const { code, stderr } = await octavo('whoami')
      expect([code, stderr]).toEqual([
        1,
        `You are signed in to ${site}, http://127.0.0.1:9; choose one with --url.\n`,
      ])
      expect((await octavo('whoami', '--url', site)).code).toBe(0)
      expect((await octavo('whoami', '--url', 'http://127.0.0.1:9')).stderr).toBe(
        'http://127.0.0.1:9 cannot be reached.\n',
      )
      const ending = await octavo('logout', '--url', 'http://127.0.0.1:9')
      expect([ending.code, ending.stdout]).toEqual([0, 'Signed out of http://127.0.0.1:9.\n'])
      expect(ending.stderr).toContain(
        'The credentials are deleted here, but http://127.0.0.1:9 has not ended them',
      )
      expect(Object.keys(kept())).toEqual([site])
    })

    it('replaces the one before, and ends it', { tags: 'long' }, async () => {
      const { [site]: before } = kept()
      await signIn('--scopes', 'media:read')
      expect(await tokenWorks(before?.accessToken ?? '')).toBe(false)
      expect((await octavo('whoami')).stdout).toContain('with media:read')
    })
  })

  it.each([
    ['an address that is none', ['login', '--url', 'cms'], '--url takes the address of a service'],
    ['a name in an address', ['login', '--url', 'http://a:b@localhost'], '--url takes the address'],
    [
      'a scope that there is not',
      ['login', '--url', 'SITE', '--scopes', 'content:raed'],
      'did you mean "content:read"?',
    ],
    [
      'where nobody answers',
      ['login', '--url', 'http://127.0.0.1:9'],
      'http://127.0.0.1:9 cannot be reached.',
    ],
  ])('refuses %s', async (_, args, mention) => {
    const { code, stdout, stderr } = await octavo(...args.map((arg) => arg.replace('SITE', site)))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(mention)
  })

  it('says so when the file is broken', async () => {
    writeFileSync(file, '{"sites":{"a":1}}')
    const { code, stderr } = await octavo('whoami', '--url', site)
    expect([code, stderr]).toEqual([1, `${file} is broken; remove it and sign in again: octavo login.\n`])
    rmSync(file)
  })
})
