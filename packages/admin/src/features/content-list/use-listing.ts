import { limits } from '@octavo/contract/limits'
import { useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import type { ListView } from './list-view.ts'
import type { Listing } from './queries.ts'

/** the most languages of a site whose translations a whole page of items can bring */
const mostLanguages = Math.floor(limits.include.objects / limits.page.max)

/** A list with its view. On sites with several languages it has one row for all translations of an item. */
export function useListing(collection: Collection, view: ListView): Listing {
  const { locales } = useWorkspace().site
  const hasLanguages = locales.length > 1
  // Actions on rows say which translations they leave out, so the translations are there without the column as well.
  const showsLanguages = hasLanguages && locales.length <= mostLanguages
  return useMemo(
    () => ({ collection, view, hasLanguages, showsLanguages }),
    [collection, view, hasLanguages, showsLanguages],
  )
}
