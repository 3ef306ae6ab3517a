import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectProblem, expectNotified, hello, makeMenu } from './admin-site-steps.ts'

describe('texts of the site in another language', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de' } })
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  const get = (path: string) => tests.admin.call('GET', path)
  const choose = async (page: Page, language: string) => {
    await page.getByLabel('Language of the texts').selectOption({ label: language })
  }
  const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  it('of a menu are translated beside those of the default language', async () => {
    await makeMenu(tests, 'main')
    const { page, complaints } = await tests.open({ path: '/_cms/admin/menus/main' })
    await choose(page, 'German')
    await page.waitForURL('**/menus/main?locale=de')
    await page.getByRole('button', { name: 'Translate About' }).click()
    const dialog = page.getByRole('dialog', { name: 'Translate into German' })
    const label = dialog.getByLabel('Label')
    await expect.poll(() => label.getAttribute('placeholder')).toBe('About')
    expect(await label.inputValue()).toBe('')
    await dialog.getByLabel('Address').fill('javascript:1')
    await save(page)
    await expectProblem(dialog.getByLabel('Address'), 'Use https://')
    await dialog.getByLabel('Address').fill('/ueber')
    await label.fill('Über uns')
    await save(page)
    await expectNotified(page, 'The translation is saved.')
    await page.getByText('Über uns').waitFor()
    const labels = async (query: string) =>
      (await get(`/menus/main${query}`)).item.items.map(
        ({ label: text, url }: { label: string; url: string }) => [text, url],
      )
    expect((await labels('?locale=de'))[0]).toEqual(['Über uns', '/ueber'])
    expect((await labels(''))[0]).toEqual(['About', '/about'])

    await page.getByRole('button', { name: 'Translate The main menu' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('Hauptmenü')
    await save(page)
    await page.getByRole('heading', { name: 'Hauptmenü', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Translate About' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('')
    await save(page)
    await expect.poll(async () => (await labels('?locale=de'))[0]).toEqual(['About', '/ueber'])
    await choose(page, 'English')
    await page.getByRole('heading', { name: 'The main menu', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Move About' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('of terms are translated in their tree', async () => {
    await tests.admin.call(
      'POST',
      '/taxonomies',
      { name: 'topics', label: 'Topics', hierarchical: true },
      201,
    )
    const { item } = await tests.admin.call(
      'POST',
      '/taxonomies/topics/terms',
      { label: 'Clay', description: 'Of clay' },
      201,
    )
    await tests.admin.call('POST', '/taxonomies/topics/terms', { label: 'Bricks', parentId: item.id }, 201)
    const { page, complaints } = await tests.open({ path: '/_cms/admin/taxonomies/topics?locale=de' })
    await page.getByRole('button', { name: 'Translate Clay' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('Ton')
    await save(page)
    await page.getByText('1 of 2 translated').waitFor()
    await page.getByRole('button', { name: 'Translate Topics' }).click()
    await page.getByRole('dialog').getByLabel('Label', { exact: true }).fill('Themen')
    await save(page)
    await page.getByText('Themen').waitFor()
    expect((await get('/taxonomies/topics?locale=de')).item.label).toBe('Themen')
    expect((await get('/taxonomies/topics/terms/clay?locale=de')).item).toMatchObject({
      label: 'Ton',
      description: 'Of clay',
    })
    expect(complaints).toEqual([])
  })

  it(
    'of a section are written, or begin with the text of the default language',
    { tags: 'long' },
    async () => {
      await tests.admin.call(
        'POST',
        '/sections',
        { slug: 'hours', title: 'Opening hours', content: hello },
        201,
      )
      const { page, complaints } = await tests.open({ path: '/_cms/admin/sections/hours' })
      await page.getByLabel('Title').fill('Unsaved')
      await choose(page, 'German')
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await choose(page, 'German')
      await page.waitForURL('**/sections/hours?locale=de')
      // The address changes before the form does.
      await expect.poll(() => page.getByLabel('Title').getAttribute('placeholder')).toBe('Opening hours')
      await page.getByLabel('Title').fill('Öffnungszeiten')
      await page.getByRole('button', { name: 'Begin with the text in English' }).click()
      await page.getByText('We are open from nine to five.').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' Auch sonntags.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Öffnungszeiten', level: 1 }).waitFor()
      const { item } = await get('/sections/hours?locale=de')
      expect(JSON.stringify(item.content)).toContain('nine to five. Auch sonntags.')
      expect((await get('/sections/hours')).item).toMatchObject({ title: 'Opening hours', content: hello })
      await page.getByText('Auch sonntags.').click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(async () => (await get('/sections/hours?locale=de')).item.content).toEqual(hello)
      expect(complaints).toEqual([])
    },
  )

  it('of a widget area, its widgets and the settings are translated', { tags: 'long' }, async () => {
    await tests.admin.call('POST', '/widget-areas', { name: 'side', label: 'Side' }, 201)
    const props = {
      type: 'component',
      componentId: 'card',
      title: 'Card',
      componentProps: { text: 'Hi', size: 3 },
    }
    await tests.admin.call('POST', '/widget-areas/side/widgets', props, 201)
    const { page, complaints } = await tests.open({ path: '/_cms/admin/widgets/side?locale=de' })
    await page.getByRole('button', { name: 'Translate Card' }).click()
    const properties = page.getByRole('dialog').getByLabel('Settings of the component')
    await properties.fill('[1]')
    await save(page)
    await expectProblem(properties, 'not a JSON object')
    await properties.fill('{"text": "Hallo"}')
    await save(page)
    await expectNotified(page, 'The translation is saved.')
    expect((await get('/widget-areas/side?locale=de')).item.widgets[0]).toMatchObject({
      title: 'Card',
      componentProps: { text: 'Hallo', size: 3 },
    })
    await tests.admin.call('POST', '/settings', { siteTitle: 'Site' })
    await page.goto(page.url().replace(/widgets.*/, 'settings?locale=de'))
    const title = page.getByLabel('Name of the site')
    await expect.poll(() => title.getAttribute('placeholder')).toBe('Site')
    await title.fill('Seite')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'All saved' }).waitFor()
    expect((await get('/settings?locale=de')).siteTitle).toBe('Seite')
    expect((await get('/settings')).siteTitle).toBe('Site')
    const colleague = await tests.person(50)
    const tagline = page.getByLabel('Tagline')
    const another = await tests.person(50)
    await colleague.call('POST', '/settings', { locale: 'de', siteTitle: 'Ihre Seite' })
    // Without a translation this is shown in German as well, but it is none.
    await another.call('POST', '/settings', { tagline: 'Clay' })
    await tagline.fill('Ton')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'All saved' }).waitFor()
    expect(await get('/settings?locale=de')).toMatchObject({ siteTitle: 'Ihre Seite', tagline: 'Ton' })
    await tagline.fill('Lehm')
    await colleague.call('POST', '/settings', { locale: 'de', tagline: 'Erde' })
    await another.call('POST', '/settings', { tagline: 'Loam' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expectProblem(tagline, `${colleague.name} has changed this to “Erde” meanwhile.`)
    expect((await get('/settings?locale=de')).tagline).toBe('Erde')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'All saved' }).waitFor()
    expect((await get('/settings?locale=de')).tagline).toBe('Lehm')
    expect(complaints).toEqual([])
  })
})
