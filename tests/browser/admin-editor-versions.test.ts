import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations } from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  type AnyItem,
  chooseWay,
  editorPath,
  expectSaved,
  makeCollection,
  makeItem,
  openEditor,
  stored,
  title,
} from './editor-steps.ts'
import { image, store } from './media-steps.ts'

const fields = [
  title,
  { slug: 'body', label: 'Body', type: 'portableText' },
  { slug: 'photo', label: 'Photo', type: 'image' },
  { slug: 'friend', label: 'Friend', type: 'reference', options: { collection: 'posts' } },
  { slug: 'at', label: 'At', type: 'datetime' },
]

interface Rich {
  readonly marks?: readonly string[]
  readonly href?: string
  readonly style?: string
  readonly picture?: string
}

const rich = ({ marks = [], href = 'https://a.example', style = 'normal', picture = 'one' }: Rich = {}) => [
  {
    _type: 'block',
    _key: 'b1',
    style,
    markDefs: [{ _key: 'l', _type: 'link', href }],
    children: [
      { _type: 'span', _key: 's1', text: 'hello', marks: [...marks, 'l'] },
      { _type: 'span', _key: 's2', text: ' there', marks: [] },
    ],
  },
  { _type: 'image', _key: 'i', id: picture, url: `https://pictures.example/${picture}.jpg`, alt: 'A cat' },
  { _type: 'break', _key: 'd', style: 'separator' },
]

