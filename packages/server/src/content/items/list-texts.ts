import type { CollectionModel } from '../../core/model/model.ts'
import type { ListRequest } from './scan-store.ts'
import { selectionForm } from './selection.ts'

/** texts that are kept of a collection */
const maxTexts = 1000

/** SQL text of a list, per collection and form of the request */
const texts = new WeakMap<CollectionModel, Map<string, string>>()

/** forms as long as this are rare */
const longestForm = 2000

/** The SQL text of a list of some form, put together once. */
export function keptText(collection: CollectionModel, form: string, make: () => string): string {
  if (form.length > longestForm) return make()
  let known = texts.get(collection)
  // Callers choose the selection and the filter, so the forms are without number.
  if (known === undefined || known.size > maxTexts) texts.set(collection, (known = new Map()))
  let text = known.get(form)
  if (text === undefined) known.set(form, (text = make()))
  return text
}

/** What decides on the members that its items have. */
export function shownForm({ selection, fillTerms, givesIds, linkedBy }: ListRequest): string {
  const selected = selection === undefined ? '' : ` ${selectionForm(selection)}`
  const linked = linkedBy.map(({ slug }) => ` ${slug}`).join('')
  return `${selected}${fillTerms === undefined ? '' : ' terms'}${givesIds ? ' ids' : ''}${linked}`
}
