// @module-tag long
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { type Exported, exportOf } from '../setup/exports.ts'
import { picture } from '../setup/media.ts'
import { patience } from '../setup/patience.ts'
import { bring } from './media-steps.ts'

const path = '/_cms/admin/import'

/** A blog with one example of each remark. */
const blog: Exported = {
  authors: [
    { login: 'ada', email: 'ada@example.com', name: 'Ada' },
    { login: 'stranger', email: 'stranger@elsewhere.example', name: 'A stranger' },
  ],
  terms: [{ taxonomy: 'category', slug: 'travel', name: 'Travel' }],
  items: [
    { title: 'First post', name: 'first', content: '<p>Hello</p>', terms: { category: ['travel'] } },
    { title: 'Second post', name: 'second', creator: 'stranger', meta: { mood: 'calm' }, comments: 2 },
    { title: 'Kept secret', name: 'secret', password: 'hush' },
    { title: 'A page', type: 'page', name: 'a-page' },
    { title: 'A picture', type: 'attachment', attachmentUrl: 'http://127.0.0.1:9/gone.png', id: 50 },
  ],
}

const fileOf = (name: string, content: string) => ({
  name,
  mimeType: 'text/xml',
  buffer: Buffer.from(content),
})

describe('importing a blog', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  const open = (options = {}) => tests.open({ path, ...options })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const send = async (page: Page, name: string, content: string) => {
    await page.locator('input[type="file"]').setInputFiles(fileOf(name, content))
    await heading(page, 'What is in the file').waitFor()
  }
  const rowOf = async (page: Page, table: string, name: string) => {
    const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
    return (await row.allInnerTexts()).map((text) => text.split(/\s*[\t\n]\s*/).filter(Boolean))
  }

  it('shows what is in a file, tries it out, imports it, and tells what came of it', async () => {
    const { page, complaints, context } = await open()
    await heading(page, 'Nothing has been imported yet').waitFor()
    await send(page, 'blog.xml', exportOf(blog))
    const posts = async (): Promise<string[]> => (await rowOf(page, 'What is in the file', 'Posts'))[0] ?? []
    await expect
      .poll(async () => (await posts()).slice(0, 4))
      .toEqual(['Posts', '3', 'posts', 'new collection'])
    expect((await posts()).join(' ')).toContain('New fields: title, content')
    await expect
      .poll(() => rowOf(page, 'What is in the file', 'Files'))
      .toEqual([['Files', '1', 'Media, if you choose so below']])
    await expect.poll(() => page.getByText('is a user here').count()).toBe(1)
    await page.getByText('kept by name', { exact: false }).first().waitFor()

    await page.getByRole('button', { name: 'Dry run' }).click()
    await heading(page, 'Result of the dry run').waitFor()
    await expect.poll(() => rowOf(page, 'Result', 'Posts')).toEqual([['Posts', '3', '0']])
    await expect.poll(() => rowOf(page, 'Result', 'Comments')).toEqual([['Comments', '0', '2']])
    const { items } = await tests.admin.call('GET', '/schema/collections')
    expect(items.map(({ slug }: { slug: string }) => slug)).not.toContain('posts')

    await page.getByRole('button', { name: 'Start the import' }).click()
    await heading(page, 'Result').waitFor({ timeout: 2 * patience })
    await page.getByText('The import is finished, but 1 piece has failed.').waitFor()
    await expect.poll(() => rowOf(page, 'Result', 'Posts')).toEqual([['Posts', '3', '0', '0']])
    await page.getByRole('button', { name: /Left out Comments were not requested/ }).waitFor()
    await page.getByRole('button', { name: /Failed The file is on a server that is not public/ }).click()
    await page.getByText('A picture', { exact: true }).waitFor()
    await page.getByRole('button', { name: /protected by a password/ }).click()
    await page.getByRole('link', { name: 'Kept secret' }).waitFor()
    // What was made is in the navigation at once.
    await page.getByRole('link', { name: 'Posts', exact: true }).waitFor()
    const made = await tests.admin.call('GET', '/content/posts?status=published')
    expect(made.items).toHaveLength(2)

    await page.reload()
    await heading(page, 'Import it again').waitFor()
    await page.getByLabel('Download files from the old site').uncheck()
    await page.getByRole('button', { name: 'Start the import' }).click()
    await expect.poll(() => rowOf(page, 'Result', 'Posts')).toEqual([['Posts', '3', '0']])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('tells in German what failed', async () => {
    const { page, context } = await open({ locale: 'de-DE' })
    await page.getByRole('link', { name: 'blog.xml' }).click()
    await page.getByLabel('Dateien von der alten Website herunterladen').check()
    await page.getByRole('button', { name: 'Import starten' }).click()
    const group = page.getByRole('button', { name: /Fehlgeschlagen Die Datei liegt auf einem Rechner/ })
    await group.click({ timeout: 2 * patience })
    await page.getByText('Der Rechner ist nicht öffentlich erreichbar. · Zeile').waitFor()
    expect(await page.getByText('could not be fetched').count()).toBe(0)
    await context.close()
  })

  it('tells in German what to know before, and what went in otherwise than it was', async () => {
    const body = { slug: 'recipe', label: 'Recipes', supports: [] }
    await tests.admin.call('POST', '/schema/collections', body, 201)
    const content = exportOf({
      site: 'https://other.example.com',
      items: [
        { id: 70, title: 'Waits', name: 'waits', status: 'pending', meta: { _edit_lock: '1' } },
        {
          id: 71,
          title: 'Hidden',
          name: 'hidden',
          password: 'hush',
          content: '<form>A</form>[gallery ids="79"]',
        },
        { id: 72, title: 'Later', type: 'recipe', status: 'future', date: '2099-01-02 09:04:05' },
      ],
    })
    const { page, complaints, context } = await open({ locale: 'de-DE' })
    const file = fileOf('anders.xml', content.replace('>A site<', '>A &nbsp; site<'))
    await page.locator('input[type="file"]').setInputFiles(file)
    const warnings = page.getByRole('alert').filter({ hasText: 'Zu beachten' }).getByRole('listitem')
    await warnings.first().waitFor()
    await expect
      .poll(() => warnings.allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Die Datei ist an einer Stelle kein richtiges XML, .+ Zeile 3, Spalte \d+: Hier steht ein Kürzel/,
        ),
        expect.stringMatching(/^Eigene Felder, .+ bleiben weg: _edit_lock\.$/),
      ])
    await page.getByRole('button', { name: 'Import starten' }).click()
    await heading(page, 'Ergebnis').waitFor({ timeout: 2 * patience })
    const reported = [
      [/nicht öffentlich war/, 'Sein Status war „pending“; hier ist es ein Entwurf. · Zeile'],
      [
        /ein Passwort hatte/,
        'Es war mit einem Passwort geschützt; hier ist es ein Entwurf. Dafür gibt es hier nichts Gleiches, es ist als HTML aufbewahrt: form. Ein Bild, eine Datei oder ein Abschnitt, den es zeigt, ist nicht in der Datei. · Zeile',
      ],
      // One with several remarks is in the group of each.
      [/als HTML aufbewahrt/, /Es war mit einem Passwort geschützt; hier ist es ein Entwurf\. Dafür/],
      [/keine Planung kennt/, /^Es sollte erscheinen: 2\. Januar 2099 um \d+:04\. Die Sammlung kennt keine/],
    ] as const
    for (const [group, text] of reported) {
      await page.getByRole('button', { name: group }).click()
      await page.getByRole('region', { name: group }).getByText(text).waitFor()
    }
    expect(await page.getByText(/\b(Its|It was|There|The|Without)\b/).count()).toBe(0)
    await expectNoViolationsInAnyLook(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('gives the report to keep', async () => {
    const { page, context } = await open()
    await page.getByRole('link', { name: 'blog.xml' }).click()
    for (const format of ['CSV', 'JSON']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Report as ${format}` }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(new RegExp(`^import-.*\\.${format.toLowerCase()}$`))
      expect(await readFile(await download.path(), 'utf8')).toContain('First post')
    }
    await context.close()
  })

  it.each([
    ['cut off', exportOf(blog).slice(0, 2000), /Line \d+, column \d+/],
    ['of another kind', '<html><body>Hello</body></html>', 'this is no export: it begins with <html>'],
    ['empty', '', 'The file is empty.'],
    ['blank', ' \n\n', 'The file is not a well-formed export. Line 3, column 0'],
  ])('says what is wrong with a file that is %s', async (_, content, said) => {
    const { page, context } = await open()
    await page.locator('input[type="file"]').setInputFiles(fileOf('wrong.xml', content))
    const alert = page.getByRole('alert').filter({ hasText: '“wrong.xml” cannot be imported' })
    await alert.waitFor()
    await expect.poll(() => alert.locator('p').innerText()).toMatch(said)
    expect(await page.getByRole('link', { name: 'wrong.xml' }).count()).toBe(0)
    await context.close()
  })

  it.each([
    [
      'cut off',
      exportOf(blog).slice(0, 2000),
      /Zeile \d+, Spalte \d+: Die Datei endet, ohne dass <.+> geschlossen/,
    ],
    [
      'of another kind',
      '<html><body>Hello</body></html>',
      /Das ist kein Export: Die Datei beginnt mit <html>/,
    ],
    ['empty', '', /Die Datei ist leer/],
    [
      'of bare signs',
      exportOf(blog).replace('</channel>', '<x>A&B</x></channel>'),
      /„&“ steht hier für sich allein/,
    ],
  ])('says in German what is wrong with a file that is %s', async (_, content, said) => {
    const { page, context } = await open({ locale: 'de-DE' })
    await page.locator('input[type="file"]').setInputFiles(fileOf('falsch.xml', content))
    const alert = page.getByRole('alert').filter({ hasText: '„falsch.xml“ lässt sich nicht importieren' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toMatch(said)
    expect(await alert.innerText()).not.toMatch(/Line|export\.|not well-formed/)
    await context.close()
  })

  it('tells of an export in which nothing is', async () => {
    const { page, complaints, context } = await open()
    await send(page, 'nothing.xml', exportOf({}))
    await page.getByText('There is nothing in the file.', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says how many further custom fields a click shows', async () => {
    const { page, context } = await open()
    const meta = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field_no_${index}`, 'x']))
    await send(page, 'fields.xml', exportOf({ items: [{ title: 'Post', meta }] }))
    const fields = page.locator('code', { hasText: 'field_no_' })
    await page.getByRole('button', { name: 'Show 90 more', exact: true }).click()
    await expect.poll(() => fields.count()).toBe(100)
    await page.getByRole('button', { name: 'Show 50 more', exact: true }).click()
    await expect.poll(() => fields.count()).toBe(150)
    await context.close()
  })

  it('takes a file that is dropped, and forgets it when asked to', async () => {
    const { page, context } = await open()
    await page.getByRole('button', { name: 'Choose an export file' }).waitFor()
    await bring(page, 'drop', [fileOf('dropped.xml', exportOf(blog))])
    await heading(page, 'dropped.xml').waitFor()
    await page.getByRole('button', { name: 'More actions for dropped.xml' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this import?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**${path}`)
    await page.getByText('The import is deleted').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'dropped.xml' }).count()).toBe(0)
    await context.close()
  })

  it('says what silence means, and keeps what was chosen possible', async () => {
    const { page, context } = await open()
    await page.route('**/analyze', (route) => route.abort())
    await page.locator('input[type="file"]').setInputFiles(fileOf('blog.xml', exportOf(blog)))
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.unroute('**/analyze')
    await send(page, 'after silence.xml', exportOf(blog))
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.close()
  })

  it('says which existing fields cannot have the values, and where these go', async () => {
    const collection = { slug: 'guides', label: 'Guides', supports: [] }
    await tests.admin.call('POST', '/schema/collections', collection, 201)
    const field = { slug: 'content', label: 'Content', type: 'string' }
    await tests.admin.call('POST', '/schema/collections/guides/fields', field, 201)
    const { page, context } = await open()
    await send(page, 'guides.xml', exportOf({ items: [{ type: 'guides', title: 'One' }] }))
    const guides = async (): Promise<string> =>
      (await rowOf(page, 'What is in the file', 'guides')).flat().join(' ')
    await expect
      .poll(guides)
      .toContain(
        'The field content (Line of text) exists and cannot have these values. It stays as it is; they go to imported_content (Rich text).',
      )
    expect(await guides()).not.toContain('under another name')
    await context.close()
  })

  it('is not for editors', async () => {
    const { page, context } = await open({ as: await tests.person(40) })
    await heading(page, 'Access denied').waitFor()
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0)
    await context.close()
  })

  it('keeps nobody out, in any look', async () => {
    const { page, complaints, context } = await open()
    const check = async () => {
      await expectNoViolationsInAnyLook(page)
      await expectNarrow(page)
    }
    await page.getByRole('button', { name: 'Choose an export file' }).waitFor()
    await check()
    await send(page, 'looked at.xml', exportOf(blog))
    const start = page.getByRole('button', { name: 'Start the import' })
    await start.waitFor()
    await check()
    await start.click()
    await heading(page, 'Result').waitFor({ timeout: 2 * patience })
    await page.locator('[data-accordion-control]').first().click()
    await check()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('an import that takes its time', () => {
  let tests: AdminTests
  let old: Server
  let release = (): void => undefined

  beforeAll(async () => {
    const image = await picture('png')
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    old = createServer((_, response) => {
      void isReleased.then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(image))
    })
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    tests = await startAdmin({ env: { OCTAVO_IMPORT_ORIGINS: `http://127.0.0.1:${portOf(old)}` } })
  }, startTimeout)
  afterAll(async () => {
    release()
    old?.closeAllConnections()
    old?.close()
    await tests?.close()
  })

  it('is followed, also after a reload, cancelled, and begun again', async () => {
    const { page, complaints } = await tests.open({ path })
    const site = `http://127.0.0.1:${portOf(old)}`
    const content = exportOf({
      site,
      items: [
        { type: 'attachment', attachmentUrl: `${site}/slow.png`, title: 'Slow', id: 5 },
        { title: 'A post', name: 'a-post' },
      ],
    })
    await page.locator('input[type="file"]').setInputFiles(fileOf('slow.xml', content))
    await page.getByRole('button', { name: 'Start the import' }).click()
    await page.getByText('Downloading files', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Downloading files', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('progressbar', { name: 'Progress of the import' }).count()).toBe(1)
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'All imports' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'slow.xml' }).click()
    await page.getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the import' }).click()
    await page.getByText('The import was cancelled.').waitFor()
    release()
    await page.getByRole('button', { name: 'Start the import' }).click()
    await page.getByText('The import is finished.').waitFor({ timeout: 2 * patience })
    expect((await tests.admin.call('GET', '/media')).items).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
