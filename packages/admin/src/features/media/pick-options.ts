export interface PickOptions {
  /** images alone, or files of every kind */
  readonly kind: 'image' | 'any'
}
