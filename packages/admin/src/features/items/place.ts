import { type Collection, type Field, useWorkspace } from '../../session/session.tsx'

/** The field for a path of the service, such as `data.title`. */
export function fieldOf(collection: Collection | undefined, name: string): Field | undefined {
  const slug = name.replace(/^data\./, '')
  return collection?.fields.find((field) => field.slug === slug)
}

/** Returns the collection with a slug; undefined if the person does not see it. */
export function useCollectionLookup(): (slug: string | null) => Collection | undefined {
  const { collections } = useWorkspace()
  return (collection) => collections.find(({ slug }) => slug === collection)
}
