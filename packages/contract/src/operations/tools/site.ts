import { z } from 'zod'
import type { McpBinding } from '../../define.ts'
import { limits } from '../../limits.ts'
import { pageSize } from '../shapes.ts'
import { description, givenSlug } from '../site-shapes.ts'

/** A path without the pattern of the operation, which is long; the operation validates it and says what is wrong. */
const path = z.string()

const shownLocale = z.string().optional().meta({ description: 'of the texts' })

/** How models reach files. */
export const mediaTools = {
  list: {
    tool: 'media_list',
    description:
      'List files, the newest first: {items, nextCursor?} with id, filename, mimeType, size, url, alt, caption. An image or file field of an item takes {"id": ...} of one.',
    readOnly: true,
    takes: ['mimeType', 'unused', 'folder', 'tag', 'limit', 'cursor'],
    described: {
      unused: 'only those that nothing refers to',
      folder: 'its path',
      tag: 'one',
      mimeType: 'beginning of the type, e.g. image/',
    },
    changed: { limit: pageSize, folder: path.optional(), tag: z.string().optional() },
    list: 'items',
  },
  get: {
    tool: 'media_get',
    description: 'Get the record of a file: type, size, dimensions, public url, alt text and caption.',
    readOnly: true,
    takes: ['id'],
  },
  update: {
    tool: 'media_update',
    description:
      'Change what is said of a file; null clears it. The file itself cannot change. Needs role Author (30) for own files, Editor (40) for others.',
    idempotent: true,
    changed: {
      focalPoint: z.strictObject({ x: z.number(), y: z.number() }).nullable().optional(),
      folder: path.optional(),
      tags: z.array(z.string()).optional(),
    },
    takes: ['id', 'filename', 'alt', 'caption', 'width', 'height', 'focalPoint', 'folder', 'tags'],
    described: {
      filename: 'keep its extension',
      focalPoint: 'parts of width and height',
      folder: 'its path',
      tags: 'all',
      alt: 'what the image shows',
      caption: 'shown with it',
      width: 'pixels',
      height: 'pixels',
    },
  },
  delete: {
    tool: 'media_delete',
    description:
      'Delete a file and its record. CANNOT BE UNDONE. What shows it keeps a broken reference; usages names it. Ask the person first.',
    destructive: true,
    idempotent: true,
    takes: ['id'],
  },
  upload: {
    tool: 'media_upload',
    toolset: 'media',
    description:
      'Upload a file: from a public https address (url), or its bytes as base64 (1 MB at most; needs filename). Answers {item} with the id that an image or file field takes as {"id": ...}. Without url and base64: {uploadUrl, expiresAt, maxBytes}, to which a program sends a local file once, e.g. curl -T FILE URL, and gets the item. Say in alt what an image shows.',
    takes: ['url', 'base64', 'filename', 'mimeType', 'alt', 'caption'],
    described: { alt: 'what the image shows', caption: 'shown with it' },
  },
  listFolders: {
    tool: 'media_list_folders',
    toolset: 'media',
    description:
      'List the folders of files: {items, nextCursor?} with folder (its path) and count. A folder exists while a file is in it.',
    readOnly: true,
    takes: ['limit', 'cursor'],
    list: 'items',
  },
  listTags: {
    tool: 'media_list_tags',
    toolset: 'media',
    description: 'List the tags of files: {items, nextCursor?} with tag and count.',
    readOnly: true,
    takes: ['q', 'limit', 'cursor'],
    list: 'items',
  },
  bulk: {
    tool: 'media_bulk',
    toolset: 'media',
    description:
      'Do the same to up to 100 files in one change that can be undone: move (folder), tag or untag (tags), describe (alts: what each image shows, by id), or delete, which CANNOT BE UNDONE. If one is refused, nothing changes. Needs role Author (30) for own files, Editor (40) for others.',
    destructive: true,
    takes: ['ids', 'action', 'folder', 'tags', 'alts'],
  },
  moveFolder: {
    tool: 'media_move_folder',
    toolset: 'media',
    description:
      'Rename or move a folder of files, with the folders below it. isComplete false: call again, the rest follows. Needs role Editor (40).',
    takes: ['folder', 'to'],
  },
  usage: {
    tool: 'media_usage',
    toolset: 'media',
    description:
      'List what refers to a file: {items, isComplete}, with content (fields, whether in a draft or the trash alone), sections, widgets and menu items. Look before media_delete.',
    readOnly: true,
    takes: ['id'],
  },
} as const satisfies Record<string, McpBinding>

