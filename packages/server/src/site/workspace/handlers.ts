import { createHash } from 'node:crypto'
import type { Workspace } from '@octavo/contract/operations/workspace'
import { localesFor } from '../../core/locales-for.ts'
import type { ReadContext } from '../../core/context.ts'
import { Encoded, envelopeEnd, envelopeStart } from '../../platform/encoded.ts'
import type { HandlersOf } from '../../core/handler.ts'
import type { ActivePlugins } from '../../plugins/active.ts'
import { presentBlock } from '../../plugins/present.ts'
import type { Schema } from '../../core/model/model.ts'
import { presentSettings } from '../settings/handlers.ts'
import { allTaxonomies, presentTaxonomy } from '../../content/taxonomies/taxonomy.ts'

export const workspaceHandlers: HandlersOf<'workspace'> = {
  get: async (context) => {
    // The JSON is put together from texts, of which the largest are cached.
    const parts = JSON.stringify({ site: await siteOf(context), taxonomies: await taxonomiesOf(context) })
    const { schema, services } = context
    // `slice` removes the braces.
    const members = [parts.slice(1, -1), collectionsJson(schema), blocksJson(services.plugins.current)].join(
      ',',
    )
    const version = createHash('sha256').update(members).digest('base64url').slice(0, 16)
    const body = `${envelopeStart}{"version":"${version}",${members}}${envelopeEnd}`
    // The version is its `_rev`, which becomes the ETag of the answer.
    return new Encoded(Buffer.from(body), version)
  },
}

async function siteOf(context: ReadContext): Promise<Workspace['site']> {
  const { maxUploadBytes } = context.services.config
  const locales = localesFor(context)
  const { siteTitle, tagline, timeZone } = await presentSettings(context)
  return {
    ...(siteTitle !== undefined && { title: siteTitle }),
    ...(tagline !== undefined && { tagline }),
    defaultLocale: locales[0] ?? '',
    locales: [...locales],
    previewOrigins: [...context.schema.previewOrigins],
    ...(timeZone !== undefined && { timeZone }),
    maxUploadBytes,
  }
}

async function taxonomiesOf(context: ReadContext): Promise<Workspace['taxonomies']> {
  return (await allTaxonomies(context)).map((taxonomy) => {
    const { name, label, labelSingular, hierarchical, collections } = presentTaxonomy(taxonomy)
    return { name, label, labelSingular, hierarchical, collections }
  })
}

/**
 * A function that writes JSON, with a cache by its source (the schema, or the active plugins): most of the response
 * changes only with them.
 */
function cachedPerSource<Source extends object>(
  write: (source: Source) => string,
): (source: Source) => string {
  const cached = new WeakMap<Source, string>()
  return (source) => {
    const json = cached.get(source) ?? write(source)
    cached.set(source, json)
    return json
  }
}

const collectionsJson = cachedPerSource(({ collections }: Schema) => {
  const all: Workspace['collections'] = [...collections.values()].map(({ definition, shown: fields }) => ({
    ...definition,
    fields: fields.map((field) => field.definition),
  }))
  return `"collections":${JSON.stringify(all)}`
})

const blocksJson = cachedPerSource(({ blocks }: ActivePlugins) => {
  const all: Workspace['blocks'] = [...blocks.values()].map((block) => ({
    ...presentBlock(block),
    pluginId: block.pluginId,
  }))
  return `"blocks":${JSON.stringify(all)}`
})
