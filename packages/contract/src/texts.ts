import type { RuleParams } from './rules.ts'

/** A table of messages: name → function that makes the text for people from its parameters. */
export type Texts = Readonly<Record<string, (params: never) => string>>

/** The parameters of a text; of one without parameters, an object without members. */
export type ParamsIn<Text extends (params: never) => string> =
  Parameters<Text> extends [infer Params] ? Params : Readonly<Record<string, never>>

/** A name with the parameters of its text. */
export type NamedText<Table extends Texts> = {
  [Name in keyof Table]: [name: Name, params: ParamsIn<Table[Name]>]
}[keyof Table]

/**
 * A copy of a table in which each text is put into a sentence; `More` are the additional parameters of the sentence.
 */
export function framed<Table extends Texts, More = unknown>(
  table: Table,
  sentence: (text: string, more: More) => string,
): Framed<Table, More> {
  const texts = Object.entries(table).map(([name, text]) => [
    name,
    (params: RuleParams) => sentence(text(params as never), params as More),
  ])
  return Object.fromEntries(texts)
}

/** The table that `framed` makes. `unknown extends More` is true where the sentence around takes no parameters. */
type Framed<Table extends Texts, More> = {
  [Name in keyof Table]: (
    params: Parameters<Table[Name]> extends [infer Params]
      ? Params & More
      : unknown extends More
        ? Readonly<Record<string, never>>
        : More,
  ) => string
}
