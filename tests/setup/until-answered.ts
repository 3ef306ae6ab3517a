import { vi } from 'vitest'
import { patience } from './patience.ts'

/** Waits until a server that starts answers an address without an error. */
export async function untilAnswered(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await fetch(url)
      if (status >= 400) throw new Error(`${url} answers ${status}.`)
    },
    { timeout: patience, interval: 100 },
  )
}
