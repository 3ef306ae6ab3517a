import type { WriteContext } from '../../core/context.ts'
import type { SetWork, SlugClaim, SlugClaims, SlugOfItem } from '../../core/set-work.ts'
import { newId } from '../../platform/ids.ts'
import { findOtherOwner, giveWay, renameInRevisions, slugsOf } from './slug-claims-store.ts'

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
  /** by the id of the item that made way */
  readonly #former = new Map<string, SlugClaim>()
  /** claims of the change that runs */
  #current: SlugClaim[] = []
  readonly #takesFromTrash: boolean

  constructor({ takesFromTrash = false } = {}) {
    this.#takesFromTrash = takesFromTrash
  }

  async claim(context: WriteContext, claim: SlugClaim): Promise<boolean> {
    const { holder, table } = claim
    if (holder.isTrashed && !this.#takesFromTrash) return false
    this.#claims.push(claim)
    if (!claim.isForColumns || holder.isWaiting) return true
    this.#former.set(holder.id, claim)
    this.#current.push(claim)
    await giveWay(context, { table, id: holder.id, slug: passingSlug(holder.id) })
    return true
  }

  formerOf({ id, slug }: SlugOfItem): string | undefined {
    return slug === passingSlug(id) ? this.#former.get(id)?.slug : undefined
  }

  /** Call after each change: an item that made way for nothing in it gets its slug back. */
  async giveBack(context: WriteContext): Promise<void> {
    const claims = this.#current
    this.#current = []
    await returnSlugs(context, claims)
  }

  /** Call after the last change. Returns the slugs that two items want. */
  async settle(context: WriteContext): Promise<TakenSlug[]> {
    const taken = await returnSlugs(context, this.#former.values())
    for (const { holder, slug } of this.#former.values())
      await renameInRevisions(context, { id: holder.id, from: passingSlug(holder.id), to: slug })
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

/** Gives items their slugs back that have got no other one since. Returns the slugs that others have now. */
async function returnSlugs(context: WriteContext, claims: Iterable<SlugClaim>): Promise<TakenSlug[]> {
  const taken: TakenSlug[] = []
  for (const { holder, table, locale, slug } of claims) {
    const [current] = await slugsOf(context, table, holder.id)
    if (current !== passingSlug(holder.id)) continue
    const passing = { id: holder.id, slug }
    const other = await findOtherOwner(context, table, { id: holder.id, locale, slug, passing })
    if (other === undefined) await giveWay(context, { table, ...passing })
    else taken.push({ id: other, slug, holder: holder.id })
  }
  return taken
}

/** The work of a transaction that changes several items together, none of them for a change-set. */
export function changingTogether(context: WriteContext): SetWork & { readonly slugs: OpenSlugs } {
  return {
    nextId: newId,
    authorId: context.caller.userId,
    hooked: (_, ask) => ask(),
    isRepeated: false,
    slugs: new OpenSlugs({ takesFromTrash: true }),
  }
}

/** No person can give such a slug. */
function passingSlug(id: string): string {
  return `-${id}`
}
