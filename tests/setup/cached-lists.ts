import { expect } from 'vitest'
import type { Answer, Ask, TestService } from './service.ts'

/** Asks for an answer that is read from the database, and for the same as the process keeps it. Both must be equal. */
export async function askTwice(service: TestService, path: string, ask: Ask): Promise<Answer> {
  service.services.listCache.empty()
  const read = await service.ask('GET', path, ask)
  const kept = await service.ask('GET', path, ask)
  expect([kept.status, kept.headers['etag'], kept.headers['cache-tag']], path).toEqual([
    read.status,
    read.headers['etag'],
    read.headers['cache-tag'],
  ])
  expectSameText(withoutRequestId(kept), withoutRequestId(read), path)
  return read
}

/** Two long texts, of which the message shows where they begin to differ. */
export function expectSameText(text: string, expected: string, message: string): void {
  let place = 0
  while (place < text.length && text[place] === expected[place]) place++
  const from = Math.max(0, place - 100)
  expect(text.slice(from, place + 200), message).toBe(expected.slice(from, place + 200))
}

/** The text of an answer without the id of its request, which is another each time. */
export function withoutRequestId({ text }: Answer): string {
  return text.replace(/"requestId":"[^"]*"/, '')
}
