// @module-tag long
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { type Running, startCommand, startScript } from '../setup/command-line.ts'
import { freePort } from '../setup/free-port.ts'

/** The samples of the guide in their order. */
const samples = [
  ...readFileSync(inRoot('docs', 'build-a-site.md'), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm),
].map(([, language = '', text = '']) => ({ language, text }))
const commands = samples
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))
const files = Object.fromEntries(
  samples
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? '', text] as const),
)
const settings = samples.find(({ language }) => language === 'json')?.text ?? ''

describe('the guide to a site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-site-'))
  let port: number
  let service: Running
  const env = (): Record<string, string> => ({
    OCTAVO_DATA_DIR: join(folder, 'data'),
    OCTAVO_LOG_LEVEL: 'warn',
  })

  beforeAll(async () => {
    port = await freePort()
    // As if they were installed.
    symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), settings)
    await octavo('demo')
    const place = { ...env(), PORT: String(port), HOST: '127.0.0.1' }
    service = startCommand(['serve'], place)
    const ready = `http://127.0.0.1:${port}/_cms/health/ready`
    await vi.waitFor(async () => expect((await fetch(ready)).status).toBe(200), { timeout: 60_000 })
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text.replace('http://localhost:4400', `http://127.0.0.1:${port}`))
  }, 240_000)
  afterAll(async () => {
    service.child.kill('SIGTERM')
    await service.ended()
    rmSync(folder, { recursive: true, force: true })
  })

  async function octavo(args: string): Promise<string> {
    const { code, stdout, stderr } = await startCommand(args.split(' '), env()).ended()
    expect([args, code, code === 0 ? '' : stderr]).toEqual([args, 0, ''])
    return stdout
  }

  const node = (file: string) => startScript([file], { cwd: folder, env: {} }).ended()

  it('has commands that are all run here', () => {
    const packed = '/tmp/octavo-packages'
    expect(commands).toEqual([
      `npm run packages -- ${packed}`,
      'npm init --yes --init-type=module',
      `npm install ${packed}/octavo-[0-9]*.tgz ${packed}/octavo-client-*.tgz @portabletext/to-html`,
      'npm install --save-dev typescript @types/node',
      'npx octavo demo',
      'npx octavo serve',
      'npx octavo token create --for site --name web > token.txt',
      'npx octavo types --out octavo.d.ts',
      'npx tsc',
      'node list.ts > index.html',
      'node article.ts > article.html',
      'node paths.ts',
    ])
    expect(Object.keys(files)).toEqual(['site.ts', 'list.ts', 'article.ts', 'paths.ts'])
  })

  it('leads to pages with categories, authors and rich text', async () => {
    writeFileSync(join(folder, 'token.txt'), await octavo('token create --for site --name web'))
    writeFileSync(join(folder, 'octavo.d.ts'), await octavo('types'))
    const list = await node('list.ts')
    expect([list.code, list.stderr]).toEqual([0, ''])
    expect(list.stdout.match(/<h2>/g)).toHaveLength(3)
    expect(list.stdout).toMatch(/<p><a href="\/[\w-]+">[^<]+<\/a> by (?!somebody)/)
    const article = await node('article.ts')
    expect([article.code, article.stderr]).toEqual([0, ''])
    expect(article.stdout).toMatch(/<h1>.+<\/h1>\n(<img .*>\n)?[^]*<p>/)
    const paths = await node('paths.ts')
    expect(Number(/^(\d+) pages/.exec(paths.stdout)?.[1])).toBeGreaterThan(50)
  })

  it('has programs that compile strictly with its settings', async () => {
    const compile = () =>
      startScript([inRoot('node_modules/typescript/bin/tsc')], { cwd: folder, env: {} }).ended()
    expect(await compile()).toEqual({ code: 0, stdout: '', stderr: '' })
    const wrong = files['list.ts']?.replace('article.data.title', 'article.data.titel') ?? ''
    writeFileSync(join(folder, 'list.ts'), wrong)
    expect((await compile()).stdout).toContain("'titel'")
  })
})
