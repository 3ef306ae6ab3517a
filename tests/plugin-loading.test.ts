import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@octavo/server/config'
import { loadPlugins } from '@octavo/server/plugins/load'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from './setup/service.ts'

const modulePath = new URL('plugins/every-hook.ts', import.meta.url).pathname

describe('OCTAVO_PLUGINS', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-plugins-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const file = (name: string, text: string): string => {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, text)
    return path
  }
  const good = `id: 'mine', name: 'Mine', version: '1.0.0'`

  it('loads a module by its path, as default or by the name plugin', async () => {
    const path = file('good', `export default { ${good} }`)
    const loaded = await loadPlugins([path, modulePath])
    expect(loaded.map(({ plugin }) => plugin.id)).toEqual(['code-blocks', 'embeds', 'mine', 'every-hook'])
  })

  it.each<[name: string, text: string, complaint: string]>([
    ['empty', '', 'which exports no plugin'],
    ['broken', 'export default {', 'which cannot be loaded'],
    ['throwing', `throw new Error('no luck')`, 'which cannot be loaded: no luck.'],
    ['needing', `import 'nothing-like-this'`, 'does not exist'],
    ['text', `export default 'mine'`, 'which is not a plugin'],
    ['unknown-key', `export default { ${good}, hook: {} }`, 'which is not a plugin'],
    ['bad-id', `export default { ${good}, id: 'No Id' }`, 'id: must begin'],
    ['bad-version', `export default { ${good}, version: 'new' }`, 'version: must be a version'],
    [
      'bad-hook',
      `export default { ${good}, hooks: { 'content:beforSave': () => {} } }`,
      'hooks.content:beforSave: is not a hook; did you mean "content:beforeSave"?',
    ],
    ['no-function', `export default { ${good}, hooks: { 'content:afterSave': 1 } }`, 'must be a function'],
    ['bad-schema', `export default { ${good}, settings: {} }`, 'settings: must be a z.strictObject'],
    [
      'bad-block',
      `export default { ${good}, blocks: [{ type: 'block', title: 'B', schema: {} }] }`,
      'blocks.0.type: belongs to rich text itself',
    ],
    [
      'bad-check',
      `const schema = { safeParse() {}, shape: {}, def: { catchall: {} } }
      export default { ${good}, blocks: [{ type: 'note', title: 'Note', schema, check: 1 }] }`,
      'blocks.0.check: must be a function',
    ],
    [
      'bundled-id',
      `export default { ${good}, id: 'embeds' }`,
      'there is another plugin with the id "embeds"',
    ],
  ])('one that is %s stops the start with one sentence', async (name, text, complaint) => {
    const path = file(name, text)
    const failing = startService('sqlite', { env: { OCTAVO_PLUGINS: path } })
    await expect(failing).rejects.toThrow(complaint)
    await expect(failing).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(/^OCTAVO_PLUGINS names ".*[.?)]$/),
    })
  })

  it.each(['./nowhere.ts', '@octavo/not-there', 'file:///nowhere.mjs'])('%s is not there', async (name) => {
    await expect(loadPlugins([name])).rejects.toThrow(
      `OCTAVO_PLUGINS names "${name}", which cannot be loaded: it, or a module that it needs, does not exist.`,
    )
  })

  it('refuses two with one id or one type of block', async () => {
    await expect(loadPlugins([modulePath, modulePath])).rejects.toThrow(
      'another plugin with the id "every-hook"',
    )
  })

  it('is read from the environment, none by default', () => {
    expect(readConfig({}).plugins).toEqual([])
    expect(readConfig({ OCTAVO_PLUGINS: './a.ts, @acme/b' }).plugins).toEqual(['./a.ts', '@acme/b'])
  })
})
