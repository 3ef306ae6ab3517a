/** Names, and the texts that are made for people of what belongs to each. */
export type Texts = Readonly<Record<string, (params: never) => string>>

/** What a text is made of. */
export type ParamsIn<Text extends (params: never) => string> =
  Parameters<Text> extends [infer Params] ? Params : Readonly<Record<string, never>>

/** One of the names, with what its text is made of. */
export type Told<Table extends Texts> = {
  [Name in keyof Table]: [name: Name, params: ParamsIn<Table[Name]>]
}[keyof Table]
