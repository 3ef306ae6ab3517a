export interface PickedItem {
  readonly collection: string
  readonly id: string
  readonly slug: string
  readonly title: string
  /** whether it was created in the picker, as a draft with only a title */
  readonly isNew: boolean
}
