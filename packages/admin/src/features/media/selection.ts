/** The selected files of a grid. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  toggle(id: string): void
}