describe('versions of an item in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'posts', fields })
  }, startTimeout)
  afterAll(() => tests?.close())

  const get = (id: string): Promise<AnyItem> => stored(tests.admin, 'posts', id)
  const live = async (id: string): Promise<AnyItem> =>
    (await tests.admin.call('GET', `/content/posts/${id}?view=live`)).item
  const change = (id: string, data: object) => tests.admin.call('PUT', `/content/posts/${id}`, { data })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const reported = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
  const undo = (page: Page, text: string) =>
    reported(page, text).getByRole('button', { name: 'Undo' }).click()
  const panel = (page: Page) => page.getByRole('complementary', { name: 'About this item' })
  /** An item whose title `Live` is published, while `Draft` waits. */
  const changedItem = async (further: object = {}): Promise<AnyItem> => {
    const item = await makeItem(
      tests.admin,
      'posts',
      { title: 'Live', body: rich() },
      { status: 'published' },
    )
    await change(item.id, { title: 'Draft', ...further })
    return item
  }

  it.each([
    ['bold', rich({ marks: ['strong'] }), 'Bold, Link https://a.example: hello'],
    ['where a link leads', rich({ href: 'https://evil.example' }), 'Link https://evil.example: hello'],
    ['a kind of paragraph', rich({ style: 'h2' }), 'Heading 2'],
    ['another picture', rich({ picture: 'two' }), 'https://pictures.example/two.jpg'],
  ])('shows as changed: %s', { tags: 'long' }, async (_, body, expected) => {
    const item = await changedItem({ title: 'Live', body })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'Compare with the live version').click()
    const dialog = page.getByRole('dialog', { name: 'Live and draft' })
    await dialog.locator('ins').first().waitFor()
    await expect
      .poll(() => dialog.locator('ins').allInnerTexts())
      .toEqual([expect.stringContaining(expected)])
    await expect.poll(() => dialog.locator('del').count()).toBe(1)
    await context.close()
  })

  it.each([
    ['light', 'en', 'Heading 2'],
    ['dark', 'de-DE', 'Überschrift 2'],
    ['narrow', 'de-DE', 'Überschrift 2'],
  ] as const)('calls things by their names (%s, %s)', { tags: 'long' }, async (look, locale, heading) => {
    const friend = await makeItem(tests.admin, 'posts', { title: 'A friend' })
    const { page, context } = await tests.open({ path: editorPath('posts'), ...looks[look], locale })
    const { id } = await store(page, await image('teal.png'))
    const item = await changedItem({
      body: rich({ style: 'h2', marks: ['strong'], picture: 'two' }),
      photo: { id, alt: 'Teal' },
      friend: friend.id,
      at: '2030-01-01T10:00:07.000Z',
    })
    await page.goto(tests.service.baseUrl + editorPath('posts', item.id))
    await button(
      page,
      locale === 'en' ? 'Compare with the live version' : 'Mit der sichtbaren Fassung vergleichen',
    ).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A friend').waitFor()
    await expect.poll(() => dialog.innerText()).toContain(heading)
    await expect.poll(() => dialog.getByRole('separator').count()).toBe(2)
    expect(await dialog.innerText()).not.toMatch(/##|\[image|separator/)
    await expectNoViolations(page)
    if (look === 'narrow') await expectNarrow(page, 360)
    const folder = process.env['SHOTS']
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${look}.png` })
    await context.close()
  })

  it('tells times of the same minute apart', { tags: 'long' }, async () => {
    const item = await makeItem(
      tests.admin,
      'posts',
      { title: 'Time', at: '2030-01-01T10:00:07.000Z' },
      { status: 'published' },
    )
    await change(item.id, { at: '2030-01-01T10:00:08.000Z' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'Compare with the live version').click()
    await page.getByRole('dialog').locator('ins').waitFor()
    await expect.poll(() => page.getByRole('dialog').locator('ins').innerText()).toBe('08')
    await context.close()
  })

  it('says of each version what changed and when, and brings back only what is not there now', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'One' })
    await change(item.id, { body: rich() })
    await change(item.id, { title: 'Two' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await page.getByRole('tab', { name: 'History' }).click()
    const entries = panel(page).getByRole('listitem')
    await expect
      .poll(async () => (await entries.allInnerTexts()).slice(0, 2))
      .toEqual([expect.stringContaining('Changed: Title'), expect.stringContaining('Changed: Body')])
    expect((await entries.allInnerTexts()).every((text) => /:\d\d:\d\d/.test(text))).toBe(true)
    await entries.first().getByRole('button').first().click()
    await page.getByRole('dialog').getByText('There is no difference.').waitFor()
    expect(await button(page, 'Restore this version').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await entries.last().getByRole('button').first().click()
    await button(page, 'Restore this version').click()
    await expect.poll(async () => (await get(item.id)).data.title).toBe('One')
    await undo(page, 'The earlier version is back.')
    await expect.poll(async () => (await get(item.id)).data.title).toBe('Two')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Two')
    expect((await get(item.id)).data.body).toHaveLength(3)
    await context.close()
  })

  it('brings back a single field of a version, and leaves the others as they are', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'One', body: rich() })
    await change(item.id, { title: 'Two', body: rich({ style: 'h2' }) })
    const { page, complaints, context } = await openEditor(tests, 'posts', item.id)
    await page.getByRole('tab', { name: 'History' }).click()
    await panel(page).getByRole('listitem').last().getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Restore this field: Title' }).click()
    const values = async () => {
      const { data } = await get(item.id)
      return [data.title, data.body[0].style]
    }
    await expect.poll(values).toEqual(['One', 'h2'])
    // What is the same again has nothing to restore.
    await dialog.getByRole('button', { name: 'Restore this field: Title' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Restore this field: Body' }).click()
    await expect.poll(values).toEqual(['One', 'normal'])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The time for which notifications are shown begins anew.
    await reported(page, 'Restored: Title').hover()
    await undo(page, 'Restored: Body')
    await expect.poll(values).toEqual(['One', 'h2'])
    await undo(page, 'Restored: Title')
    await expect.poll(values).toEqual(['Two', 'h2'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes back that changes were discarded', async () => {
    const item = await changedItem()
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await chooseWay(page, 'Discard changes')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await undo(page, 'The changes were discarded.')
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Draft')
    expect(await get(item.id)).toMatchObject({ hasPendingDraft: true, data: { title: 'Draft' } })
    expect((await live(item.id)).data.title).toBe('Live')
    await context.close()
  })

  it.each(['editor', 'list'])(
    'takes back that changes were published, and keeps them (%s)',
    { tags: 'long' },
    async (place) => {
      const item = await changedItem({ title: `Draft ${place}`, body: null })
      const { page, context } = await openEditor(tests, 'posts', item.id)
      if (place === 'editor') await button(page, 'Publish changes').click()
      else {
        await page.goto(`${tests.service.baseUrl}/_cms/admin/content/posts`)
        await page.getByRole('button', { name: 'Actions for Draft list' }).click()
        await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
      }
      await expect.poll(async () => (await live(item.id)).data.title).toBe(`Draft ${place}`)
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
      await expect.poll(async () => (await live(item.id)).data.title).toBe('Live')
      await expect.poll(async () => (await get(item.id)).hasPendingDraft).toBe(true)
      expect((await get(item.id)).data).toEqual({ title: `Draft ${place}` })
      expect((await live(item.id)).data.body).toHaveLength(3)
      await context.close()
    },
  )

  it('brings back the live version and the draft of what was taken off the site', async () => {
    const item = await changedItem()
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await chooseWay(page, 'Unpublish')
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await undo(page, 'Unpublished.')
    await expect.poll(async () => (await get(item.id)).status).toBe('published')
    await expect.poll(async () => (await get(item.id)).hasPendingDraft).toBe(true)
    expect((await live(item.id)).data.title).toBe('Live')
    expect((await get(item.id)).data.title).toBe('Draft')
    await context.close()
  })

  it('takes a way back away with the next act', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Next' })
    const { page, context } = await openEditor(tests, 'posts', item.id)
    await button(page, 'Publish').click()
    await reported(page, 'Published.').waitFor()
    await page.getByLabel('Title').fill('Next again')
    await expectSaved(page)
    await button(page, 'Publish changes').click()
    await reported(page, 'The changes are live.').waitFor()
    await reported(page, 'Published.').waitFor({ state: 'detached' })
    await context.close()
  })
})
