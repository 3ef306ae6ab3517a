import { fieldTypeNames, type FieldTypeName } from '@octavo/contract/fields/registry'
import fc from 'fast-check'

/** Random schemas, with all that could trouble a reader of the TypeScript that is made of them. */

export interface SchemaField {
  readonly slug: string
  readonly label: string
  readonly type: FieldTypeName
  readonly required: boolean
  readonly validation?: { readonly options: readonly string[] }
  readonly options?: { readonly collection: string; readonly allowMultiple: boolean }
}

export interface SchemaCollection {
  readonly slug: string
  readonly label: string
  readonly fields: readonly SchemaField[]
}

/** Their interfaces clash with each other, with what the export brings along, and with what the language knows. */
const collectionSlugs = [
  ...['post', 'posts', 'po_sts', 'p_osts', 'post2', 'post_2', 'posts_', 'posts__'],
  ...[
    'collection',
    'collections',
    'content_item',
    'content_items',
    'content_item2',
    'image_value',
    'file_values',
  ],
  ...[
    'portable_text_block',
    'portable_text_spans',
    'array',
    'arrays',
    'strings',
    'objects',
    'records',
    'dates',
    'promises',
  ],
  ...[
    'any',
    'unknown',
    'never',
    'undefined',
    'symbols',
    'functions',
    's',
    'es',
    'ies',
    'a1',
    'x__y',
    'categories',
    'boxes',
    'news',
  ],
]

/** Words that mean something to a compiler. */
const fieldSlugs = [
  ...[
    'constructor',
    'prototype',
    'new',
    'get',
    'set',
    'readonly',
    'static',
    'async',
    'await',
    'default',
    'class',
    'type',
  ],
  ...[
    'declare',
    'abstract',
    'public',
    'private',
    'function',
    'delete',
    'in',
    'is',
    'keyof',
    'typeof',
    'infer',
    'never',
    'any',
  ],
  ...[
    'of',
    'as',
    'asserts',
    'satisfies',
    'accessor',
    'out',
    'override',
    'unique',
    'symbol',
    'module',
    'export',
    'import',
    'enum',
  ],
  ...[
    'interface',
    'void',
    'yield',
    'let',
    'var',
    'this',
    'null',
    'undefined',
    'data',
    'title',
    'a__b',
    'x_',
    'z9',
  ],
]

const hostile = [
  '*/',
  '/**',
  '//',
  '"',
  "'",
  '`',
  '${x}',
  '\\',
  '\n',
  '\r',
  '\u2028',
  '</script>',
  '@ts-nocheck',
  '{',
  '}',
  '👍',
  'ü',
  ' ',
  'a',
]
const text = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...hostile), minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  )
  .map((given) => given.replaceAll('\0', '0'))

const choices = fc.uniqueArray(text, { minLength: 1, maxLength: 5 })

function settingsOf(type: FieldTypeName, collections: readonly string[]): fc.Arbitrary<Partial<SchemaField>> {
  if (type === 'select' || type === 'multiSelect')
    return choices.map((options) => ({ validation: { options } }))
  if (type !== 'reference') return fc.constant({})
  return fc.record({
    options: fc.record({ collection: fc.constantFrom(...collections), allowMultiple: fc.boolean() }),
  })
}

function field(slug: string, collections: readonly string[]): fc.Arbitrary<SchemaField> {
  return fc
    .record({ type: fc.constantFrom(...fieldTypeNames), label: text, required: fc.boolean() })
    .chain((base) => settingsOf(base.type, collections).map((settings) => ({ slug, ...base, ...settings })))
}

function collection(slug: string, collections: readonly string[]): fc.Arbitrary<SchemaCollection> {
  const fields = fc
    .uniqueArray(fc.constantFrom(...fieldSlugs), { maxLength: 6 })
    .chain((slugs) => fc.tuple(...slugs.map((name) => field(name, collections))))
  return fc.record({ slug: fc.constant(slug), label: text, fields })
}

export const arbitrarySchema: fc.Arbitrary<readonly SchemaCollection[]> = fc
  .uniqueArray(fc.constantFrom(...collectionSlugs), { minLength: 1, maxLength: 5 })
  .chain((slugs) => fc.tuple(...slugs.map((slug) => collection(slug, slugs))))
