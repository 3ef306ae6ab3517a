// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectSavedForm, expectNotified } from './model-steps.ts'

const modulePath = new URL('../plugins/every-setting.ts', import.meta.url).pathname

describe('plugins', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_PLUGINS: modulePath } })
  }, startTimeout)
  afterAll(() => tests?.close())

  const one = '/_cms/admin/plugins/every-setting'
  const stored = async (id = 'every-setting') => (await tests.admin.call('GET', `/plugins/${id}`)).item

  it('are enabled and disabled, after what it means was said, and that can be taken back', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/plugins' })
    const embeds = page.getByRole('switch', { name: 'Enable Embeds' })
    // The input of a switch has no size; what a person sees and clicks is its track.
    const track = page.locator('.mantine-Switch-root', { has: embeds }).locator('.mantine-Switch-track')
    const was = await embeds.isChecked()
    if (was) await tests.admin.call('POST', '/plugins/embeds/disable', {})
    await page.reload()
    await track.click()
    const enabling = page.getByRole('dialog', { name: 'Enable “Embeds”?' })
    await enabling.getByText('can be added to rich text').waitFor()
    await enabling.getByRole('button', { name: 'Enable' }).click()
    await expectNotified(page, '“Embeds” is enabled.')
    // The dialog lies over the page until it has faded.
    await enabling.waitFor({ state: 'detached' })
    expect((await stored('embeds')).enabled).toBe(true)
    await track.click()
    const disabling = page.getByRole('dialog', { name: 'Disable “Embeds”?' })
    await disabling.getByText('Existing blocks stay').waitFor()
    await disabling.getByRole('button', { name: 'Cancel' }).click()
    expect((await stored('embeds')).enabled).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectNotified(page, '“Embeds” is disabled.')
    expect((await stored('embeds')).enabled).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('get their settings from a form that is made for them', async () => {
    const { page, complaints, context } = await tests.open({ path: one })
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByText('said first').waitFor()
    await expect.poll(() => page.getByLabel('Greeting').inputValue()).toBe('Hello')
    await page.getByLabel('Greeting').fill('Good day')
    await page.getByLabel('Homepage').fill('https://example.com/')
    await page.getByLabel('Contact').fill('ada@example.com')
    await page.getByLabel('Most').fill('7')
    await page.getByLabel('Share').fill('0.5')
    await page.getByRole('switch', { name: 'Is loud' }).check()
    await page.getByRole('combobox', { name: 'Tone' }).click()
    await page.getByRole('option', { name: 'formal' }).click()
    await page.getByRole('combobox', { name: 'Words' }).fill('one')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Box' }).getByLabel('Width').fill('250')
    await page.getByLabel('Anything').fill('{ "a": [1] }')
    await page.getByLabel('Api key').fill('secret-123')
    await save.click()
    await expectSavedForm(page)
    const { settings, secrets } = await stored()
    expect(settings).toEqual({
      greeting: 'Good day',
      homepage: 'https://example.com/',
      contact: 'ada@example.com',
      most: 7,
      share: 0.5,
      isLoud: true,
      tone: 'formal',
      words: ['one'],
      box: { width: 250 },
      anything: { a: [1] },
    })
    expect(secrets).toEqual({ apiKey: true })
    await page.reload()
    await page.getByText('It is set and cannot be shown').waitFor()
    await expect.poll(() => page.getByLabel('Api key').inputValue()).toBe('')
    expect(await page.content()).not.toContain('secret-123')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('say what is wrong by the setting, keep what was typed, and remove a secret on request', async () => {
    const { page, context } = await tests.open({ path: one })
    await page.getByLabel('Greeting').fill('far more than twenty characters')
    await page.getByRole('group', { name: 'Box' }).getByLabel('Width').fill('0')
    await page.getByLabel('Anything').fill('{ no JSON')
    await page.getByLabel('Most').fill('1.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This is not valid JSON.').waitFor()
    await page.getByText('This is not a whole number.').waitFor()
    await page.getByLabel('Most').fill('8')
    await page.getByLabel('Anything').fill('')
    await page.getByRole('button', { name: 'Remove Api key' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('At most 20 characters', { exact: true }).first().waitFor()
    await page.getByText('At least 1', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByLabel('Greeting').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Greeting').fill('')
    await page.getByRole('group', { name: 'Box' }).getByLabel('Width').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSavedForm(page)
    const { settings, secrets } = await stored()
    expect(settings).toMatchObject({ greeting: 'Hello', box: { width: 5 } })
    expect(settings).not.toHaveProperty('anything')
    expect(secrets).toEqual({ apiKey: false })
    await context.close()
  })

  it('are there to look at for Editors', async () => {
    const { page, context } = await tests.open({ as: await tests.person(40), path: one })
    await page.getByLabel('Greeting').waitFor()
    await expect.poll(() => page.getByLabel('Greeting').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('switch', { name: 'Enable Every setting' }).count()).toBe(0)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/plugins`)
    await page.getByText('Only admins can change them.').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    await context.close()
  })

  it('say that one is not there', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/plugins/nothing' })
    const heading = page.getByRole('heading', { name: 'Page not found' })
    await heading.waitFor()
    await expect.poll(() => heading.count()).toBe(1)
    await context.close()
  })

  it('keep nobody out', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/plugins' })
    await page.getByRole('link', { name: 'Every setting' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('link', { name: 'Every setting' }).click()
    await page.getByLabel('Greeting').waitFor()
    await expectNoViolationsInAnyLook(page)
    await context.close()
  })
})
