import { type Collection, type Field, useWorkspace } from '../../session/session.tsx'

/** The field for a path of the service, such as `data.title`. */
export function fieldOf(collection: Collection | undefined, name: string): Field | undefined {
  const slug = name.replace(/^data\./, '')
  return collection?.fields.find((field) => field.slug === slug)
}

/** Collections by their slugs; those that the person does not see are undefined. */
export function usePlaces(): (slug: string | null) => Collection | undefined {
  const { collections } = useWorkspace()
  return (wanted) => collections.find(({ slug }) => slug === wanted)
}
