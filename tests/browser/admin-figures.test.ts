import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'

const assets = fileURLToPath(new URL('../../packages/admin/dist/assets/', import.meta.url))

describe('the first view after sign-in', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  it('loads at most 250 KB of compressed script, and no editor', async () => {
    const { page, context } = await tests.open({ path: '/_cms/sign-in' })
    const scripts: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.push(pathname.split('/').at(-1) ?? '')
    })
    await page.goto(`${tests.service.baseUrl}/_cms/admin`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = scripts.reduce((sum, name) => sum + compressedSize(name), 0)
    expect(scripts.length).toBeGreaterThan(2)
    expect(bytes).toBeLessThan(250_000)
    expect(scripts.filter((name) => /rich-text|edit-item/.test(name))).toEqual([])
    await context.close()
  })

  it('can be used within 2 seconds on a processor that is 4 times slower', async () => {
    const times: number[] = []
    // Other tests run on the same machine: the best of several says what the page takes.
    for (let round = 0; round < 5 && Math.min(...times) >= 2000; round++) times.push(await timeToUse())
    expect(Math.min(...times)).toBeLessThan(2000)
  })

  /** milliseconds from the navigation until the heading stands there and a script finds room to run. */
  async function timeToUse(): Promise<number> {
    const { page, context } = await tests.open({ path: '/_cms/sign-in' })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${tests.service.baseUrl}/_cms/admin`, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const time = await page.evaluate(
      () => new Promise<number>((resolve) => requestIdleCallback(() => resolve(performance.now()))),
    )
    await context.close()
    return time
  }
})

/** As it is sent: scripts that are too short to be compressed go out as they are. */
function compressedSize(name: string): number {
  const files = readdirSync(assets)
  return statSync(assets + (files.includes(`${name}.br`) ? `${name}.br` : name)).size
}
