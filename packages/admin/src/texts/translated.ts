/** The same keys with other texts: a translation that lacks one, or has one too many, does not compile. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>
}
