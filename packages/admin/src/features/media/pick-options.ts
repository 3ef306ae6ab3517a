export interface PickOptions {
  /** images only, or all kinds of files */
  readonly kind: 'image' | 'any'
}
