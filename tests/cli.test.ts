import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { childEnvironment, program } from './setup/child-environment.ts'
import { freePort } from './setup/free-port.ts'
import { patience } from './setup/patience.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-cli-'))
const dataDir = join(folder, 'data')

interface Ending {
  code: number | null
  stdout: string
  stderr: string
}

type Environment = Record<string, string>

const started = new Set<ChildProcess>()

function start(args: readonly string[], env: Environment = {}): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...childEnvironment, OCTAVO_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  child.on('exit', () => started.delete(child))
  return child
}

/** Runs a command to its end. */
async function octavo(args: readonly string[], env?: Environment): Promise<Ending> {
  const child = start(args, env)
  const ending: Ending = { code: null, stdout: '', stderr: '' }
  child.stdout?.on('data', (text: Buffer) => (ending.stdout += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (ending.stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...ending, code }
}

/** Waits until a process has printed something on stdout; gives all that it has printed by then. */
function printed(child: ChildProcess, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let all = ''
    child.stdout?.on('data', (part: Buffer) => {
      all += part.toString()
      if (all.includes(text)) resolve(all)
    })
    child.on('exit', (code) =>
      reject(new Error(`ended with ${code} before it printed ${text}; it printed ${all}`)),
    )
  })
}

const sentence = /^[^\n]+[.?]\n$/

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A test that fails half-way must not leave a service running; SIGTERM reaches the workers too.
afterEach(() => {
  for (const child of started) child.kill('SIGTERM')
})

describe('users and tokens', () => {
  beforeAll(async () => {
    const made = await octavo([
      'user',
      'create',
      '--email',
      'Ada@Example.com',
      '--name',
      'Ada',
      '--role',
      '20',
    ])
    expect(made.stdout).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}\n$/)
    expect(made.code).toBe(0)
  })

  const token = (...more: string[]): Promise<Ending> =>
    octavo(['token', 'create', '--email', 'ada@example.com', '--name', 'test', ...more])

  it('prints the token alone', async () => {
    const { code, stdout, stderr } = await token('--scopes', 'content:read,content:write', '--expires', '90d')
    expect(stdout).toMatch(/^cms_pat_[\w-]{43}\n$/)
    expect([code, stderr]).toEqual([0, ''])
  })

  it('says on stderr which scopes the role may not hold', async () => {
    const { code, stdout, stderr } = await token('--scopes', 'content:read, schema:write')
    expect(stdout).toMatch(/^cms_pat_[\w-]{43}\n$/)
    expect([code, stderr]).toEqual([
      0,
      'Left out, because the role of ada@example.com may not hold it: schema:write.\n',
    ])
  })

  it.each([
    ['a scope that there is not', ['--scopes', 'content:raed'], 'did you mean "content:read"?'],
    ['no scope', ['--scopes', ''], '"" is not a scope'],
    ['only scopes that the role may not hold', ['--scopes', 'admin'], 'can hold none of these scopes: admin'],
    [
      'a bad time span',
      ['--scopes', 'content:read', '--expires', 'soon'],
      '--expires takes a time span like 90d',
    ],
    [
      'a time in the past',
      ['--scopes', 'content:read', '--expires', '2020-01-01T00:00:00Z'],
      '--expires: must be in the future',
    ],
  ])('refuses %s', async (_, more, mention) => {
    const { code, stdout, stderr } = await token(...more)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(mention)
  })

  it.each([
    [
      'an address that is taken',
      'ada@example.com',
      '50',
      'There is a user with the address ada@example.com already.',
    ],
    ['an address that is none', 'ada', '50', '--email: '],
    ['a role that there is not', 'b@example.com', '55', '--role: must be 10 (Subscriber)'],
    ['the name of a role', 'b@example.com', 'Admin', '--role takes the number of a role'],
  ])('refuses %s', async (_, email, role, mention) => {
    const { code, stdout, stderr } = await octavo([
      'user',
      'create',
      '--email',
      email,
      '--name',
      'B',
      '--role',
      role,
    ])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(mention)
  })
})

