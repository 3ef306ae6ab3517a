import { type Collection, type Field, useWorkspace } from './session.tsx'

/** The field that the service names with a path, such as `data.title`; undefined if it is no field. */
export function fieldOf(collection: Collection | undefined, name: string): Field | undefined {
  const slug = name.replace(/^data\./, '')
  return collection?.fields.find((field) => field.slug === slug)
}

/** Returns a function that finds the collection with a slug; undefined if the person does not see it. */
export function useCollectionLookup(): (slug: string | null) => Collection | undefined {
  const { collections } = useWorkspace()
  return (slug) => collections.find((collection) => collection.slug === slug)
}
