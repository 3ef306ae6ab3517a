import type { WriteContext } from '../../core/context.ts'
import type { SetWork, SlugClaim, SlugClaims, SlugOfItem } from '../../core/set-work.ts'
import { newId } from '../../platform/ids.ts'
import { findOtherOwner, renameInRevisions, setSlug, slugsOf } from './slug-claims-store.ts'

/** A slug that two items would have after all changes. */
export interface TakenSlug {
  /** the item that took it in these changes */
  readonly id: string
  readonly slug: string
  /** the other item, which had it before or is to get it */
  readonly holder: string
}

/**
 * Lets a change take a slug that a later change of the same transaction frees, as when two items swap their slugs.
 * The database allows each slug once, so its present holder gets a temporary slug until the change of the holder.
 * At the end of the transaction no two items may want the same slug.
 *
 * A change calls `claim` for each slug that it takes. The code that runs the changes calls `giveBack` after each of
 * them, and `settle` after the last.
 */
export class OpenSlugs implements SlugClaims {
  readonly #claims: SlugClaim[] = []
  /** by the id of the holder, which has a temporary slug now */
  readonly #former = new Map<string, SlugClaim>()
  /** the claims of the change that is running */
  #current: SlugClaim[] = []
  /** whether the holder may be in the trash: an undo can restore it later */
  readonly #takesFromTrash: boolean

  constructor({ takesFromTrash = false } = {}) {
    this.#takesFromTrash = takesFromTrash
  }

  /** False if the change may not take the slug, because its holder is in the trash. */
  async claim(context: WriteContext, claim: SlugClaim): Promise<boolean> {
    const { holder, table } = claim
    if (holder.isTrashed && !this.#takesFromTrash) return false
    this.#claims.push(claim)
    // A slug for which only a draft waits is in no unique index, so the holder can keep it meanwhile.
    if (!claim.isForColumns || holder.isWaiting) return true
    this.#former.set(holder.id, claim)
    this.#current.push(claim)
    await setSlug(context, { table, id: holder.id, slug: temporarySlug(holder.id) })
    return true
  }

  /** The slug that a holder with a temporary one had before; undefined for an item that has its own slug. */
  formerOf({ id, slug }: SlugOfItem): string | undefined {
    return slug === temporarySlug(id) ? this.#former.get(id)?.slug : undefined
  }

  /** Call after each change: a holder whose slug the change did not take after all gets it back. */
  async giveBack(context: WriteContext): Promise<void> {
    const claims = this.#current
    this.#current = []
    await returnSlugs(context, claims)
  }

  /** Call after the last change. Returns the slugs that two items want. */
  async settle(context: WriteContext): Promise<TakenSlug[]> {
    const taken = await returnSlugs(context, this.#former.values())
    // Revisions that were stored meanwhile have the temporary slug.
    for (const { holder, slug } of this.#former.values())
      await renameInRevisions(context, { id: holder.id, from: temporarySlug(holder.id), to: slug })
    for (const { id, table, locale, slug, holder } of this.#claims) {
      if (taken.some((one) => one.id === id && one.slug === slug)) continue
      // A later change may have given the claimant another slug.
      const ownSlugs = await slugsOf(context, table, id)
      if (!ownSlugs.includes(slug)) continue
      const displaced = { id: holder.id, slug: temporarySlug(holder.id) }
      const other = await findOtherOwner(context, table, { id, locale, slug, displaced })
      if (other !== undefined) taken.push({ id, slug, holder: other })
    }
    return taken
  }
}

/** Gives holders with a temporary slug their former slug back. Returns the slugs that other items have now. */
async function returnSlugs(context: WriteContext, claims: Iterable<SlugClaim>): Promise<TakenSlug[]> {
  const taken: TakenSlug[] = []
  for (const { holder, table, locale, slug } of claims) {
    // A holder that has another slug by now, or was deleted, needs none.
    const [current] = await slugsOf(context, table, holder.id)
    if (current !== temporarySlug(holder.id)) continue
    const other = await findOtherOwner(context, table, { id: holder.id, locale, slug })
    if (other === undefined) await setSlug(context, { table, id: holder.id, slug })
    else taken.push({ id: other, slug, holder: holder.id })
  }
  return taken
}

/**
 * What a transaction that changes several items together outside a change-set sets as `setWork` of its context. It runs
 * once, so ids and results of hooks are not stored.
 */
export function changingTogether(context: WriteContext): SetWork & { readonly slugs: OpenSlugs } {
  return {
    nextId: newId,
    authorId: context.caller.userId,
    hooked: (_, runHook) => runHook(),
    isRepeated: false,
    slugs: new OpenSlugs({ takesFromTrash: true }),
  }
}

/** A slug that the rules for slugs refuse, so no person can have given it. */
function temporarySlug(id: string): string {
  return `-${id}`
}
