import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { agree, choose, expectProblem, expectNotified, failNext } from './admin-site-steps.ts'

describe('taxonomies and their terms', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug: 'recipes', label: 'Recipes' }, 201)
    await admin.call(
      'POST',
      '/schema/collections/recipes/fields',
      { slug: 'title', label: 'Title', type: 'string' },
      201,
    )
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  const names = async (): Promise<string[]> => {
    const { items } = await tests.admin.call('GET', '/taxonomies')
    return items.map(({ name }: { name: string }) => name) as string[]
  }

  const makeTaxonomy = async (name: string, hierarchical: boolean): Promise<Record<string, string>> => {
    const { admin } = tests
    const body = { name, label: `All ${name}`, hierarchical, collections: ['recipes'] }
    await admin.call('POST', '/taxonomies', body, 201)
    const ids: Record<string, string> = {}
    for (const [label, above] of [
      ['French'],
      ['Italian'],
      ['Pasta', 'Italian'],
      ['Lasagne', 'Pasta'],
    ] as const) {
      const parentId = hierarchical && above !== undefined ? ids[above] : null
      const { item } = await admin.call('POST', `/taxonomies/${name}/terms`, { label, parentId }, 201)
      ids[label] = item.id as string
    }
    return ids
  }

  it('a taxonomy is made, changed and deleted', async () => {
    const { admin } = tests
    const { page, complaints } = await tests.open({ path: '/_cms/admin/taxonomies' })
    await page.getByRole('button', { name: 'New taxonomy' }).click()
    const dialog = page.getByRole('dialog', { name: 'New taxonomy' })
    await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill('Regions of the world')
    await dialog.getByRole('textbox', { name: 'Name in templates' }).fill('with-hyphen')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(dialog.getByRole('textbox', { name: 'Name in templates' }), 'a-z, 0-9 and _')
    await dialog.getByRole('textbox', { name: 'Name in templates' }).fill('regions')
    await dialog.getByRole('switch', { name: 'Nested terms' }).click()
    await dialog.getByRole('combobox', { name: 'Collections' }).click()
    await page.getByRole('option', { name: 'Recipes' }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL('**/taxonomies/regions')
    await page.getByRole('heading', { name: 'No terms yet' }).waitFor()
    const { item } = await admin.call('GET', '/taxonomies/regions')
    expect(item).toMatchObject({
      label: 'Regions of the world',
      hierarchical: true,
      collections: ['recipes'],
    })

    await choose(page, 'More actions for Regions of the world', 'Edit the taxonomy')
    const edit = page.getByRole('dialog', { name: 'Edit the taxonomy' })
    await edit.getByRole('textbox', { name: 'Label', exact: true }).fill('Regions')
    await edit.getByRole('textbox', { name: 'Label for one term' }).fill('Region')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Regions', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'New Region' }).waitFor()

    await choose(page, 'More actions for Regions', 'Delete')
    expect(await agree(page, 'Delete the taxonomy “Regions”?')).toContain('It has no terms.')
    await page.waitForURL('**/taxonomies')
    expect(await names()).not.toContain('regions')
    expect(complaints).toEqual([])
  })

  it('a name that is taken is reported at its field, and nothing typed is lost', async () => {
    await makeTaxonomy('taken', false)
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies' })
    await page.getByRole('button', { name: 'New taxonomy' }).click()
    const dialog = page.getByRole('dialog', { name: 'New taxonomy' })
    await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill('Taken')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(dialog.getByRole('textbox', { name: 'Name in templates' }), 'already')
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Label', exact: true }).inputValue())
      .toBe('Taken')
  })

  it('deleting says how many terms go along', async () => {
    await makeTaxonomy('doomed', true)
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies' })
    await choose(page, 'More actions for All doomed', 'Delete')
    expect(await agree(page, 'Delete the taxonomy “All doomed”?')).toContain('Its 4 terms are deleted too')
    await expectNotified(page, 'The taxonomy “All doomed” is deleted.')
    expect(await names()).not.toContain('doomed')
  })

  it('terms stand as a tree; they are made below another, moved and changed', async () => {
    const { admin } = tests
    const ids = await makeTaxonomy('kitchens', true)
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies/kitchens' })
    const rows = page.getByRole('list', { name: 'Terms' }).locator('li')
    await rows.first().waitFor()
    await expect
      .poll(() => rows.locator('strong').allInnerTexts())
      .toEqual(['French', 'Italian', 'Pasta', 'Lasagne'])
    await expect.poll(() => rows.nth(3).getAttribute('aria-level')).toBe('3')

    await choose(page, 'More actions for French', 'New term below')
    const below = page.getByRole('dialog', { name: 'New term below “French”' })
    await below.getByRole('textbox', { name: 'Label' }).fill('Crêpes')
    await below.getByRole('textbox', { name: 'Slug' }).fill('Not A Slug')
    await below.getByRole('button', { name: 'Add' }).click()
    await expectProblem(below.getByRole('textbox', { name: 'Slug' }), '“not-a-slug” would be right')
    await below.getByRole('textbox', { name: 'Slug' }).fill('pasta')
    await below.getByRole('button', { name: 'Add' }).click()
    await expectProblem(below.getByRole('textbox', { name: 'Slug' }), 'is taken')
    await below.getByRole('textbox', { name: 'Slug' }).fill('')
    await below.getByRole('button', { name: 'Add' }).click()
    await expectNotified(page, '“Crêpes” is added.')
    const { item } = await admin.call('GET', '/taxonomies/kitchens/terms/crepes')
    expect(item.parentId).toBe(ids['French'])

    await page.getByRole('button', { name: 'Edit Pasta' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the term' })
    await edit.getByRole('combobox', { name: 'Below' }).click()
    // Neither itself nor what stands below it can be above it.
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual(['None: on the top level', 'French', '– Crêpes', 'Italian'])
    await page.getByRole('option', { name: 'None: on the top level' }).click()
    await edit.getByRole('textbox', { name: 'Description' }).fill('All that is boiled')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expectNotified(page, '“Pasta” is changed.')
    const pasta = await admin.call('GET', '/taxonomies/kitchens/terms/pasta')
    expect(pasta.item).toMatchObject({ parentId: null, description: 'All that is boiled' })
  })

  it('a term with others below it says so; one without says who loses it', async () => {
    const { admin } = tests
    const ids = await makeTaxonomy('used', true)
    const { item } = await admin.call(
      'POST',
      '/content/recipes',
      { data: { title: 'Lasagne' }, terms: { used: [ids['Lasagne']] }, status: 'published' },
      201,
    )
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies/used' })
    await choose(page, 'More actions for Pasta', 'Delete')
    expect(await agree(page, '“Pasta” cannot be deleted yet', 'OK')).toContain('There is a term below it')
    await choose(page, 'More actions for Lasagne', 'Delete')
    expect(await agree(page, 'Delete the term “Lasagne”?')).toContain(
      'The published item that has it and all drafts lose it',
    )
    await expectNotified(page, '“Lasagne” is deleted.')
    const { items } = await admin.call('GET', `/content/recipes/${item.id}/terms/used`)
    expect(items).toEqual([])
  })

  it('many flat terms are searched', { tags: 'long' }, async () => {
    const { admin } = tests
    await admin.call('POST', '/taxonomies', { name: 'tags', label: 'Tags' }, 201)
    for (let number = 0; number < 230; number += 1)
      await admin.call(
        'POST',
        '/taxonomies/tags/terms',
        { label: `Tag ${String(number).padStart(3, '0')}` },
        201,
      )
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies/tags' })
    const rows = page.getByRole('list', { name: 'Terms' }).locator('li')
    await rows.first().waitFor()
    await expect.poll(() => rows.count()).toBe(200)
    await rows.last().scrollIntoViewIfNeeded()
    await expect.poll(() => rows.count()).toBe(230)
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('TAG 22')
    await expect.poll(() => rows.count()).toBe(10)
    await page.getByText('10 terms found').waitFor()
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('nothing')
    await page.getByText('No term contains “nothing”.').waitFor()
  })

  it('who may not change them sees them, and is offered nothing', async () => {
    await makeTaxonomy('seen', true)
    const author = await tests.person(30)
    const { page } = await tests.open({ path: '/_cms/admin/taxonomies/seen', as: author })
    await page.getByText('Lasagne', { exact: true }).waitFor()
    const main = page.locator('main')
    expect(await main.getByRole('button').allInnerTexts()).toEqual([])
  })

  it('a list that cannot be loaded says so, and can be asked again', { tags: 'long' }, async () => {
    const { page } = await tests.open({ path: '/_cms/admin/menus' })
    for (let count = 0; count < 3; count += 1) await failNext(page, 'GET', '/taxonomies', 500)
    await page.getByRole('link', { name: 'Taxonomies' }).click()
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Taxonomies' }).waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})
