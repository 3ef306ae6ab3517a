/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { type BrowserVisitor, tabsOf } from '../setup/visitor.ts'
import { untilQuiet } from '../setup/quiet.ts'
import { image, names, store, type Stored, text, tile } from './media-steps.ts'

const path = '/_cms/admin/media'

describe('the media library', () => {
  let tests: AdminTests
  let visitor: BrowserVisitor
  let page: Page

  beforeAll(async () => {
    tests = await startAdmin()
    visitor = await tests.open({ path })
    page = visitor.page
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }, 201)
    for (const field of [
      { slug: 'title', label: 'Title', type: 'string' },
      { slug: 'picture', label: 'Picture', type: 'image' },
    ])
      await admin.call('POST', '/schema/collections/posts/fields', field, 201)
  }, startTimeout)
  afterAll(() => tests?.close())

  const list = async (search = '') => {
    await page.goto(`${tests.service.baseUrl}${path}${search}`)
    await page.getByRole('list', { name: 'Files' }).waitFor()
  }
  const details = () => page.getByRole('dialog', { name: 'Details of the file' })
  const expectListed = async (...expected: string[]) => {
    await expect.poll(() => names(page)).toEqual(expected)
  }

  /** An item that shows a picture. */
  const use = async ({ id }: Stored, title: string) => {
    const body = { data: { title, picture: { id } } }
    return (await tests.admin.call('POST', '/content/posts', body, 201)).item
  }

  it('finds files by name and kind, and keeps both in the address', async () => {
    await store(page, await image('harbour.png'))
    await store(page, text('harbour.txt'))
    await store(page, await image('meadow.png'))
    await list()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('HARB')
    await expectListed('harbour.txt', 'harbour.png')
    await page.getByText('Documents', { exact: true }).click()
    await expectListed('harbour.txt')
    await expect.poll(() => page.url()).toMatch(/kind=document&q=HARB$/)
    await page.reload()
    await expectListed('harbour.txt')
    await page.getByText('Audio', { exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all files' }).click()
    await expectListed('meadow.png', 'harbour.txt', 'harbour.png')
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search by name' }).inputValue()).toBe('')
  })

  it('shows pictures in a size of their own, and what has none as it is', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>top.ran=1</script></svg>'
    await store(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await list()
    const source = (name: string) => tile(page, name).locator('img').getAttribute('src')
    expect(await source('meadow.png')).toMatch(/\?w=320&h=320&fit=cover$/)
    expect(await source('drawing.svg')).toMatch(/\.svg$/)
    expect(await tile(page, 'harbour.txt').locator('img').count()).toBe(0)
    expect(await page.locator('iframe, object, embed').count()).toBe(0)
    expect(await page.evaluate('window.ran')).toBeUndefined()
  })

  it('puts a placeholder where a picture does not load', async () => {
    await page.route('**/media/file/**', (route) => route.fulfill({ status: 404 }))
    await list()
    await tile(page, 'meadow.png').locator('[data-broken]').waitFor()
    expect(await tile(page, 'meadow.png').locator('img').count()).toBe(0)
    await page.unroute('**/media/file/**')
  })

  it('is gone through by keyboard', async () => {
    await list()
    const [first = '', second = ''] = await names(page)
    // Of the page itself, which has the focus for a moment in between, the text would be all there is.
    const focused = () => page.evaluate<string>(`document.activeElement.closest('li')?.innerText ?? ''`)
    await tile(page, first).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toContain(second)
    await page.keyboard.press('Enter')
    await details().getByRole('heading', { name: second }).waitFor()
    await page.keyboard.press('Escape')
    await details().waitFor({ state: 'hidden' })
    await expect.poll(focused).toContain(second)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('1 file selected').waitFor()
  })

  it('changes what a picture is called for those who cannot see it, and loses nothing typed', async () => {
    const { id } = await store(page, await image('described.png'))
    await list(`?item=${id}`)
    await details().getByText('No description for those who cannot see it yet.').waitFor()
    await details().getByLabel('Description (alt text)').fill('Boats in a harbour ⛵ مرحبا')
    await details().getByLabel('File name').fill('renamed.png')
    await details().getByText('Not saved yet').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.route('**/api/media/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await details().getByRole('button', { name: 'Save' }).click()
    await page.getByText('The service cannot be reached. Is the network').waitFor()
    await page.unroute('**/api/media/*')
    await details().getByRole('button', { name: 'Save' }).click()
    await details().getByText('Saved', { exact: true }).waitFor()
    const { item } = await tests.admin.call('GET', `/media/${id}`)
    expect(item).toMatchObject({ alt: 'Boats in a harbour ⛵ مرحبا', filename: 'renamed.png' })
    await page.keyboard.press('Escape')
    await details().waitFor({ state: 'hidden' })
    expect(await tile(page, 'renamed.png').getAttribute('aria-describedby')).toBeNull()
    await expect.poll(() => tile(page, 'meadow.png').getAttribute('aria-describedby')).not.toBeNull()
  })

  it(
    'sets the focal point of a picture by a click or by keyboard, and removes it',
    { tags: 'long' },
    async () => {
      const { id } = await store(page, await image('focused.png'))
      const stored = async () => (await tests.admin.call('GET', `/media/${id}`)).item.focalPoint
      const save = async () => {
        await details().getByRole('button', { name: 'Save' }).click()
        await details().getByText('Saved', { exact: true }).waitFor()
      }
      await list(`?item=${id}`)
      await details().getByRole('button', { name: 'Set focal point' }).click()
      const point = details().getByRole('group', { name: 'Focal point' })
      const isLoaded = () => point.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth > 0)
      await expect.poll(isLoaded).toBe(true)
      const box = await point.locator('img').boundingBox()
      if (box === null) throw new Error('no picture')
      await point.locator('img').click({ position: { x: box.width / 4, y: box.height / 2 } })
      await details().getByText('Not saved yet').waitFor()
      await save()
      expect((await stored()).x).toBeCloseTo(0.25, 1)
      expect((await stored()).y).toBeCloseTo(0.5, 1)
      const { x } = await stored()
      await point.getByRole('slider', { name: 'Horizontal' }).press('ArrowRight')
      await save()
      expect((await stored()).x).toBeCloseTo(x + 0.01, 5)
      await page.reload()
      await details().getByRole('button', { name: 'Change focal point' }).click()
      await expect
        .poll(() => point.getByRole('slider', { name: 'Horizontal' }).getAttribute('aria-valuenow'))
        .toBe(String(Math.round((x + 0.01) * 100)))
      await expectNoViolations(page)
      await point.getByRole('button', { name: 'Remove focal point' }).click()
      await save()
      expect(await stored()).toBeNull()
      const german = await tests.open({ path: `${path}?item=${id}`, locale: 'de-DE' })
      await german.page.getByRole('button', { name: 'Bildfokus setzen' }).click()
      const inGerman = german.page.getByRole('group', { name: 'Bildfokus' })
      for (const name of ['Waagerecht', 'Senkrecht']) await inGerman.getByRole('slider', { name }).waitFor()
      await inGerman.getByRole('button', { name: 'Bildfokus entfernen' }).waitFor()
      await german.context.close()
    },
  )

  it('tells where a file is used, and names it before deleting', { tags: 'long' }, async () => {
    const stored = await store(page, await image('used.png'))
    const item = await use(stored, 'Post with a “picture”')
    await list(`?item=${stored.id}`)
    const link = details().getByRole('link', { name: 'Posts: Post with a “picture”' })
    await expect.poll(() => link.getAttribute('href')).toBe(`/_cms/admin/content/posts/${item.id}`)
    await details().getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “used.png”?' })
    const place = question.getByRole('listitem').filter({ hasText: 'Posts: Post with a “picture”' })
    await expect.poll(() => place.innerText()).toMatch(/· not published$/)
    await place.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => tabsOf(page))
      .toContainEqual(expect.stringMatching(new RegExp(`/_cms/admin/content/posts/${item.id}$`)))
    for (const other of visitor.context.pages()) if (other !== page) await other.close()
    await expectNoViolations(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await tests.admin.call('GET', `/media/${stored.id}`)).item.id).toBe(stored.id)
    await details().getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“used.png” is deleted').waitFor()
    await details().waitFor({ state: 'hidden' })
    await expect.poll(() => names(page)).not.toContain('used.png')
    await page.goto(`${tests.service.baseUrl}${path}?item=${stored.id}`)
    await page.getByRole('heading', { name: 'This file does not exist' }).waitFor()
  })

  it('deletes several at once', async () => {
    const used = await store(page, await image('many 1.png'))
    await store(page, await image('many 2.png'))
    await use(used, `It shows ${'one of many '.repeat(20)}`)
    await list('?q=many')
    await page.getByRole('checkbox', { name: 'Select many 1.png' }).check()
    await tile(page, 'many 2.png').click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 files selected').waitFor()
    await page.getByRole('button', { name: 'Delete selected' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 2 files?' })
    await expect.poll(() => question.innerText()).toMatch(/Posts: It shows one of many .{10,60} …/)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 files are deleted').waitFor()
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  })

  it('shows a list, and describes several images at once', { tags: 'long' }, async () => {
    for (const number of [1, 2]) await store(page, await image(`several ${number}.png`))
    const opened = await tests.open({ path: `${path}?q=several` })
    const files = opened.page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect.poll(() => files.count()).toBe(2)
    await opened.page.getByRole('button', { name: 'Show as a list' }).click()
    await opened.page.reload()
    const edgeOf = async (index: number) => (await files.nth(index).boundingBox())?.x ?? index
    await expect.poll(async () => (await edgeOf(0)) === (await edgeOf(1))).toBe(true)
    for (const number of [1, 2])
      await opened.page.getByRole('checkbox', { name: `Select several ${number}.png` }).check()
    await opened.page.getByRole('button', { name: 'Describe', exact: true }).click()
    const dialog = opened.page.getByRole('dialog', { name: 'Describe 2 images' })
    await dialog.getByRole('textbox', { name: 'several 2.png' }).fill('A red square')
    await dialog.getByRole('checkbox', { name: 'Decorative image: several 1.png' }).check()
    await expectNoViolationsInAnyLook(opened.page)
    // Typed texts are not lost without a question.
    await opened.page.keyboard.press('Escape')
    await opened.page.getByRole('button', { name: 'Stay', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await opened.page.getByText('A red square').waitFor()
    const { items } = await tests.admin.call('GET', '/media?q=several')
    const altOf = (name: string) => items.find(({ filename }: Stored) => filename === name)?.alt
    expect([altOf('several 1.png'), altOf('several 2.png')]).toEqual(['', 'A red square'])
    await opened.page.getByText('Decorative', { exact: true }).waitFor()
    await opened.page.getByText('Without alt text', { exact: true }).click()
    await opened.page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await opened.page.getByText('Without alt text', { exact: true }).click()
    await opened.page.getByRole('button', { name: 'Show as a list' }).click()
    expect(opened.complaints).toEqual([])
    await opened.context.close()
  })

  it('marks a picture as decoration in its details, and takes the mark away', { tags: 'long' }, async () => {
    const { id } = await store(page, await image('line.png'))
    await list(`?item=${id}`)
    const mark = details().getByRole('checkbox', { name: 'Decorative image' })
    const altOf = async () => (await tests.admin.call('GET', `/media/${id}`)).item.alt
    const save = async () => {
      await details().getByRole('button', { name: 'Save' }).click()
      await details().getByText('Saved', { exact: true }).waitFor()
    }
    await mark.check()
    await save()
    expect(await altOf()).toBe('')
    await mark.uncheck()
    await save()
    expect(await altOf()).toBe(null)
  })

  it('says in its list what is used, and shows what is not', { tags: 'long' }, async () => {
    const used = await store(page, await image('counted 1.png'))
    await store(page, await image('counted 2.png'))
    await use(used, 'Counted')
    const opened = await tests.open({ path: `${path}?q=counted` })
    await opened.page.getByRole('button', { name: 'Show as a list' }).click()
    const row = (name: string) =>
      opened.page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
    await row('counted 1.png').getByText('1 place', { exact: true }).waitFor()
    await row('counted 2.png').getByText('Not used', { exact: true }).waitFor()
    await opened.page.getByRole('button', { name: 'Show as a list' }).click()
    await opened.page.getByText('Not used', { exact: true }).click()
    await expect.poll(() => names(opened.page)).toEqual(['counted 2.png'])
    await expect.poll(() => opened.page.url()).toContain('unused=')
    expect(opened.complaints).toEqual([])
    await opened.context.close()
  })

  it('fetches further pages by itself', async () => {
    const files = await Promise.all(
      Array.from({ length: 65 }, (_, index) => text(`page ${index}.txt`, `${index}`)),
    )
    for (const file of files) await store(page, file)
    await list('?q=page')
    await page.getByText('The first 60 files').waitFor()
    await page.mouse.wheel(0, 20_000)
    await page.getByText('65 files').waitFor()
    expect(new Set(await names(page)).size).toBe(65)
  })

  it('offers each role what it may do', { tags: 'long' }, async () => {
    const { id } = await store(page, await image('of the admin.png'))
    const offers = async (role: number) => {
      const as = await tests.person(role)
      const theirs = await tests.open({ path: `${path}?item=${id}`, as })
      const drawer = theirs.page.getByRole('dialog', { name: 'Details of the file' })
      await drawer.getByRole('heading', { name: 'of the admin.png' }).waitFor()
      const others = await buttonsIn(drawer)
      const own = await store(theirs.page, await image('own.png'))
      await theirs.page.goto(`${tests.service.baseUrl}${path}?item=${own.id}`)
      await drawer.getByRole('heading', { name: 'own.png' }).waitFor()
      const mine = await buttonsIn(drawer)
      await tile(theirs.page, 'own.png').first().waitFor()
      const boxes = await theirs.page.getByRole('list', { name: 'Files' }).getByRole('checkbox').count()
      await theirs.context.close()
      return { others, mine, hasSelection: boxes > 0 }
    }
    expect(await offers(20)).toEqual({ others: [], mine: [], hasSelection: false })
    expect(await offers(30)).toEqual({ others: [], mine: ['Save', 'Delete'], hasSelection: true })
    expect(await offers(40)).toEqual({
      others: ['Save', 'Delete'],
      mine: ['Save', 'Delete'],
      hasSelection: true,
    })
  })

  it('keeps nobody out, in any look', { tags: 'long' }, async () => {
    const { id } = await store(page, await image('seen.png'))
    for (const state of ['', `?item=${id}`, '?q=nothing-at-all']) {
      const own = await tests.open({ path: `${path}${state}` })
      await untilQuiet(own.page)
      await expectNoViolationsInAnyLook(own.page)
      if (state === '') await expectNarrow(own.page)
      expect(own.complaints).toEqual([])
      await own.context.close()
    }
  })

  it('speaks German', async () => {
    const own = await tests.open({ path, locale: 'de-DE' })
    await own.page.getByRole('heading', { name: 'Medien' }).waitFor()
    await expect.poll(() => own.page.getByRole('button', { name: 'Dateien hochladen' }).count()).toBe(1)
    await own.context.close()
  })

  it('says that the list could not be loaded, and loads it again', { tags: 'long' }, async () => {
    await page.route('**/api/media?**', (route) => route.abort())
    await page.goto(`${tests.service.baseUrl}${path}`)
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor({ timeout: 2 * patience })
    await page.unroute('**/api/media?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Files' }).waitFor()
    expect(await page.getByRole('heading', { name: 'This could not be loaded' }).count()).toBe(0)
  })
})

/** Which of the acts that change something are offered. */
async function buttonsIn(drawer: ReturnType<Page['getByRole']>): Promise<string[]> {
  const found = await drawer.getByRole('button').allInnerTexts()
  return found.filter((name) => ['Save', 'Delete'].includes(name))
}
