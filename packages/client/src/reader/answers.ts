import { OctavoApiError } from '../api-error.ts'
import type { ReadOptions } from './sender.ts'

/** How calls turn the answers of the service into pages, items or null. */

export type AnyQuery = Readonly<Record<string, unknown>>

export interface AnyPage {
  readonly items: readonly unknown[]
  readonly nextCursor?: string
}

/** All pages of a list, one after the other. */
export async function* pagesOf(
  list: (query: AnyQuery, options: ReadOptions | undefined) => Promise<unknown>,
  query: AnyQuery | undefined,
  options: ReadOptions | undefined,
): AsyncGenerator<AnyPage, void> {
  let cursor = query?.['cursor']
  do {
    const page = (await list({ ...query, cursor }, options)) as AnyPage
    yield page
    cursor = page.nextCursor
  } while (cursor !== undefined)
}

/** The items of pages, one after the other. */
export async function* itemsOf(pages: AsyncIterable<AnyPage>): AsyncGenerator<unknown, void> {
  for await (const { items } of pages) yield* items
}

/** Returns null instead of throwing the NOT_FOUND of the service. A 404 that a proxy sends is thrown. */
export async function orNull(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof OctavoApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
