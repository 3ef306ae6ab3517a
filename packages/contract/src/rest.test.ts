import { describe, expect, it } from 'vitest'
import { operations } from './operations/registry.ts'
import type { Operation } from './define.ts'
import { placesOf } from './rest.ts'

const { content, schema } = operations

function places(operation: Operation): ReturnType<typeof placesOf> {
  if (operation.rest === undefined) throw new Error(`${operation.name} is not open over REST`)
  return placesOf(operation, operation.rest)
}

describe('where REST carries an input', () => {
  it.each<[Operation, ReturnType<typeof placesOf>]>([
    [
      content.get,
      {
        path: ['collection', 'id'],
        query: [
          'locale',
          'fallback',
          'view',
          'fields',
          'include',
          'format',
          'outline',
          'section',
          'preview',
          'sourceMap',
          'changeSet',
        ],
        body: null,
      },
    ],
    [
      content.delete,
      {
        path: ['collection', 'id'],
        query: ['locale', '_rev', 'expectChanged', 'dryRun', 'changeSet'],
        body: null,
      },
    ],
    [
      content.publish,
      {
        path: ['collection', 'id'],
        query: ['locale', 'format', 'dryRun', 'changeSet'],
        body: [
          'locale',
          '_rev',
          'expectChanged',
          'include',
          'format',
          'publishedAt',
          'unpublishAt',
          'dryRun',
          'changeSet',
        ],
      },
    ],
    [schema.listCollections, { path: [], query: [], body: null }],
    [schema.reorderFields, { path: ['slug'], query: ['dryRun'], body: ['fieldSlugs', 'dryRun'] }],
  ])('$name', (operation, expected) => {
    expect(places(operation)).toEqual(expected)
  })
})
