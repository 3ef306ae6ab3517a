// @module-tag long
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/launcher/paths.mjs'
import { startScript } from '../setup/command-line.ts'
import { installOnce } from '../setup/installed.ts'
import { makeMagazine } from '../setup/magazine.ts'
import { startService, type TestService } from '../setup/service.ts'
import { complaintsAbout } from '../setup/typescript.ts'
import { generatedUsage } from './generated-usage.ts'

/** The generators, with the TypeScript that they know: a project of its own, as the workspace has a newer one. */
const generators = inRoot('tests', 'documents', 'generated-clients')
const program = (path: string): string => join(generators, 'node_modules', path)
const plugin = new URL('../plugins/poll-blocks.ts', import.meta.url).pathname

interface Redocly {
  createConfig(config: object): Promise<object>
  lintFromString(document: object): Promise<{ ruleId: string; message: string }[]>
}

// The document is the same on both databases: `openapi-collections.test.ts` compares it with one schema on each.
describe('clients that are generated from the OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-generated-'))
  let service: TestService

  beforeAll(async () => {
    await installOnce(generators)
    service = await startService('sqlite', { env: { OCTAVO_PLUGINS: plugin } })
    await makeMagazine(service)
  }, 300_000)
  afterAll(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function siteToken(): Promise<string> {
    const input = { name: 'web', collections: ['posts', 'authors'], locales: null, expiresAt: null }
    const operation = operations.tokens.createForSite
    const made = await invoke(service.services, { operation, caller: serviceCaller('cli'), input })
    return operation.output.parse(made).token
  }

  async function generate(args: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await startScript(args, { cwd: folder, env: {} }).ended()
    expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  }

  /** What Redocly says against a document. It comes with openapi-typescript, and has a model of OpenAPI of its own. */
  async function problemsOf(source: string): Promise<string[]> {
    const { createConfig, lintFromString } = (
      (await import(program('@redocly/openapi-core/lib/index.js'))) as { default: Redocly }
    ).default
    const names = ['struct', 'no-unresolved-refs', 'operation-operationId-unique', 'path-parameters-defined']
    const config = await createConfig({ rules: Object.fromEntries(names.map((name) => [name, 'error'])) })
    const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' })
    return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
  }

  it('come from a document that a second validator accepts', async () => {
    for (const token of [null, service.token, await siteToken()]) {
      const { text } = await service.ask('GET', '/openapi.json', { token })
      expect(await problemsOf(text)).toEqual([])
    }
    expect(await problemsOf('{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}')).toEqual([
      'struct: The field `version` must be present on this level.',
    ])
  })

  it.each([
    ['an admin', generatedUsage.admin, () => service.token],
    ['the token of a site', generatedUsage.site, siteToken],
  ])('compile strictly for %s', { timeout: 180_000 }, async (_, usage, tokenOf) => {
    const { status, text } = await service.ask('GET', '/openapi.json', { token: await tokenOf() })
    expect(status).toBe(200)
    writeFileSync(join(folder, 'openapi.json'), text)
    await generate([program('openapi-typescript/bin/cli.js'), 'openapi.json', '--output', 'types.ts'])
    const output = ['--output', 'client.ts', '--client', 'fetch', '--mode', 'single']
    await generate([program('orval/dist/bin/orval.mjs'), '--input', 'openapi.json', ...output])
    const made = ['types.ts', 'client.ts'].map((name) => [name, readFileSync(join(folder, name), 'utf8')])
    const files = { ...Object.fromEntries(made), 'usage.ts': usage }
    const place = { parent: folder, lib: ['ES2024', 'DOM', 'DOM.Iterable'] }
    expect(await complaintsAbout(files, place)).toBe('')
    expect(await complaintsAbout(files, { ...place, compiler: program('typescript/bin/tsc') })).toBe('')
  })

  it('come from pinned generators, whose lock file names no registry', () => {
    const lock = readFileSync(join(generators, 'package-lock.json'), 'utf8')
    expect(lock).not.toContain('"resolved"')
    const { devDependencies } = JSON.parse(readFileSync(join(generators, 'package.json'), 'utf8'))
    for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
