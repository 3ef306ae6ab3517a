import { type IdTypes, ReferenceTypes, StrangeParents } from './id-types.ts'
import { isContentType } from './naming.ts'
import type { ExportItem } from './wxr/records.ts'

/** Which post types the parents of items have. */
export class ParentStats {
  readonly #references: ReferenceTypes
  /** also parents whose type was not known when their child was read; the result leaves out those that become items */
  readonly #strangeParents = new StrangeParents()

  constructor(ids: IdTypes) {
    this.#references = new ReferenceTypes(ids)
  }

  add({ type, parent }: ExportItem): void {
    if (!isContentType(type) || parent === '' || parent === '0') return
    this.#references.add(type, parent)
    const known = this.#references.typeOf(parent)
    if (known === undefined || !isContentType(known)) this.#strangeParents.add(parent)
  }

  /** the post types of the parents that items of a post type have */
  typesOf(type: string): string[] {
    return this.#references.typesOf(type)
  }

  /** id → post type of parents that do not become items; call when the whole export has been read */
  strangeParents(): Record<string, string> {
    return this.#strangeParents.withTypes(this.#references, isContentType)
  }
}
