import { readdirSync, readFileSync } from 'node:fs'
import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import type { Ref } from './values.ts'

// The operations that get these values check them: here they only have types.
type Input<Name extends keyof Resource, Resource extends Record<Name, { input: z.ZodType }>> = z.input<
  Resource[Name]['input']
>
type Operations = typeof operations

/** Texts for sites that have German beside their default locale. */
type German<Member extends string> = { readonly [Name in Member]?: string }

/** A collection in `collections.json`, where the collections that others refer to come first. */
export interface DemoCollection extends Omit<Input<'createCollection', Operations['schema']>, 'fields'> {
  readonly fields: readonly Omit<Input<'createField', Operations['schema']>, 'collection'>[]
}

export interface DemoFile {
  /** below the folder of the content; its last part is the file's name in the library */
  readonly path: string
  /** when it is uploaded, relative to the day of the demo (`calendar.ts`) */
  readonly at: string
  readonly alt?: string
  readonly caption?: string
}

export interface DemoTaxonomy extends Input<'create', Operations['taxonomies']> {
  readonly at: string
  /** `parent` is the slug of a term that comes before */
  readonly terms: readonly (Omit<Input<'create', Operations['terms']>, 'taxonomy' | 'parentId'> & {
    readonly slug: string
    readonly parent?: string
    readonly german: German<'label' | 'description'>
  })[]
}

export interface DemoMenuEntry extends Omit<
  Input<'addItem', Operations['menus']>,
  'name' | 'parentId' | 'referenceId'
> {
  readonly referenceId?: Ref
  readonly german: German<'label' | 'customUrl'>
  readonly below?: readonly DemoMenuEntry[]
}

export interface DemoMenu extends Input<'create', Operations['menus']> {
  readonly german: German<'label'>
  readonly entries: readonly DemoMenuEntry[]
}

/** `content` is Markdown here. */
type WithMarkdown<Given> = Omit<Given, 'content'> & { readonly content?: string }

export interface DemoWidgetArea extends Input<'createArea', Operations['widgets']> {
  readonly german: German<'label' | 'description'>
  readonly widgets: readonly (WithMarkdown<Omit<Input<'create', Operations['widgets']>, 'name'>> & {
    readonly german: German<'title' | 'content'>
  })[]
}

export interface DemoSite {
  readonly at: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly german: German<'siteTitle' | 'tagline'>
  readonly menus: readonly DemoMenu[]
  readonly sections: readonly (WithMarkdown<Input<'create', Operations['sections']>> & {
    readonly slug: string
    readonly german: German<'title' | 'description' | 'content'>
  })[]
  readonly areas: readonly DemoWidgetArea[]
}

const folder = new URL('../../content/', import.meta.url)

export const demoCollections: readonly DemoCollection[] = readJson('collections.json')
export const demoFiles: readonly DemoFile[] = readJson('files.json')
export const demoTaxonomies: readonly DemoTaxonomy[] = readJson('taxonomies.json')
export const demoSite: DemoSite = readJson('site.json')

/** The bytes of a file that `files.json` lists. */
export function readContentFile(path: string): Buffer {
  return readFileSync(new URL(path, folder))
}

/** The names and the contents of a collection's item files, in order. */
export function readItemFiles(collection: string): [name: string, content: string][] {
  const items = new URL(`items/${collection}/`, folder)
  return readdirSync(items)
    .toSorted()
    .map((name) => [name, readFileSync(new URL(name, items), 'utf8')])
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readContentFile(name).toString()) as Content
}
