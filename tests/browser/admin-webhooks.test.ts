// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { type Receiver, startReceiver } from '../setup/webhooks.ts'
import { expectSavedForm, expectNotified } from './model-steps.ts'

const path = '/_cms/admin/webhooks'

describe('webhooks', () => {
  let tests: AdminTests
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver()
    tests = await startAdmin({ env: { OCTAVO_WEBHOOK_ORIGINS: receiver.origin, OCTAVO_LOCALES: 'en,de' } })
    await tests.admin.call('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }, 201)
  }, startTimeout)
  afterAll(async () => {
    await tests?.close()
    await receiver?.close()
  })

  const hook = async (name: string): Promise<string> =>
    (await tests.admin.call('POST', '/webhooks', { url: `${receiver.origin}/${name}` }, 201)).item.id

  it('are created, show their secret once, are tested and changed', async () => {
    const { page, complaints, context } = await tests.open({ path })
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'New webhook' })
    await dialog.getByLabel('Address').fill('no address')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Enter an address that begins with https://.').waitFor()
    await dialog.getByLabel('Address').fill('http://example.com/')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Address').fill(`${receiver.origin}/first`)
    await dialog.getByRole('combobox', { name: 'Events' }).fill('content.pub')
    await page.getByRole('option', { name: 'content.published' }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' })
    expect(await secret.getByLabel('Secret').inputValue()).toMatch(/^whsec_/)
    await expectNoViolationsInAnyLook(page)
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await secret.waitFor({ state: 'detached' })
    await page.waitForURL(`**${path}/*`)
    await page.getByText('Nothing was sent yet.').waitFor()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await expectNotified(page, 'The receiver accepted the test.')
    expect(receiver.at('/first')).toHaveLength(1)
    await page.getByRole('button', { name: /webhook\.test.*Delivered/ }).click()
    await page.getByText('"webhookId"').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.at('/first').map(({ id }) => id)).toHaveLength(2)
    await expectNoViolationsInAnyLook(page)

    await page.getByRole('combobox', { name: 'Collections' }).click()
    await page.getByRole('option', { name: 'Posts' }).click()
    await page.getByLabel('Description').fill('Rebuilds the site')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSavedForm(page)
    const { items } = await tests.admin.call('GET', '/webhooks')
    expect(items).toMatchObject([
      {
        types: ['content.published'],
        collections: ['posts'],
        locales: null,
        description: 'Rebuilds the site',
      },
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('show why a delivery failed, and are paused and started', async () => {
    const id = await hook('second')
    receiver.answer = (_, response) => void response.writeHead(500).end('out of order')
    const { page, context } = await tests.open({ path: `${path}/${id}` })
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expectNotified(page, 'the receiver answered 500')
    await page.getByRole('button', { name: /Failed/ }).click()
    await page.getByText('out of order').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Nothing is sent until you start it.').waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'Start' }).click()
    await expectNotified(page, 'The webhook is started.')
    expect((await tests.admin.call('GET', `/webhooks/${id}`)).item.isPaused).toBe(false)
    await context.close()
  })

  it('get another secret, and are deleted, after a question', async () => {
    const id = await hook('third')
    const { page, context } = await tests.open({ path: `${path}/${id}` })
    const more = page.getByRole('button', { name: 'More actions for' })
    await more.click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page
      .getByRole('dialog', { name: 'Give the webhook a new secret?' })
      .getByRole('button', { name: 'New secret' })
      .click()
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' })
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await secret.waitFor({ state: 'detached' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this webhook?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.waitForURL(`**${path}`)
    await expectNotified(page, 'The webhook is deleted.')
    const { items } = await tests.admin.call('GET', '/webhooks')
    expect(items.map((item: { id: string }) => item.id)).not.toContain(id)
    await context.close()
  })

  it('are shown in German, in any look', async () => {
    const id = await hook('fourth')
    const { page, context } = await tests.open({ path, locale: 'de-DE' })
    await page.getByRole('link', { name: `${receiver.origin}/fourth` }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.goto(`${tests.service.baseUrl}${path}/${id}`)
    await page.getByRole('heading', { name: 'Zustellungen' }).waitFor()
    await page.getByText('Es wurde noch nichts gesendet.').waitFor()
    await expectNoViolationsInAnyLook(page)
    await context.close()
  })

  it('are for admins alone', async () => {
    const { page, context } = await tests.open({ as: await tests.person(40), path })
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    expect(await page.getByRole('button', { name: 'New webhook' }).count()).toBe(0)
    await context.close()
  })
})
