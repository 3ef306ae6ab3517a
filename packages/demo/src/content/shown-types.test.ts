import { structureWidgetOf, structureWidgets } from '@octavo/contract/fields/entries'
import { fieldTypes } from '@octavo/contract/fields/registry'
import { richTextBlocks } from '@octavo/contract/fields/rich-text-blocks'
import { fromMarkdown } from '@octavo/server/content/rich-text/markdown'
import { expect, it } from 'vitest'
import { parseItemFile } from './item-file.ts'
import { demoCollections, demoSite, readItemFiles } from './site-files.ts'
import { isRecord } from './values.ts'

it('shows every type of block somewhere', () => {
  const bodies = demoCollections.flatMap(({ slug }) =>
    readItemFiles(slug).map(([name, content]) => parseItemFile(name, content).texts.body),
  )
  const sections = demoSite.sections.map(({ content }) => content ?? '')
  const shown = new Set([...bodies, ...sections].flatMap((markdown) => typesIn(fromMarkdown(markdown))))
  const types = richTextBlocks.map((block): string => block.shape._type.value)
  expect(types.filter((type) => !shown.has(type))).toEqual([])
})

it('shows every type of field, every structure and every kind of block in structured fields', () => {
  const fields = demoCollections.flatMap((collection) => collection.fields)
  const names = new Set(fields.map(({ type }): string => type))
  expect(Object.keys(fieldTypes).filter((type) => !names.has(type))).toEqual([])
  expect(
    structureWidgets.filter((widget) => !fields.some((field) => structureWidgetOf(field) === widget)),
  ).toEqual([])
  const shown = new Set(
    demoCollections.flatMap(({ slug }) =>
      readItemFiles(slug).flatMap(([name, content]) => typesIn(parseItemFile(name, content).data)),
    ),
  )
  const kinds = fields
    .filter((field) => structureWidgetOf(field) === 'blocks')
    .flatMap(({ options }) => (options?.['fields'] ?? []) as { slug: string }[])
    .map(({ slug }) => slug)
  expect(kinds.length).toBeGreaterThan(1)
  expect(kinds.filter((kind) => !shown.has(kind))).toEqual([])
})

/** The types of all blocks of a value, however deep they lie. */
function typesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(typesIn)
  if (!isRecord(value)) return []
  const { _type: type } = value
  return [...(typeof type === 'string' ? [type] : []), ...Object.values(value).flatMap(typesIn)]
}
