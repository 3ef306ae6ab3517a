import type { operations } from '@octavo/contract/operations/registry'
import type { z } from 'zod'
import { eventKinds } from './texts/events.ts'
import { courses, diets, difficulties, seasons } from './texts/dish.ts'
import { languages, positions } from './texts/people.ts'
import { placesKnownFor } from './texts/places.ts'
import { topics } from './texts/topics.ts'

type CollectionInput = z.input<typeof operations.schema.createCollection.input>
type FieldInput = Omit<z.input<typeof operations.schema.createField.input>, 'collection'>

export interface DemoCollection extends CollectionInput {
  readonly fields: readonly FieldInput[]
}

export const formats = ['reportage', 'portrait', 'essay', 'guide', 'letter']

/** Told once for all translations of an item. */
const shared = { translatable: false } as const
const searched = { searchable: true } as const

/** The collections of the magazine, those that are referred to first. */
export const demoCollections: readonly DemoCollection[] = [
  {
    slug: 'categories',
    label: 'Categories',
    labelSingular: 'Category',
    description: 'The shelves of the magazine. No drafts, no revisions: a change is live at once.',
    icon: 'tag',
    supports: [],
    fields: [
      { slug: 'name', label: 'Name', type: 'string', required: true, unique: true, validation: { maxLength: 60 } },
      { slug: 'tagline', label: 'Tagline', type: 'string' },
      { slug: 'color', label: 'Colour', type: 'string', ...shared, validation: { pattern: '^#[0-9a-f]{6}$' } },
      { slug: 'position', label: 'Position', type: 'integer', ...shared, defaultValue: 0 },
      { slug: 'parent', label: 'Within', type: 'reference', ...shared, options: { collection: 'categories' } },
    ],
  },
  {
    slug: 'authors',
    label: 'Authors',
    labelSingular: 'Author',
    description: 'Who writes, draws and photographs. Every save is kept as a revision.',
    icon: 'user',
    supports: ['revisions', 'search'],
    fields: [
      { slug: 'name', label: 'Name', type: 'string', required: true, ...searched },
      { slug: 'email', label: 'E-mail', type: 'string', unique: true, ...shared, validation: { pattern: '^[^@ ]+@[^@ ]+$' } },
      { slug: 'position', label: 'Position', type: 'select', required: true, validation: { options: positions } },
      { slug: 'bio', label: 'Biography', type: 'portableText', ...searched },
      { slug: 'portrait', label: 'Portrait', type: 'image', ...shared },
      { slug: 'languages', label: 'Languages', type: 'multiSelect', ...shared, validation: { options: languages } },
      { slug: 'since', label: 'With us since', type: 'datetime', ...shared },
      { slug: 'on_masthead', label: 'On the masthead', type: 'boolean', ...shared, defaultValue: true },
      { slug: 'links', label: 'Links', type: 'json', ...shared },
    ],
  },
  {
    slug: 'places',
    label: 'Places',
    labelSingular: 'Place',
    description: 'Towns that we go back to. Drafts, but no revisions.',
    icon: 'map-pin',
    supports: ['drafts', 'search'],
    fields: [
      { slug: 'name', label: 'Name', type: 'string', required: true, unique: true, ...searched },
      { slug: 'local_name', label: 'Local name', type: 'string', ...searched, ...shared },
      { slug: 'country', label: 'Country', type: 'string', required: true, ...shared },
      { slug: 'summary', label: 'Summary', type: 'text', ...searched, options: { rows: 2 }, validation: { maxLength: 300 } },
      { slug: 'location', label: 'Location', type: 'json', ...shared },
      { slug: 'elevation', label: 'Elevation (m)', type: 'number', ...shared, validation: { min: -430, max: 5100 } },
      { slug: 'known_for', label: 'Known for', type: 'multiSelect', ...shared, validation: { options: placesKnownFor } },
      { slug: 'photo', label: 'Photo', type: 'image', ...shared, options: { showPreview: true } },
    ],
  },
  {
    slug: 'articles',
    label: 'Articles',
    labelSingular: 'Article',
    description: 'Reportages, portraits, essays, guides and letters.',
    icon: 'newspaper',
    supports: ['drafts', 'revisions', 'preview', 'scheduling', 'search'],
    fields: [
      { slug: 'title', label: 'Title', type: 'string', required: true, ...searched, validation: { minLength: 3, maxLength: 120 } },
      { slug: 'standfirst', label: 'Standfirst', type: 'text', ...searched, options: { rows: 3 }, validation: { maxLength: 400 } },
      { slug: 'body', label: 'Text', type: 'portableText', ...searched },
      { slug: 'author', label: 'Author', type: 'reference', required: true, ...shared, options: { collection: 'authors' } },
      { slug: 'categories', label: 'Categories', type: 'reference', ...shared, options: { collection: 'categories', allowMultiple: true } },
      { slug: 'place', label: 'Place', type: 'reference', ...shared, options: { collection: 'places' } },
      { slug: 'hero', label: 'Picture', type: 'image', ...shared, options: { showPreview: true } },
      { slug: 'format', label: 'Format', type: 'select', ...shared, validation: { options: formats }, defaultValue: 'reportage' },
      { slug: 'topics', label: 'Topics', type: 'multiSelect', ...shared, validation: { options: [...new Set(topics.flatMap(({ tags }) => tags))] } },
      { slug: 'issue', label: 'Issue', type: 'integer', ...shared, validation: { min: 1, max: 999 } },
      { slug: 'first_printed', label: 'First printed', type: 'datetime', ...shared },
      { slug: 'reading_minutes', label: 'Minutes to read', type: 'integer', validation: { min: 1 } },
      { slug: 'featured', label: 'On the cover', type: 'boolean', ...shared, defaultValue: false },
      { slug: 'short_link', label: 'Short link', type: 'slug', unique: true, ...shared },
      { slug: 'related', label: 'Read on', type: 'reference', ...shared, options: { collection: 'articles', allowMultiple: true } },
      { slug: 'sources', label: 'Sources', type: 'json', ...shared },
    ],
  },
  {
    slug: 'recipes',
    label: 'Recipes',
    labelSingular: 'Recipe',
    description: 'Tested on four neighbours and a very honest aunt.',
    icon: 'utensils',
    supports: ['drafts', 'revisions', 'scheduling', 'search'],
    fields: [
      { slug: 'title', label: 'Title', type: 'string', required: true, ...searched, validation: { maxLength: 120 } },
      { slug: 'summary', label: 'Summary', type: 'text', ...searched, options: { rows: 2 } },
      { slug: 'ingredients', label: 'Ingredients', type: 'json', ...shared },
      { slug: 'method', label: 'Method', type: 'portableText', ...searched },
      { slug: 'course', label: 'Course', type: 'select', required: true, ...shared, validation: { options: courses } },
      { slug: 'difficulty', label: 'Difficulty', type: 'select', ...shared, validation: { options: difficulties }, defaultValue: 'easy' },
      { slug: 'diets', label: 'Suits', type: 'multiSelect', ...shared, validation: { options: diets } },
      { slug: 'seasons', label: 'Seasons', type: 'multiSelect', ...shared, validation: { options: seasons } },
      { slug: 'serves', label: 'Serves', type: 'integer', ...shared, validation: { min: 1, max: 50 } },
      { slug: 'minutes_active', label: 'Minutes of work', type: 'integer', ...shared, validation: { min: 1 } },
      { slug: 'minutes_total', label: 'Minutes in all', type: 'integer', ...shared, validation: { min: 1 } },
      { slug: 'rating', label: 'Rating by readers', type: 'number', ...shared, validation: { min: 0, max: 5 } },
      { slug: 'card_number', label: 'Card number', type: 'string', unique: true, ...shared, validation: { pattern: '^KQ-[0-9]{3}$' } },
      { slug: 'card', label: 'Card to print', type: 'file', ...shared },
      { slug: 'photo', label: 'Photo', type: 'image', ...shared, options: { showPreview: true } },
      { slug: 'author', label: 'Author', type: 'reference', ...shared, options: { collection: 'authors' } },
      { slug: 'pairs_with', label: 'Goes with', type: 'reference', ...shared, options: { collection: 'recipes', allowMultiple: true } },
    ],
  },
  {
    slug: 'events',
    label: 'Events',
    labelSingular: 'Event',
    description: 'Workshops, suppers, walks, talks and open doors.',
    icon: 'calendar',
    supports: ['drafts', 'scheduling', 'search'],
    fields: [
      { slug: 'title', label: 'Title', type: 'string', required: true, ...searched },
      { slug: 'kind', label: 'Kind', type: 'select', required: true, ...shared, validation: { options: eventKinds } },
      { slug: 'starts_at', label: 'Begins', type: 'datetime', required: true, ...shared },
      { slug: 'ends_at', label: 'Ends', type: 'datetime', ...shared },
      { slug: 'place', label: 'Place', type: 'reference', required: true, ...shared, options: { collection: 'places' } },
      { slug: 'venue', label: 'Venue', type: 'string', ...searched },
      { slug: 'hosts', label: 'Hosts', type: 'reference', ...shared, options: { collection: 'authors', allowMultiple: true } },
      { slug: 'description', label: 'Description', type: 'portableText', ...searched },
      { slug: 'price', label: 'Price (€)', type: 'number', ...shared, validation: { min: 0 }, defaultValue: 0 },
      { slug: 'seats', label: 'Seats', type: 'integer', ...shared, validation: { min: 1, max: 500 } },
      { slug: 'sold_out', label: 'Sold out', type: 'boolean', ...shared, defaultValue: false },
      { slug: 'booking_code', label: 'Booking code', type: 'slug', unique: true, ...shared },
      { slug: 'programme', label: 'Programme', type: 'file', ...shared },
      { slug: 'contact', label: 'Contact', type: 'json', ...shared },
    ],
  },
]
