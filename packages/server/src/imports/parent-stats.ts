import { type IdTypes, ReferenceTypes, StrangeParents } from './id-types.ts'
import { isContentType } from './naming.ts'
import type { ExportItem } from './wxr/records.ts'

/** Which post types the parents of items have. */
export class ParentStats {
  readonly #references: ReferenceTypes
  readonly #parentsOutsideContent = new StrangeParents()

  constructor(ids: IdTypes) {
    this.#references = new ReferenceTypes(ids)
  }

  add({ type, parent }: ExportItem): void {
    if (!isContentType(type) || parent === '' || parent === '0') return
    this.#references.add(type, parent)
    const known = this.#references.typeOf(parent)
    if (known === undefined || !isContentType(known)) this.#parentsOutsideContent.add(parent)
  }

  typesOf(type: string): string[] {
    return this.#references.typesOf(type)
  }

  /** id → post type of parents that do not become items */
  parentsOutsideContent(): Record<string, string> {
    return this.#parentsOutsideContent.withTypes(this.#references, isContentType)
  }
}
