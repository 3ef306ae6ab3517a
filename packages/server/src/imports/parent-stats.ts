import { ReferenceTypes, StrangeParents } from './id-types.ts'
import { isContentType } from './naming.ts'
import type { TypeStats } from './stats.ts'
import type { ExportItem } from './wxr/records.ts'

/** Which post types the parents of items have. */
export class Parents {
  readonly #references = new ReferenceTypes()
  readonly #strange = new StrangeParents()

  add({ id, type, parent }: ExportItem): void {
    this.#references.seen(id, type)
    if (!isContentType(type) || parent === '' || parent === '0') return
    this.#references.add(type, parent)
    const known = this.#references.typeOf(parent)
    if (known === undefined || !isContentType(known)) this.#strange.add(parent)
  }

  withTypes(types: ReadonlyMap<string, TypeStats>): Record<string, TypeStats> {
    return Object.fromEntries(
      [...types].map(([type, stats]) => [type, { ...stats, parentTypes: this.#references.typesOf(type) }]),
    )
  }

  /** id → post type of parents that do not become items */
  strange(): Record<string, string> {
    return this.#strange.withTypes(this.#references, isContentType)
  }
}
