// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import { agree, choose } from './admin-site-steps.ts'

describe('change-sets', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  async function makeCollection(slug: string, supports: string[], label: string): Promise<void> {
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug, label: slug, supports }, 201)
    const field = { slug: 'title', type: 'string', label }
    await admin.call('POST', `/schema/collections/${slug}/fields`, field, 201)
  }

  it('take a change from the editor, show it, and are approved, applied and taken back', async () => {
    const { admin } = tests
    await makeCollection('posts', ['drafts'], 'Title')
    const made = { data: { title: 'Old title' }, slug: 'hello', status: 'published' }
    const { item } = await admin.call('POST', '/content/posts', made, 201)
    const place = `/content/posts/${item.id}`
    await admin.call('PUT', place, { data: { title: 'New title' } })
    const live = async () => (await admin.call('GET', `${place}?view=live`)).item.data.title
    const { page, complaints } = await tests.open({ path: '/_cms/admin/change-sets' })
    await page.getByRole('heading', { name: 'No change-sets yet' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'New change-set' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring issue')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Spring issue' }).waitFor()
    await page.getByText('There are no changes in it yet').waitFor()
    await page.goto(`${tests.service.baseUrl}/_cms/admin${place}`)
    await choose(page, 'More actions', 'Add to a change-set')
    const dialog = page.getByRole('dialog', { name: 'Add to a change-set' })
    await dialog.getByRole('combobox', { name: 'Change-set' }).selectOption({ label: 'Spring issue' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The change is in the set.').waitFor()
    expect(await live()).toBe('Old title')
    await page.getByRole('navigation').getByRole('link', { name: 'Change-sets' }).click()
    await page.getByRole('link', { name: 'Spring issue' }).click()
    const title = page.getByRole('group', { name: 'Title' })
    await expect.poll(async () => (await title.locator('del').allTextContents()).join('')).toMatch(/^Old/)
    await expect.poll(async () => (await title.locator('ins').allTextContents()).join('')).toMatch(/^New/)
    await page.getByText('Readers see it').waitFor()
    await expectNoViolationsInAnyLook(page)
    await choose(page, 'More actions for Spring issue', 'Preview link')
    const token = /[?&]preview=([^&]+)/.exec(
      await page.getByRole('dialog', { name: 'Preview link' }).getByRole('textbox').inputValue(),
    )?.[1]
    const preview = await fetch(`${tests.service.baseUrl}/_cms/api${place}?preview=${token}`)
    expect(((await preview.json()) as Any).data.item.data.title).toBe('New title')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await choose(page, 'More actions for Spring issue', 'Approve')
    await page.getByRole('textbox', { name: 'Comment' }).fill('Well done')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('list', { name: 'Comments' }).getByText('Well done').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 item changes. Readers see 1 of the changes at once.').waitFor()
    await agree(page, 'Apply “Spring issue”?', 'Apply')
    await page.getByText('Applied', { exact: true }).waitFor()
    expect(await live()).toBe('New title')
    await page.getByRole('button', { name: 'Revert' }).click()
    await agree(page, 'Revert “Spring issue”?', 'Revert')
    await page.getByRole('link', { name: 'Reverted by another set' }).waitFor()
    expect(await live()).toBe('Old title')
    expect(complaints).toEqual([])
  })

  it('name what stands against them by item and field', async () => {
    const { admin } = tests
    await makeCollection('notes', [], 'Heading')
    const made = { data: { title: 'One' }, slug: 'one', status: 'published' }
    const { item } = await admin.call('POST', '/content/notes', made, 201)
    const { item: set } = await admin.call('POST', '/change-sets', { name: 'Late' }, 201)
    await admin.call('PUT', `/content/notes/${item.id}`, { data: { title: 'Two' }, changeSet: set.id })
    await admin.call('PUT', `/content/notes/${item.id}`, { data: { title: 'Three' } })
    const { page, complaints } = await tests.open({ path: `/_cms/admin/change-sets/${set.id}` })
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/conflict.*Two.*Heading/)
    await page.getByRole('button', { name: 'Submit for review' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await choose(page, 'More actions for: Change an item', 'Remove from the set')
    await page.getByText('There are no changes in it yet').waitFor()
    expect(complaints).toEqual([])
  })

  it('have items edited, made and published in them, while the site stays as it is', async () => {
    const { admin } = tests
    await makeCollection('stories', ['drafts', 'revisions'], 'Title')
    const made = { data: { title: 'Hello' }, slug: 'hello', status: 'published' }
    const { item } = await admin.call('POST', '/content/stories', made, 201)
    const { item: set } = await admin.call('POST', '/change-sets', { name: 'Autumn' }, 201)
    const titles = async (query = '') =>
      (await admin.call('GET', `/content/stories?orderBy=createdAt&order=asc${query}`)).items.map(
        (one: Any) => one.data.title,
      )
    const operations = async () =>
      (await admin.call('GET', `/change-sets/${set.id}`)).item.entries.map((entry: Any) => entry.operation)
    const { page, context, complaints } = await tests.open({ path: `/_cms/admin/change-sets/${set.id}` })
    await choose(page, 'Edit in the set', 'stories')
    const bar = page.getByRole('region', { name: 'Change-set' })
    await bar.getByText('You are working in the change-set Autumn').waitFor()
    await page.getByRole('link', { name: 'Hello' }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Hello, autumn')
    await page.getByText('Not saved in the change-set yet').waitFor()
    expect(page.url()).toContain(`changeSet=${set.id}`)
    await expectNoViolationsInAnyLook(page)
    await page.keyboard.press('Control+s')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish with the set' }).click()
    await page.getByText('Kept in the change-set').waitFor()
    expect(await operations()).toEqual(['content.update', 'content.publish'])
    expect(await titles()).toEqual(['Hello'])

    // Leaving keeps what is typed, in the set.
    await title.fill('Hello, late autumn')
    await bar.getByRole('button', { name: 'Leave the set' }).click()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => title.inputValue()).toBe('Hello')
    expect(await operations()).toHaveLength(3)
    await choose(page, 'More actions', 'Work in a change-set')
    await page.getByRole('button', { name: 'Open in the set' }).click()
    await expect.poll(() => title.inputValue()).toBe('Hello, late autumn')

    // A new item is in the list of the set alone.
    await page.getByRole('link', { name: 'Back to stories' }).click()
    await page.getByRole('link', { name: /^New/ }).click()
    await title.fill('Made in the set')
    await page.getByRole('button', { name: 'Save in the set' }).click()
    await page.waitForURL(/stories\/[0-9A-Z]{26}\?changeSet=/)
    await page.getByRole('link', { name: 'Back to stories' }).click()
    for (const name of ['Made in the set', 'Hello, late autumn'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Publish (2)' }).click()
    await expect.poll(async () => (await operations()).slice(3)).toEqual(['content.create', 'content.bulk'])
    await expectNoViolationsInAnyLook(page)
    await bar.getByRole('button', { name: 'Leave the set' }).click()
    await expect.poll(() => page.getByText('Made in the set').count()).toBe(0)
    expect(await titles()).toEqual(['Hello'])
    await admin.call('POST', `/change-sets/${set.id}/apply`)
    expect(await titles('&status=published')).toEqual(['Hello, late autumn', 'Made in the set'])
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/stories/${item.id}?changeSet=${set.id}`)
    await bar.getByText('It has been applied').waitFor()
    await expect.poll(() => title.getAttribute('readonly')).not.toBeNull()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('are applied only after somebody else approved them, where the site asks for it', async () => {
    const { admin } = tests
    await admin.call('POST', '/settings', { changeSetApproval: true })
    await makeCollection('pages', [], 'Heading')
    const { item: set } = await admin.call('POST', '/change-sets', { name: 'Careful' }, 201)
    await admin.call('POST', '/content/pages', { data: { title: 'New' }, changeSet: set.id }, 201)
    const path = `/_cms/admin/change-sets/${set.id}`
    const { page, context, complaints } = await tests.open({ path })
    await page.getByText('another editor has to approve it').waitFor()
    await page.getByRole('button', { name: 'Submit for review' }).waitFor()
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await page.getByRole('button', { name: 'More actions for Careful' }).click()
    await page.getByRole('menuitem', { name: 'Request changes' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^(Apply|Schedule|Approve)$/ }).count()).toBe(0)
    const other = await tests.open({ path, as: await tests.person(40) })
    await other.page.getByText('so you can approve it').waitFor()
    await expectNoViolationsInAnyLook(other.page)
    await other.page.getByRole('button', { name: 'Approve' }).click()
    await other.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await other.page.getByRole('button', { name: 'Apply' }).waitFor()
    await other.context.close()
    await page.reload()
    await page.getByRole('button', { name: 'Apply' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
    await admin.call('POST', '/settings', { changeSetApproval: null })
  })
})
