import { describe, expect, it } from 'vitest'
import { broken, type Rule, type RuleParams } from './rules.ts'

/** The messages from before these rules had names. */
const said: readonly (readonly [Rule, RuleParams, string])[] = [
  ['neverFilterable', { type: 'json' }, 'a field of type json cannot be filterable'],
  ['neverUnique', { type: 'json' }, 'a field of type json cannot be unique'],
  ['emptyDefault', {}, 'is required, so it cannot be empty by default'],
  [
    'missingCollection',
    { collection: 'x', hint: '; did you mean y?' },
    'there is no collection "x"; did you mean y?',
  ],
  ['slugNeeded', { source: 'title' }, 'is required: none can be made from this title'],
  ['flatTaxonomy', { taxonomy: 'tags' }, 'must be absent: the taxonomy "tags" is not hierarchical'],
  ['missingTerm', { id: '01JZ', taxonomy: 'tags' }, 'there is no term 01JZ in the taxonomy "tags"'],
  ['belowItself', { what: 'a term' }, 'a term cannot be its own descendant'],
  ['tooDeep', { what: 'items', most: 10 }, 'items can nest at most 10 levels deep'],
  [
    'otherBytes',
    { declared: 'image/png', found: 'image/gif' },
    'is declared to be image/png, but its bytes are those of image/gif',
  ],
  [
    'itemTooLarge',
    { most: 2, has: 3 },
    'makes the item too large: it would have 3 bytes, and at most 2 are allowed',
  ],
  ['tooManyCrops', { most: 2 }, 'makes too many cropped pictures of the item: it can have 2 in all'],
  [
    'areaTooLarge',
    { most: 2, has: 3 },
    'makes the area too large: its widgets would have 3 bytes, and at most 2 are allowed',
  ],
  [
    'notTranslated',
    { members: 'label, description' },
    'is the same in all locales; only label, description can be translated',
  ],
  [
    'notEmptyByDefault',
    {},
    'must not be null: that removes a translation, and this is the text of the default locale',
  ],
  ['noImage', {}, 'begins like an image, but cannot be read as one'],
  [
    'tooManyPixels',
    { width: 9000, height: 9000, most: 50 },
    'has 9000 × 9000 pixels; images may have 50 million',
  ],
]

describe('rules', () => {
  it.each(said)('the message of %s is unchanged', (rule, params, message) => {
    expect(broken(rule, params)).toEqual({ message, rule, params })
  })
})
