// @module-tag long
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { addField, beginField, dialogOf, expectFields, expectNotified } from './model-steps.ts'

describe('the content model', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  it('says what it is for while there is nothing, in every look', async () => {
    for (const look of Object.values(looks)) {
      const { page, context } = await tests.open({ ...look, path: '/_cms/admin/model' })
      await page.getByRole('heading', { name: 'What will you write about?' }).waitFor()
      await expectNoViolations(page)
      await context.close()
    }
  })

  it('lets somebody who has never seen it make recipes with a picture and ingredients', async () => {
    const { page, complaints, context } = await tests.open()
    await page.getByRole('link', { name: 'Create the first collection' }).click()
    const dialog = page.getByRole('dialog', { name: 'New collection' })
    await dialog.waitFor()
    const here = page.locator('nav [aria-current="page"]')
    await expect.poll(() => here.allInnerTexts()).toEqual(['Create the first collection'])
    await dialog.getByRole('textbox', { name: 'Plural name', exact: true }).fill('Recipes')
    await expect.poll(() => dialog.getByLabel('Name in templates').inputValue()).toBe('recipes')
    await dialog.getByLabel('Singular name').fill('Recipe')
    await dialog.getByRole('textbox', { name: 'Address of its items' }).fill('/recipes/{slg}')
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await dialog.getByText('did you mean "slug"?').waitFor()
    await dialog.getByRole('textbox', { name: 'Address of its items' }).fill('/recipes/{slug}')
    await dialog.getByRole('radio', { name: 'chef hat' }).check()
    await dialog.getByRole('button', { name: 'Create collection' }).click()
    await page.waitForURL('**/_cms/admin/model/recipes')
    await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor()
    await expectFields(page, ['title'])

    const picture = await beginField(page, 'Picture')
    await picture.getByLabel('Label').fill('Picture')
    await addField(page, picture, 'Picture')
    const ingredients = await beginField(page, 'Plain text')
    await ingredients.getByLabel('Label').fill('Ingredients')
    await ingredients.getByLabel('Required').check()
    await addField(page, ingredients, 'Ingredients')
    await expectFields(page, ['title', 'picture', 'ingredients'])

    await page.getByRole('navigation').getByRole('link', { name: 'Recipes' }).waitFor()
    const { item } = await tests.admin.call('GET', '/schema/collections/recipes?includeFields=true')
    expect(item).toMatchObject({
      label: 'Recipes',
      labelSingular: 'Recipe',
      urlPattern: '/recipes/{slug}',
      icon: 'chef-hat',
      supports: ['drafts', 'revisions', 'scheduling', 'search'],
      fields: [
        { slug: 'title', type: 'string', required: true, searchable: true },
        { slug: 'picture', type: 'image', required: false },
        { slug: 'ingredients', type: 'text', required: true },
      ],
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('keeps what ends a long form in sight, and takes no name that there is already', async () => {
    const { page, context } = await tests.open({
      path: '/_cms/admin/model',
      viewport: { width: 1280, height: 600 },
    })
    await page.getByRole('button', { name: 'New collection' }).click()
    const dialog = dialogOf(page)
    const create = dialog.getByRole('button', { name: 'Create collection' })
    await create.waitFor()
    const bottom = async (): Promise<number> => {
      const place = await create.boundingBox()
      return place === null ? Infinity : place.y + place.height
    }
    await expect.poll(bottom).toBeLessThan(600)
    await dialog.getByRole('textbox', { name: 'Plural name', exact: true }).fill(' recipes')
    await create.click()
    await dialog.getByText('Another collection already has this name.').waitFor()
    expect((await tests.admin.call('GET', '/schema/collections')).items).toHaveLength(1)
    await context.close()
  })

  it('has no mistake that axe knows, in light and dark and on a telephone', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/model' })
    await page.getByRole('main').getByRole('link', { name: 'Recipes' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'New collection' }).click()
    await dialogOf(page).getByLabel('Name in templates').waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/model/recipes`)
    await page.getByRole('button', { name: 'Add field' }).click()
    await dialogOf(page).getByText('Which type of field?').waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: /^Choice / }).click()
    await dialogOf(page).getByLabel('Choices').waitFor()
    await expectNoViolationsInAnyLook(page)
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Ingredients', exact: true }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await context.close()
  })

  it('opens the item of a singleton, or the form for it, instead of a list', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/model' })
    await page.getByRole('button', { name: 'New collection' }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Plural name', exact: true }).fill('Home page')
    await dialogOf(page).getByRole('checkbox', { name: 'One item only' }).check()
    await dialogOf(page).getByRole('button', { name: 'Create collection' }).click()
    await page.waitForURL('**/_cms/admin/model/home_page')
    const link = page.getByRole('navigation').getByRole('link', { name: 'Home page' })
    await link.click()
    await page.waitForURL('**/content/home_page/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Welcome')
    await page.waitForURL(/home_page\/(?!new)/)
    const address = page.url()
    await page.getByText('Saved').first().waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click()
    await link.click()
    await page.waitForURL(address)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to the trash' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Duplicate' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    const { items } = await tests.admin.call('GET', '/content/home_page')
    expect(items).toHaveLength(1)
    await tests.admin.call('DELETE', `/content/home_page/${items[0].id}`)
    await tests.admin.call('DELETE', '/schema/collections/home_page?force=true')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is downloaded whole, as JSON and as types', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/model' })
    const downloaded = async (choice: string) => {
      await page.getByRole('button', { name: 'Download' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const json = await downloaded('As JSON')
    expect(json.name).toBe('content-model.json')
    expect(JSON.parse(json.text)).toEqual(await tests.admin.call('GET', '/schema'))
    const types = await downloaded('As TypeScript types')
    expect(types.name).toBe('content-model.ts')
    expect(types.text).toContain('export interface Recipe')
    await page.route('**/_cms/api/schema?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'As JSON' }).click()
    await page.getByText('The service cannot be reached.').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('fits on a telephone', async () => {
    const { page, context } = await tests.open({ ...looks.narrow, path: '/_cms/admin/model/recipes' })
    await page.getByRole('button', { name: 'Ingredients', exact: true }).waitFor()
    await expectNarrow(page, 360)
    const dialog = await beginField(page, 'Reference')
    await dialog.getByLabel('Label').waitFor()
    await expectNarrow(page, 360)
    await context.close()
  })

  it('moves fields by keyboard, says so, and takes it back', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/model/recipes' })
    await page.getByRole('button', { name: 'Move Ingredients' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.getByText('Ingredients: place 2 of 3').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expectNotified(page, 'The new order is saved.')
    await expectFields(page, ['title', 'ingredients', 'picture'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectFields(page, ['title', 'picture', 'ingredients'])
    const { items } = await tests.admin.call('GET', '/schema/collections/recipes/fields')
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(['title', 'picture', 'ingredients'])
    await context.close()
  })

  it('tells what is wrong by the field that it is about, and loses nothing', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/model?new=collection' })
    const dialog = page.getByRole('dialog', { name: 'New collection' })
    const create = dialog.getByRole('button', { name: 'Create collection' })
    const slug = dialog.getByLabel('Name in templates')
    await create.click()
    await dialog.getByText('Required', { exact: true }).first().waitFor()
    await dialog.getByRole('textbox', { name: 'Plural name', exact: true }).fill('Recipes')
    await expect.poll(() => slug.inputValue()).toBe('recipes_2')
    await create.click()
    await dialog.getByText('Another collection already has this name.').waitFor()
    await dialog.getByRole('textbox', { name: 'Plural name', exact: true }).fill('More recipes')
    await slug.fill('recipes')
    await create.click()
    await dialog.getByText('There is already a collection with this name.').waitFor()
    await slug.fill('Recipes!')
    await create.click()
    await dialog.getByText('Begin with a letter, and use only a-z, 0-9 and _.').waitFor()
    await slug.fill('users')
    await create.click()
    await dialog.getByText('"users" is reserved for the service').waitFor()
    await expect.poll(() => slug.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Plural name', exact: true }).inputValue())
      .toBe('More recipes')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await context.close()
  })

  it('is there to look at for Editors, and not there for Authors', async () => {
    const { page, context } = await tests.open({
      as: await tests.person(40),
      path: '/_cms/admin/model/recipes',
    })
    await page.getByText('You can view it here.').waitFor()
    await expectFields(page, ['title', 'picture', 'ingredients'])
    for (const name of ['Add field', 'Edit', 'More actions', /^Move /, /^Actions for/])
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/model?new=collection`)
    await page.getByRole('heading', { level: 1, name: 'Content model' }).waitFor()
    expect(await page.getByRole('button', { name: 'New collection' }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()

    const author = await tests.open({ as: await tests.person(30), path: '/_cms/admin/model' })
    await author.page.getByRole('heading', { name: 'Access denied' }).waitFor()
    expect(await author.page.getByRole('link', { name: 'Content model' }).count()).toBe(0)
    await author.context.close()
  })

  it('says that a collection is not there', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/model/nothing' })
    const heading = page.getByRole('heading', { name: 'Page not found' })
    await heading.waitFor()
    await expect.poll(() => heading.count()).toBe(1)
    await context.close()
  })
})
