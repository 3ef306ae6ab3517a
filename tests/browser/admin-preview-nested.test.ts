// @module-tag long
import { hasMark, marksIn, withoutMarks } from '@octavo/contract/source-marks'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { type PreviewSite, startPreviewSite } from '../setup/preview-site.ts'
import { type AnyItem, makeCollection, makeItem, openEditor, title } from './editor-steps.ts'
import { image, upload } from './media-steps.ts'
import { connectedHeading, frameOf, openPane, shown } from './preview-steps.ts'

const field = (slug: string, type: string, options?: object) => ({ slug, label: slug, type, options })
const structured = (slug: string, widget: string, fields: readonly object[], options = {}) =>
  field(slug, 'json', { widget, fields, ...options })

/** Structured fields down to the third level, with tabs of the item and of entries. */
const fields = [
  title,
  structured(
    'search',
    'group',
    [field('heading', 'string'), structured('more', 'group', [field('words', 'text')])],
    { tab: 'Search' },
  ),
  field('body', 'portableText', { tab: 'Text' }),
  structured('faq', 'list', [
    field('question', 'string'),
    field('answer', 'portableText', { tab: 'Answer' }),
    field('cover', 'image'),
  ]),
  structured('parts', 'blocks', [
    structured('quote', 'group', [field('words', 'text')]),
    structured('recipe', 'group', [
      field('lead', 'portableText'),
      structured(
        'steps',
        'list',
        [
          field('name', 'string'),
          structured('notes', 'group', [
            field('place', 'string'),
            field('remark', 'text', { tab: 'Remarks' }),
          ]),
        ],
        { tab: 'Steps' },
      ),
    ]),
  ]),
]

const rich = (text: string) => [
  {
    _type: 'block',
    _key: 'a',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 'b', text, marks: [] }],
  },
]
const steps = (name: string) =>
  [1, 2, 3, 4].map((at) => ({
    name: `${name} name ${at}`,
    notes: { place: `${name} place ${at}`, remark: `${name} remark ${at}` },
  }))
const dataWith = (cover: string) => ({
  title: 'Nested',
  search: { heading: 'A heading for search', more: { words: 'Words of a group' } },
  body: rich('Rich text on a tab'),
  faq: [1, 2, 3, 4, 5].map((at) => ({
    question: `Question ${at}`,
    answer: rich(`Answer ${at}`),
    ...(at === 4 && { cover: { id: cover, alt: 'A cover within' } }),
  })),
  parts: [
    { _type: 'quote', words: 'Words of a quote' },
    ...['First', 'Second', 'Third', 'Fourth'].map((name) => ({
      _type: 'recipe',
      lead: rich(`${name} lead`),
      steps: steps(name),
    })),
  ],
})

/** Texts of each form and depth, most of them in tabs and entries that are closed at first. */
const texts = [
  ...['A heading for search', 'Words of a group', 'Rich text on a tab'],
  ...['Question 1', 'Question 5', 'Answer 4', 'Words of a quote'],
  ...['Second lead', 'Third name 4', 'Fourth remark 2', 'Fourth place 2', 'First remark 4'],
]

describe('a click in the preview on a text within a field', () => {
  let tests: AdminTests
  let site: PreviewSite
  let item: AnyItem
  beforeAll(async () => {
    tests = await startAdmin()
    site = await startPreviewSite(tests.service.baseUrl)
    await makeCollection(tests.admin, { slug: 'guides', fields })
    await tests.admin.call('PATCH', '/schema/collections/guides', { urlPattern: '/guides/{slug}' })
    await tests.admin.call('POST', '/settings', { previewOrigins: [site.origin] })
    const { page, context } = await tests.open()
    const { id } = await upload(page, await image('cover.png'))
    await context.close()
    item = await makeItem(tests.admin, 'guides', dataWith(id), { slug: 'nested' })
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
    await site?.close()
  })

  /** The text of the control that has the focus. */
  const focusedText = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
      const control = document.activeElement
      if (control.closest('[data-field]') === null) return null
      return control.value ?? (control.isContentEditable ? control.innerText.trim() : null)
    })()`)
  const expectFocusOn = async (page: Page, text: string): Promise<void> => {
    await expect.poll(() => focusedText(page), { message: text }).toBe(text)
    const isInView = `(() => {
      const { top, bottom } = document.activeElement.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })()`
    await expect.poll(() => page.evaluate(isInView), { message: text }).toBe(true)
  }

  it('focuses its control, and opens the tabs and entries that hide it', async () => {
    const { page, complaints, context } = await openEditor(tests, 'guides', item.id, {
      viewport: { width: 1600, height: 1000 },
    })
    await openPane(page)
    const frame = shown(page)
    await connectedHeading(page, 'Nested').waitFor()
    for (const text of texts) {
      await frame.getByText(text).click()
      await expectFocusOn(page, text)
    }
    await frame.getByRole('img').click()
    await expectFocusOn(page, 'A cover within')
    // An entry that was closed is opened again, and so is a tab that was left.
    await page.getByRole('button', { name: 'Question 4', exact: true }).click()
    for (const text of texts.toReversed()) {
      await frame.getByText(text).click()
      await expectFocusOn(page, text)
    }
    await context.close()
    expect(complaints).toEqual([])
  })

  it('leaves links and buttons without a text of a field what they do', async () => {
    const { page, context } = await openEditor(tests, 'guides', item.id)
    await openPane(page)
    // The element around the link has the text of one field only.
    await shown(page).getByRole('link', { name: 'Away' }).click()
    await expect.poll(async () => (await frameOf(page)).url()).toContain('#away')
    expect(await focusedText(page)).toBeNull()
    await context.close()
  })

  it('names an address of the admin that opens the editor at it', async () => {
    const link = await tests.admin.call('POST', `/content/guides/${item.id}/preview-link`, {}, 201)
    const query = `preview=${link.item.token}&sourceMap=1`
    const answer = await fetch(`${tests.service.baseUrl}/_cms/api/content/guides/${item.id}?${query}`)
    const { data } = await answer.json()
    const addresses = new Map(
      markedTexts(data.item.data).map((text) => [withoutMarks(text), addressIn(text)]),
    )
    for (const text of ['Answer 4', 'Fourth remark 2', 'Rich text on a tab']) {
      const { page, context } = await tests.open({ path: addresses.get(text) ?? '' })
      await expectFocusOn(page, text)
      await context.close()
    }
  })
})

function markedTexts(value: unknown): string[] {
  if (typeof value === 'string') return hasMark(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(markedTexts) : []
}

function addressIn(text: string): string {
  const { pathname, search } = new URL(marksIn(text)[0]?.href ?? '')
  return pathname + search
}
