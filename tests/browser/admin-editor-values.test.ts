// @module-tag long
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  editorPath,
  expectState,
  makeCollection,
  makeItem,
  openEditor,
  scheduleFor,
  stored,
  title,
} from './editor-steps.ts'

const fields = [
  { ...title, validation: { maxLength: 20 } },
  { slug: 'weight', label: 'Weight', type: 'number' },
  { slug: 'serves', label: 'Serves', type: 'integer', validation: { max: 20 } },
  { slug: 'cooked', label: 'Cooked', type: 'datetime' },
]

const german = { locale: 'de-DE' }
const berlin = { timezoneId: 'Europe/Berlin' }

describe('values in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'meals', fields })
    const needed = { slug: 'needed', label: 'Needed', type: 'string', required: true }
    await makeCollection(tests.admin, { slug: 'pairs', fields: [...fields, needed] })
  }, startTimeout)
  afterAll(() => tests?.close())

  const newMeal = async (data: object): Promise<string> =>
    (await makeItem(tests.admin, 'meals', { title: 'Soup', ...data })).id
  async function expectStored(id: string, data: object): Promise<void> {
    await expect.poll(async () => (await stored(tests.admin, 'meals', id)).data).toMatchObject(data)
  }

  async function paste(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label).focus()
    await page.getByLabel(label).selectText()
    await page.keyboard.insertText(text)
  }

  it('numbers are announced as such to screen readers, as they are written, and change by the arrow keys', async () => {
    const id = await newMeal({ weight: 1.5, serves: 20 })
    const { page, context } = await tests.open({ path: editorPath('meals', id), ...german })
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    const serves = page.getByRole('spinbutton', { name: 'Serves' })
    await expectReported(weight, ['1.5', '1,5', null, null])
    await expectReported(serves, ['20', '20', null, '20'])
    await weight.press('ArrowUp')
    await expectReported(weight, ['2.5', '2,5', null, null])
    await expect.poll(() => weight.inputValue()).toBe('2,5')
    await serves.press('ArrowUp')
    await expectReported(serves, ['20', '20', null, '20'])
    await serves.press('ArrowDown')
    await expectReported(serves, ['19', '19', null, '20'])
    await weight.fill('2,5 kg')
    await expectReported(weight, [null, '2,5 kg', null, null])
    await expect.poll(() => weight.getAttribute('aria-invalid')).toBe('true')
    await weight.press('ArrowUp')
    await expect.poll(() => weight.inputValue()).toBe('2,5 kg')
    await weight.fill('')
    await expectReported(weight, [null, null, null, null])
    const held = async () => (await stored(tests.admin, 'meals', id)).data
    await expect.poll(held).toEqual({ title: 'Soup', serves: 19 })
    await context.close()
  })

  it.each([
    ['Weight', '1,500', {}, 1500],
    ['Weight', '1.500', german, 1500],
    ['Weight', '1.500', {}, 1.5],
    ['Weight', '−5', german, -5],
    ['Weight', '1e5', {}, 100_000],
    ['Serves', ' 12 ', {}, 12],
  ] as const)('%s: %j is kept as it is written, and stored (%j)', async (label, text, options, value) => {
    const id = await newMeal({ weight: 3, serves: 3 })
    const { page, context } = await tests.open({ path: editorPath('meals', id), ...options })
    await paste(page, label, text)
    await expectStored(id, { [label.toLowerCase()]: value })
    await page.getByLabel(label).blur()
    await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text)
    await context.close()
  })

  it('what is no number stays as it is written, is said so, and is not stored', async () => {
    const id = await newMeal({ weight: 3, serves: 3 })
    const { page, context } = await openEditor(tests, 'meals', id)
    for (const [label, text, problem] of [
      ['Serves', '1.5', 'This is not a whole number. Write it like “1,234”.'],
      ['Serves', '12 people', 'This is not a whole number.'],
      ['Serves', '9007199254740993', 'too many digits, to be kept exactly'],
      ['Serves', '21', 'At most 20.'],
      ['Weight', '--5', 'This is not a number. Write it like “1,234.5”.'],
      ['Weight', 'abc', 'This is not a number.'],
      ['Weight', '1e400', 'This number is too large'],
    ] as const) {
      await paste(page, label, text)
      await page.getByLabel(label).blur()
      await page.getByText(problem).waitFor()
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(text)
      await expectState(page, 'see the marked fields')
    }
    expect((await stored(tests.admin, 'meals', id)).data).toMatchObject({ weight: 3, serves: 3 })
    await context.close()
  })

  it('numbers are stepped by the arrow keys', async () => {
    const id = await newMeal({ weight: 1.5, serves: 19 })
    const { page, context } = await openEditor(tests, 'meals', id)
    await page.getByLabel('Weight').press('ArrowDown')
    for (const _ of [1, 2, 3]) await page.getByLabel('Serves').press('ArrowUp')
    await expectStored(id, { weight: 0.5, serves: 20 })
    await expect.poll(() => page.getByLabel('Serves').inputValue()).toBe('20')
    await context.close()
  })

  it('a time over which clocks are put forward is refused', async () => {
    const id = await newMeal({ cooked: '2026-07-01T10:00:00.000Z' })
    const { page, context } = await tests.open({
      path: editorPath('meals', id),
      ...berlin,
      ...german,
    })
    await page.getByText('Mitteleuropäische Sommerzeit (Europe/Berlin)').waitFor()
    await page.getByLabel('Cooked').fill('2027-03-28T02:30')
    await page.getByText('Diese Uhrzeit gibt es an dem Tag nicht').waitFor()
    await expectState(page, 'markierten Felder')
    expect((await stored(tests.admin, 'meals', id)).data.cooked).toBe('2026-07-01T10:00:00.000Z')
    await page.getByLabel('Cooked').fill('2027-03-28T03:00')
    await expectStored(id, { cooked: '2027-03-28T01:00:00.000Z' })
    await page.getByLabel('Cooked').fill('2026-12-01T12:00')
    await page.getByText('Mitteleuropäische Normalzeit (Europe/Berlin)').waitFor()
    await context.close()
  })

  it('of a time that is there twice either can be chosen, and stays', async () => {
    const id = await newMeal({ cooked: '2026-10-25T01:30:00.000Z' })
    const { page, context } = await openEditor(tests, 'meals', id, berlin)
    const cooked = page.getByLabel('Cooked')
    await expect.poll(() => cooked.inputValue()).toBe('2026-10-25T02:30')
    expect(
      await page.getByRole('radio', { name: /^The second: Central European Standard/ }).isChecked(),
    ).toBe(true)
    await cooked.fill('2026-10-25T02:31')
    await expectStored(id, { cooked: '2026-10-25T01:31:00.000Z' })
    await cooked.fill('')
    await cooked.fill('2026-10-25T02:30')
    await expectStored(id, { cooked: '2026-10-25T01:30:00.000Z' })
    await page.getByRole('radio', { name: /^The first: Central European Summer/ }).check()
    await expectStored(id, { cooked: '2026-10-25T00:30:00.000Z' })
    await cooked.fill('2026-10-25T12:00')
    await expect.poll(() => page.getByRole('radio').count()).toBe(0)
    await context.close()
  })

  it('nothing is planned for a time that there is not', async () => {
    const id = await newMeal({})
    const { page, context } = await openEditor(tests, 'meals', id, berlin)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Schedule', exact: true }).click()
    const dialog = await scheduleFor(page, '2027-03-28T02:30')
    await dialog.getByText('This time does not exist').waitFor()
    expect((await stored(tests.admin, 'meals', id)).scheduledAt).toBeNull()
    await dialog.getByLabel('Goes live on').fill('2028-07-01T12:00')
    await dialog.getByText('Central European Summer Time').waitFor()
    await scheduleFor(page, '2028-07-01T12:00')
    await panel.getByText(/^Goes live on 1 July 2028.*Central European Summer Time/).waitFor()
    await context.close()
  })

  it('a new item says what is too long while it still lacks something', async () => {
    const { page, context } = await openEditor(tests, 'pairs')
    await page.getByLabel('Title').fill('x'.repeat(30))
    await page.getByText('10 characters too many: at most 20.').waitFor()
    const colourOf = (text: string) =>
      page.getByText(text).evaluate((element) => getComputedStyle(element).color)
    await expect
      .poll(
        async () => (await colourOf('30 of 20 characters')) === (await colourOf('10 characters too many')),
      )
      .toBe(true)
    await context.close()
  })

  it('what is wrong with them is accessible', async () => {
    const id = await newMeal({ cooked: '2026-10-25T01:30:00.000Z' })
    const { page, context } = await openEditor(tests, 'meals', id, berlin)
    await page.getByLabel('Title').fill('x'.repeat(30))
    await paste(page, 'Weight', '--5')
    await page.getByText('This is not a number.').waitFor()
    await expectNoViolationsInAnyLook(page, 320)
    await context.close()
  })
})

/** The attributes for screen readers: the value, its text, the minimum and the maximum. */
async function expectReported(field: Locator, reported: readonly (string | null)[]): Promise<void> {
  const names = ['aria-valuenow', 'aria-valuetext', 'aria-valuemin', 'aria-valuemax']
  const read = () => Promise.all(names.map((name) => field.getAttribute(name)))
  await expect.poll(read).toEqual(reported)
}
