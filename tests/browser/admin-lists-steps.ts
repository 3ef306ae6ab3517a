import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AdminTests, Person } from '../setup/admin.ts'

/** Makes the collection of recipes, with a field of each kind that lists show. */
export async function makeRecipes({ admin }: AdminTests): Promise<void> {
  await admin.call(
    'POST',
    '/schema/collections',
    {
      slug: 'recipes',
      label: 'Recipes',
      labelSingular: 'Recipe',
      icon: 'chef-hat',
      supports: ['drafts', 'revisions', 'scheduling', 'search'],
    },
    201,
  )
  const fields = [
    { slug: 'title', label: 'Title', type: 'string', searchable: true },
    { slug: 'photo', label: 'Photo', type: 'image' },
    { slug: 'intro', label: 'Intro', type: 'text', searchable: true },
    { slug: 'minutes', label: 'Minutes', type: 'integer' },
    { slug: 'vegan', label: 'Vegan', type: 'boolean' },
    {
      slug: 'course',
      label: 'Course',
      type: 'select',
      validation: { options: ['Starter', 'Main', 'Dessert'] },
    },
    { slug: 'eaten', label: 'Last eaten', type: 'datetime' },
  ]
  for (const field of fields) await admin.call('POST', '/schema/collections/recipes/fields', field, 201)
}

interface Recipe {
  readonly id: string
  readonly slug: string
}

/** Makes a recipe, a draft by default. */
export async function makeRecipe(
  as: Person,
  data: Readonly<Record<string, unknown>>,
  status: 'draft' | 'published' = 'draft',
): Promise<Recipe> {
  const { item } = await as.call('POST', '/content/recipes', { data, status }, 201)
  return { id: item.id as string, slug: item.slug as string }
}

/** Recipes in each state, and some of one author; their titles describe them. */
export async function makeManyRecipes({ admin }: AdminTests, author: Person): Promise<void> {
  for (const letter of 'ABC') await makeRecipe(admin, { title: `Published ${letter}` }, 'published')
  await makeRecipe(author, { title: 'Draft of the author', intro: 'Published soon.' })
  const { id } = await makeRecipe(admin, { title: 'Later' })
  const scheduledAt = new Date(Date.now() + 2 * 86_400_000 + 60_000).toISOString()
  await admin.call('POST', `/content/recipes/${id}/schedule`, { scheduledAt })
  for (const letter of 'XYZ') {
    const recipe = await makeRecipe(letter === 'Z' ? author : admin, { title: `Trashed ${letter}` })
    await admin.call('DELETE', `/content/recipes/${recipe.id}`)
  }
}

/** The titles of the rows that a list shows. */
export function titlesOf(page: Page): Promise<string[]> {
  return page.locator('tbody th').allTextContents()
}

export async function expectTitles(page: Page, titles: readonly string[]): Promise<void> {
  await expect.poll(() => titlesOf(page)).toEqual(titles)
}

/** The row of a list with this title. */
export function rowOf(page: Page, title: string) {
  return page.locator('tbody tr', { has: page.getByRole('rowheader', { name: title, exact: true }) })
}

/** Waits until a notification with this text appears. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => (await page.locator('.mantine-Notification-root').allInnerTexts()).join(' | '))
    .toContain(text)
}

/** Waits until nothing is selected: an action deselects its items only after the lists were read again. */
export async function expectNoneSelected(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('region', { name: 'Selected items' }).count()).toBe(0)
}

/** Whether this element has the focus. */
export function hasFocus(element: Locator): Promise<boolean> {
  return element.and(element.page().locator(':focus')).isVisible()
}

/** Whether the page scrolls horizontally, which it must not on a phone. */
export function isWiderThanView(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}
