import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { agree, choose, expectProblem } from './admin-site-steps.ts'

describe('redirects', () => {
  let tests: AdminTests
  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
  })

  it('are created, listed and deleted; errors are shown by the field', { tags: 'long' }, async () => {
    const { admin } = tests
    const urlPattern = '/blog/{slug}'
    const posts = { slug: 'posts', label: 'Posts', supports: [], urlPattern }
    await admin.call('POST', '/schema/collections', posts, 201)
    const made = { data: {}, slug: 'hello', status: 'published' }
    const { item } = await admin.call('POST', '/content/posts', made, 201)
    const { page, complaints } = await tests.open({ path: '/_cms/admin/redirects' })
    await page.getByRole('heading', { name: 'No redirects yet' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'New redirect' }).click()
    const dialog = page.getByRole('dialog', { name: 'New redirect' })
    const from = dialog.getByRole('textbox', { name: 'Old path' })
    const to = dialog.getByRole('textbox', { name: 'Leads to' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(from, 'Required')
    await from.fill('old größe')
    await to.fill('/blog/hello')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expectProblem(from, 'must be a path of the site')
    await from.fill('/old größe')
    await expectNoViolationsInAnyLook(page)
    await dialog.getByRole('button', { name: 'Create' }).click()
    const rows = page.getByRole('list', { name: 'Redirects' })
    await rows.getByText('/old größe').waitFor()
    await admin.call('PUT', `/content/posts/${item.id}`, { slug: 'hi' })
    await page.reload()
    await rows.getByText('/blog/hello').waitFor()
    await expect.poll(() => rows.getByRole('link', { name: '/blog/hi' }).count()).toBe(2)
    await expectNoViolationsInAnyLook(page)
    await choose(page, 'More actions for /old größe', 'Delete')
    await agree(page, 'Delete this redirect?')
    await expect.poll(() => rows.getByRole('link').count()).toBe(1)
    await expect
      .poll(async () => (await admin.call('GET', '/redirects')).items)
      .toMatchObject([{ from: '/blog/hello' }])
    expect(complaints).toEqual([])
  })

  it('are for editors', async () => {
    const editor = await tests.open({ path: '/_cms/admin', as: await tests.person(40) })
    const link = editor.page.getByRole('navigation').getByRole('link', { name: 'Redirects' })
    await expect.poll(() => link.getAttribute('href')).toBe('/_cms/admin/redirects')
    const author = await tests.open({ path: '/_cms/admin/redirects', as: await tests.person(30) })
    await author.page.getByRole('heading', { name: 'Access denied' }).waitFor()
  })
})
