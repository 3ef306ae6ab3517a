import type { WriteContext } from '../../core/context.ts'
import type { SetWork, SlugClaim, SlugClaims } from '../../core/set-work.ts'
import { newId } from '../../platform/ids.ts'
import { findOtherOwner, giveWay, slugsOf } from './slug-claims-store.ts'

/** A slug that two items want at the end. */
export interface TakenSlug {
  readonly id: string
  readonly slug: string
  readonly holder: string
}

/**
 * Lets several changes of one transaction take slugs that later ones free. The database allows a slug once, so an item in
 * the way gets another one until its own change comes; at the end each must have been given up.
 */
export class OpenSlugs implements SlugClaims {
  readonly #claims: SlugClaim[] = []
  readonly #former = new Map<string, string>()

  async claim(context: WriteContext, claim: SlugClaim): Promise<boolean> {
    const { holder, table, slug } = claim
    if (holder.isTrashed) return false
    this.#claims.push(claim)
    if (!claim.isForColumns || holder.isWaiting) return true
    if (!this.#former.has(holder.id)) this.#former.set(holder.id, slug)
    await giveWay(context, { table, id: holder.id, slug: passingSlug(holder.id) })
    return true
  }

  formerOf(id: string): string | undefined {
    return this.#former.get(id)
  }

  /** The slugs that two items want now. */
  async taken(context: WriteContext): Promise<TakenSlug[]> {
    const taken: TakenSlug[] = []
    for (const { id, table, locale, slug, holder } of this.#claims) {
      if (taken.some((one) => one.id === id && one.slug === slug)) continue
      const wanting = await slugsOf(context, table, id)
      if (!wanting.includes(slug)) continue
      const passing = { id: holder.id, slug: passingSlug(holder.id) }
      const other = await findOtherOwner(context, table, { id, locale, slug, passing })
      if (other !== undefined) taken.push({ id, slug, holder: other })
    }
    return taken
  }
}

/** The work of a transaction that changes several items together, none of them for a change-set. */
export function changingTogether(context: WriteContext): SetWork & { readonly slugs: OpenSlugs } {
  return {
    nextId: newId,
    authorId: context.caller.userId,
    hooked: (_, ask) => ask(),
    slugs: new OpenSlugs(),
  }
}

/** No person can give such a slug. */
function passingSlug(id: string): string {
  return `-${id}`
}