describe('usage', () => {
  it('prints the version', async () => {
    expect(await octavo(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('does not mind a reader that goes away', async () => {
    const child = start(['--help'])
    child.stdout?.destroy()
    let complaints = ''
    child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
    const [code] = await once(child, 'close')
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
  })

  it('prints help with examples', async () => {
    const { code, stdout, stderr } = await octavo(['token', 'create', '--help'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Examples:')
  })

  it.each([
    ['an unknown command', ['srve'], '(Did you mean serve?)'],
    ['an unknown subcommand', ['token', 'creat'], '(Did you mean create?)'],
    ['an unknown option', ['serve', '--hepl'], '(Did you mean --help?)'],
    ['a missing option', ['user', 'create', '--email', 'a@example.com'], "'--name <name>' not specified"],
    ['no command', [], 'Usage: octavo'],
  ])('ends with 2 for %s', async (_, args, mention) => {
    const { code, stdout, stderr } = await octavo(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(mention)
  })
})

describe('settings that are wrong', () => {
  const junk = join(folder, 'junk')
  const [emptied, cutOff] = [join(folder, 'emptied'), join(folder, 'cut-off')] as const
  const shortened = join(folder, 'shortened')
  const file = join(folder, 'file')

  beforeAll(() => {
    mkdirSync(junk)
    writeFileSync(join(junk, 'octavo.db'), 'no database, only words '.repeat(300))
    writeFileSync(file, '')
    for (const site of [emptied, cutOff, shortened]) {
      mkdirSync(join(site, 'files'), { recursive: true })
      writeFileSync(join(site, 'octavo.db'), '')
    }
    writeFileSync(join(emptied, 'files', 'a.txt'), 'kept')
    writeFileSync(join(shortened, 'files', 'a.txt'), 'kept')
    writeFileSync(join(shortened, 'octavo.db'), 'S')
    writeFileSync(join(cutOff, 'octavo.db-wal'), 'not checkpointed')
  })

  it.each([
    ['PORT', { PORT: 'x' }],
    ['HOST', { HOST: '192.0.2.1' }],
    ['OCTAVO_LOCALE is not a setting', { OCTAVO_LOCALE: 'en' }],
    ['OCTAVO_DATA_DIR', { OCTAVO_DATA_DIR: junk }],
    ['OCTAVO_DATA_DIR holds an empty database', { OCTAVO_DATA_DIR: emptied }],
    ['OCTAVO_DATA_DIR holds an empty database', { OCTAVO_DATA_DIR: cutOff }],
    ['OCTAVO_DATA_DIR holds an empty database', { OCTAVO_DATA_DIR: shortened }],
    ['OCTAVO_DATA_DIR', { OCTAVO_DATA_DIR: join(file, 'data') }],
    [
      'OCTAVO_DATABASE_URL',
      { OCTAVO_START_WAIT: '0', OCTAVO_DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/octavo' },
    ],
  ])('stop the service with one sentence that names %s', { tags: 'long' }, async (name, env) => {
    const { code, stdout, stderr } = await octavo(['serve'], env as Environment)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain(name)
    expect(stderr).not.toContain('secret')
  })

  it.each(['1', '2'])('a port in use stops the service, with %s workers', async (workers) => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const address = holder.address()
    const port = String(typeof address === 'object' && address !== null ? address.port : 0)
    const { code, stderr } = await octavo(['serve'], { PORT: port, OCTAVO_WORKERS: workers })
    holder.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `PORT is ${port}, and another program listens there already; stop it or choose another port.\n`,
    )
  })
})

describe.each(['1', '2'])('serving with %s workers', (workers) => {
  it('answers while other commands work, and ends with 0 at SIGTERM', { tags: 'long' }, async () => {
    const env = {
      OCTAVO_DATA_DIR: join(folder, `serve-${workers}`),
      PORT: String(await freePort()),
      OCTAVO_WORKERS: workers,
    }
    const service = start(['serve'], { ...env, OCTAVO_LOG_LEVEL: 'warn' })
    const lines = await printed(service, 'There is no admin yet.')
    expect(lines.match(/Octavo is at/g)?.length).toBe(1)
    const base = `http://localhost:${env.PORT}`
    expect(lines).toMatch(new RegExp(`Create the first one here: ${base}/_cms/setup\\?code=[\\w-]{43}\n`))

    const user = await octavo(
      ['user', 'create', '--email', 'a@example.com', '--name', 'A', '--role', '50'],
      env,
    )
    expect(user.code).toBe(0)
    const { stdout } = await octavo(
      ['token', 'create', '--email', 'a@example.com', '--name', 'A', '--scopes', 'admin'],
      env,
    )
    const link = new URL((await octavo(['user', 'link', '--email', 'a@example.com'], env)).stdout)
    const verify = `http://127.0.0.1:${env.PORT}/_cms/api/auth/magic-link/verify${link.search}`
    const close = { headers: { connection: 'close' } }
    expect([(await fetch(verify, close)).status, (await fetch(verify, close)).status]).toEqual([200, 401])
    expect((await octavo(['user', 'link', '--email', 'nobody@example.com'], env)).code).toBe(1)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`http://127.0.0.1:${env.PORT}/_cms/api/schema/collections`, {
          headers: { authorization: `Bearer ${stdout.trim()}`, connection: 'close' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))

    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    expect(code).toBe(0)
    await expect(fetch(`http://127.0.0.1:${env.PORT}/_cms/health`)).rejects.toThrow('fetch failed')
  })
})

describe('a worker that crashes', () => {
  it('is replaced', async () => {
    const port = String(await freePort())
    const env = {
      OCTAVO_DATA_DIR: join(folder, 'crash'),
      PORT: port,
      OCTAVO_WORKERS: '2',
      OCTAVO_LOG_LEVEL: 'info',
    }
    const service = start(['serve'], env)
    let log = ''
    service.stderr?.on('data', (text: Buffer) => (log += text.toString()))
    const listening = (): number[] =>
      log
        .split('\n')
        .filter((line) => line.includes('"listening"'))
        .map((line) => (JSON.parse(line) as { pid: number }).pid)

    await expect.poll(() => listening().length, { timeout: 4 * patience }).toBe(2)
    process.kill(listening()[0] ?? 0, 'SIGKILL')
    await expect.poll(() => listening().length, { timeout: 4 * patience }).toBe(3)
    expect((await fetch(`http://127.0.0.1:${port}/_cms/health`)).status).toBe(200)
    service.kill('SIGTERM')
    const [code] = await once(service, 'exit')
    expect(code).toBe(0)
  })
})
