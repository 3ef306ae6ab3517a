import type { CollectionModel, FieldModel } from './model.ts'

/** The field whose value people use to identify an item. */
export function titleField({ field }: CollectionModel): FieldModel | undefined {
  return [field.get('title'), field.get('name')].find((candidate) => candidate?.encoding === 'text')
}
