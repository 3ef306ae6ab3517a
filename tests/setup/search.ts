import { expect } from 'vitest'
import { dataOf } from './answers.ts'
import { makeCollection } from './content.ts'
import type { Answer, TestService } from './service.ts'
import type { Any } from './json.ts'

type Asking = Pick<TestService, 'ask'>

/** A collection whose title and text are found, and its `secret` is not. */
export async function makeSearchable(
  service: Asking,
  slug: string,
  supports: readonly string[] = ['drafts', 'revisions', 'scheduling', 'search'],
): Promise<void> {
  await makeCollection(service, slug, {
    supports,
    fields: [
      { slug: 'title', type: 'string', searchable: true },
      { slug: 'text', type: 'text', searchable: true },
      { slug: 'body', type: 'portableText', searchable: true },
      { slug: 'secret', type: 'string' },
    ],
  })
}

/** Creates an item, published by default; returns its id. */
export async function publishItem(
  service: Asking,
  collection: string,
  data: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { data, status: 'published', ...more }
  return dataOf(await service.ask('POST', `/content/${collection}`, { body }), 201).item.id as string
}

export function ask(
  service: Asking,
  q: string,
  more: Record<string, string | number> = {},
  token?: string,
): Promise<Answer> {
  const query = new URLSearchParams({ q, ...(more as Record<string, string>) })
  return service.ask('GET', `/search?${query}`, token === undefined ? {} : { token })
}

export async function results(service: Asking, q: string, more = {}): Promise<Any[]> {
  const { status, body, text } = await ask(service, q, more)
  expect(status, text).toBe(200)
  return body.results
}

/** The titles that a search finds, in the order of the alphabet: engines score differently. */
export async function titles(service: Asking, q: string, more = {}): Promise<string[]> {
  return (await results(service, q, more)).map(({ title }) => title as string).toSorted()
}
