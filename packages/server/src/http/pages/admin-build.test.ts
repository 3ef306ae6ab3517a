import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { AdminFolder } from './admin-build.ts'

const path = mkdtempSync(join(tmpdir(), 'octavo-admin-'))
const folder = new AdminFolder(pathToFileURL(`${path}/`))
afterAll(() => rmSync(path, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  mkdirSync(join(path, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
}

describe('the folder of the admin', () => {
  it('is empty while nothing is built, or nothing installed', () => {
    expect(folder.build()).toBeNull()
    expect(folder.findFile('index-1.js')).toBeUndefined()
    expect(new AdminFolder(null).build()).toBeNull()
  })

  it('has the files of the build, in the forms that there are', () => {
    write({
      'index.html': 'one',
      'secret.js': 'x',
      'assets/index-1.js': 'plain',
      'assets/index-1.js.br': 'br',
      'assets/read-me': '',
    })
    expect(folder.build()?.page).toBe('one')
    const file = folder.findFile('index-1.js')
    expect(file?.mediaType).toBe('text/javascript; charset=utf-8')
    expect([null, 'br' as const, 'gzip' as const].map((coding) => file?.bytes(coding)?.toString())).toEqual([
      'plain',
      'br',
      undefined,
    ])
    for (const name of [
      '../secret.js',
      'secret.js',
      'index-1.js.br',
      'read-me',
      '',
      '.',
      '__proto__',
      '../index.html',
    ])
      expect(folder.findFile(name), name).toBeUndefined()
  })

  it('is read again when it has been built anew', () => {
    write({ 'index.html': 'two', 'assets/index-2.css': 'new' })
    utimesSync(join(path, 'index.html'), new Date(), new Date(Date.now() + 5000))
    expect(folder.findFile('index-2.css')?.mediaType).toBe('text/css; charset=utf-8')
    expect(folder.build()?.page).toBe('two')
  })
})
