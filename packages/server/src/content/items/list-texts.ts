import type { CollectionModel } from '../../core/model/model.ts'
import type { ListRequest } from './scan-store.ts'
import { selectionForm } from './selection.ts'

/** SQL texts that are cached per collection */
const maxTexts = 1000

/** SQL text of a list, per collection and form of the request */
const texts = new WeakMap<CollectionModel, Map<string, string>>()

/** longer forms are rare and not cached */
const longestForm = 2000

/** The SQL text of a list of this form. `make` builds it if it is not cached. */
export function cachedText(collection: CollectionModel, form: string, make: () => string): string {
  if (form.length > longestForm) return make()
  let known = texts.get(collection)
  // Callers choose the selection and the filter, so the number of forms is unlimited.
  if (known === undefined || known.size > maxTexts) texts.set(collection, (known = new Map()))
  let text = known.get(form)
  if (text === undefined) known.set(form, (text = make()))
  return text
}

/** The parts of a request that determine the members of its items. */
export function shownForm({ selection, fillTerms, givesIds, linkedBy }: ListRequest): string {
  const selected = selection === undefined ? '' : ` ${selectionForm(selection)}`
  const linked = linkedBy.map(({ slug }) => ` ${slug}`).join('')
  return `${selected}${fillTerms === undefined ? '' : ' terms'}${givesIds ? ' ids' : ''}${linked}`
}