/** How models search. */
export const searchTools = {
  query: {
    tool: 'search',
    description:
      'Find published items that have all of the words: {results, nextCursor?} with collection, id, slug, title, snippet (matches in <mark>) and score. "two words" is a phrase, wor* a beginning. Only collections that support search, and fields marked searchable. Read a hit with content_get.',
    readOnly: true,
    takes: ['query', 'collections', 'status', 'locale', 'limit', 'cursor'],
    renamed: { query: 'q' },
    changed: {
      collections: z.array(z.string()).min(1).max(limits.searchedCollections).optional().meta({
        description: 'slugs; all by default',
      }),
      limit: z
        .int()
        .min(limits.mcpSearchPage.min)
        .max(limits.mcpSearchPage.max)
        .default(limits.mcpSearchPage.default),
    },
    list: 'results',
    described: {
      query: 'words',
      status: 'draft: what is not live; scheduled: only that',
      limit: 'hits a page',
    },
  },
} as const satisfies Record<string, McpBinding>

/** How models reach taxonomies and their terms. */
export const taxonomyTools = {
  list: {
    tool: 'taxonomy_list',
    description: 'List the taxonomies: name, label, whether hierarchical, and the collections that use each.',
    readOnly: true,
    takes: [],
    list: 'items',
  },
} as const satisfies Record<string, McpBinding>

export const termTools = {
  list: {
    tool: 'taxonomy_list_terms',
    description:
      'List the terms of a taxonomy by label: {items, nextCursor?} with id, slug, label, parentId and count of published items. Names of taxonomies: taxonomy_list.',
    readOnly: true,
    takes: ['taxonomy', 'locale', 'limit', 'cursor'],
    changed: { locale: shownLocale },
    list: 'items',
  },
  create: {
    tool: 'taxonomy_create_term',
    description:
      'Create a term. Look into taxonomy_list_terms first: it may be there. parentId only in hierarchical taxonomies. Needs role Editor (40).',
    takes: ['taxonomy', 'slug', 'label', 'parentId', 'description', 'locale'],
    changed: {
      slug: givenSlug,
      parentId: z.string().optional().meta({ description: 'id of the term above it' }),
      description: description.optional(),
    },
    described: {
      slug: 'of its address',
      label: 'what readers see',
      description: 'what it means',
      locale: 'of its texts',
    },
  },
  update: {
    tool: 'taxonomy_update_term',
    toolset: 'site',
    description:
      'Change the label, slug, description or parent of a term; what is not named stays, null takes a value away. With locale, label and description are its texts in that locale. Items keep the term. Needs role Editor (40).',
    idempotent: true,
    takes: ['taxonomy', 'term', 'slug', 'label', 'parentId', 'description', 'locale'],
    described: { slug: 'a new one', label: 'what readers see', description: 'what it means' },
  },
  merge: {
    tool: 'taxonomy_merge_terms',
    toolset: 'site',
    description:
      'Merge a term into another of the same taxonomy: all items and drafts that have it get the other one, terms below it and menu items that lead to it move, then it is DELETED. Answers how many moved; dryRun tells them before. Needs role Editor (40).',
    destructive: true,
    takes: ['taxonomy', 'term', 'into'],
  },
  delete: {
    tool: 'taxonomy_delete_term',
    toolset: 'site',
    description:
      'Delete a term: items and their drafts lose it, and menu items that lead to it are deleted; changes_undo brings all back unless more than 10,000 items had it. Refused while it has child terms. To keep it on items under another name use taxonomy_update_term or taxonomy_merge_terms. Ask the person first. Needs role Editor (40).',
    destructive: true,
    idempotent: true,
    takes: ['taxonomy', 'term'],
  },
} as const satisfies Record<string, McpBinding>

/** How models reach menus. */
export const menuTools = {
  list: {
    tool: 'menu_list',
    description: 'List the navigation menus: name, label, number of items, dates.',
    readOnly: true,
    takes: ['locale'],
    changed: { locale: shownLocale },
    list: 'items',
  },
  get: {
    tool: 'menu_get',
    description:
      'Get a menu with its items in order, each with label, url, type and parentId (null: top level). Names of menus: menu_list.',
    readOnly: true,
    takes: ['name', 'locale'],
    changed: { locale: shownLocale },
    list: 'item.items',
  },
  setItems: {
    tool: 'menu_set_items',
    toolset: 'site',
    description:
      'Replace all items of a menu by a tree: items that are not in it are DELETED, so read menu_get first and send all back. Each is {id?, label, type, customUrl | referenceCollection + referenceId, target?, titleAttr?, cssClasses?, children?: [...]}; with the id of an item that is there only what changes is needed, e.g. {"id":"…"} keeps it. type: custom (customUrl), collection (referenceCollection), taxonomy (a term), or any other name, such as post, for an item (id in referenceId). Needs role Editor (40).',
    destructive: true,
    idempotent: true,
    takes: ['name', 'items'],
    changed: {
      items: z.array(z.record(z.string(), z.unknown())).meta({ description: 'the whole menu, in its order' }),
    },
  },
} as const satisfies Record<string, McpBinding>
