/** The parameters of a rule's message, by name. */
export type RuleParams = Readonly<Record<string, string | number>>

/**
 * The table of rules that an input can break: a stable name for programs, and the message for people, made of the
 * parameters. Interfaces translate rules by their names.
 */
export const rules = {
  required: () => 'is required',
  unknown: ({ hint = '' }) => `is not known here${hint}`,
  tooShort: ({ least, has }) => `must have at least ${least} characters, has ${has}`,
  tooLong: ({ most, has }) => `must have at most ${most} characters, has ${has}`,
  itemTooLarge: ({ most, has }) =>
    `makes the item too large: it would have ${has} bytes, and at most ${most} are allowed`,
  tooManyCrops: ({ most }) => `makes too many cropped pictures of the item: it can have ${most} in all`,
  areaTooLarge: ({ most, has }) =>
    `makes the area too large: its widgets would have ${has} bytes, and at most ${most} are allowed`,
  tooSmall: ({ least, is }) => `must be at least ${least}, is ${is}`,
  tooLarge: ({ most, is }) => `must be at most ${most}, is ${is}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  oneLine: () => 'must be on one line; a field of type text can have several',
  choice: ({ allowed }) => `must be one of ${allowed}`,
  twice: () => 'must not name a value twice',
  datetime: () => 'must be an ISO 8601 date and time with an offset or Z, such as 2026-01-31T09:00:00.000Z',
  date: () => 'must be a date, such as 2026-01-31',
  color: () => 'must be a colour, such as #1a2b3c',
  webAddress: () => 'must be the address of a page, such as https://example.com/page',
  mailAddress: () => 'must be an e-mail address, such as ana@example.com',
  past: ({ now }) => `must not be in the future; it is ${now} now`,
  future: ({ now }) => `must be in the future; it is ${now} now`,
  later: ({ than }) => `must be later than the time of publication, ${than}`,
  earlier: ({ than }) => `must be earlier than the time of unpublication, ${than}`,
  lettersNeeded: () => 'must contain a letter or a digit',
  slug: ({ most, hint = '' }) =>
    `must be lower-case letters and digits of any script, joined by hyphens, at most ${most} characters${hint}`,
  unsafeLink: ({ allowed }) =>
    `must be a safe link: ${allowed}, or relative to the page; no blanks, control characters or backslashes`,
  siteUrl: () =>
    'must be the address of a site, such as https://example.com or https://example.com/blog, without a password, a query or a fragment',
  origin: () =>
    'must be an origin, such as https://example.com or http://localhost:3000, without a path, a query or a password',
  timeZone: () => 'must be the name of a time zone, such as Europe/Berlin or UTC',
  sitePath: ({ most }) =>
    `must be a path of the site, such as /old-page: beginning with one /, without ? and #, at most ${most} characters`,
  redirectTarget: ({ most }) =>
    `must be an http or https address, or a path of the site without ? and #, such as /new-page, at most ${most} characters`,
  redirectFromItem: () => 'is the address of a published item, which the redirect would hide',
  redirectLoop: ({ from }) => `leads back to ${from}`,
  patternStart: () => 'must begin with /, such as /blog/{slug}',
  patternCharacter: ({ character }) =>
    `has "${character}"; an address has letters, digits and - . _ ~ /, and values in braces, such as /blog/{slug}`,
  patternSegment: () => 'must have something other than dots between two /',
  patternName: ({ name, hint = '' }) => `has {${name}}, which is no value of an address${hint}`,
  patternPlain: ({ name }) => `has a format for {${name}}, but only dates have a format`,
  patternFormat: ({ name, formats }) =>
    `needs a format for the date {${name}}, one of ${formats}, such as {${name}:yyyy}`,
  patternNamesNone: () => 'must contain {slug} or {id}, so that each item has its own address',
  publicAddress: ({ setting }) =>
    `must be an https address on the public network; the operator can allow others with ${setting}`,
  notTranslated: ({ members }) => `is the same in all locales; only ${members} can be translated`,
  notEmptyByDefault: () =>
    'must not be null: that removes a translation, and this is the text of the default locale',
  missingItem: ({ id, collection }) => `there is no item ${id} in "${collection}" (or it is in the trash)`,
  missingFile: ({ id }) =>
    `there is no file ${id} in the media library; an external file needs its address as url`,
  uniqueTooLong: ({ most }) => `a unique value has at most ${most} characters`,
  neverFilterable: ({ type }) => `a field of type ${type} cannot be filterable`,
  neverUnique: ({ type }) => `a field of type ${type} cannot be unique`,
  emptyDefault: () => 'is required, so it cannot be empty by default',
  missingCollection: ({ collection, hint = '' }) => `there is no collection "${collection}"${hint}`,
  slugNeeded: ({ source }) => `is required: none can be made from this ${source}`,
  flatTaxonomy: ({ taxonomy }) => `must be absent: the taxonomy "${taxonomy}" is not hierarchical`,
  missingTerm: ({ id, taxonomy }) => `there is no term ${id} in the taxonomy "${taxonomy}"`,
  belowItself: ({ what }) => `${what} cannot be its own descendant`,
  tooDeep: ({ what, most }) => `${what} can nest at most ${most} levels deep`,
  otherBytes: ({ declared, found }) => `is declared to be ${declared}, but its bytes are those of ${found}`,
  noImage: () => 'begins like an image, but cannot be read as one',
  tooManyPixels: ({ width, height, most }) =>
    `has ${width} × ${height} pixels; images may have ${most} million`,
} satisfies Record<string, (params: RuleParams) => string>

export type Rule = keyof typeof rules

/** All rules, including those whose messages the schemas of operations define. */
export type AnyRule = Rule | 'type' | 'tooFew' | 'tooMany' | 'email' | 'url'

/** A broken rule with its message. */
export interface Broken {
  readonly message: string
  readonly rule: Rule
  readonly params: RuleParams
}

/** A rule as broken by an input, with its message. */
export function broken(rule: Rule, params: RuleParams = {}): Broken {
  return { message: rules[rule](params), rule, params }
}

/** A broken rule in the form of an issue of a Zod schema. */
export function brokenCheck(rule: Rule, params: RuleParams = {}) {
  const { message } = broken(rule, params)
  return { message, params: { rule, params } }
}
