import { categories } from '../texts/people.ts'
import { sectionTexts, siteTexts } from '../texts/site.ts'
import { opened } from './opening.ts'
import { type Calendar, Ref } from './planned-item.ts'
import { type Block, richText } from './rich-text.ts'
import { termKey } from './terms.ts'

/** What an entry of a menu leads to; a reference is the key of an item or a term. */
type Target =
  | { readonly type: 'custom'; readonly customUrl: string }
  | { readonly type: 'collection'; readonly referenceCollection: string }
  | { readonly type: string; readonly referenceCollection: string; readonly referenceId: Ref }

export interface PlannedEntry {
  readonly label: string
  readonly target: Target
  readonly below?: readonly PlannedEntry[]
}

export interface PlannedMenu {
  readonly name: string
  readonly label: string
  readonly entries: readonly PlannedEntry[]
}

export interface PlannedSection {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly content: readonly Block[]
}

/** as `widgets.create` takes it */
export interface PlannedWidget {
  readonly type: string
  readonly title: string
  readonly content?: readonly Block[]
  readonly menuName?: string
  readonly componentId?: string
  readonly componentProps?: Readonly<Record<string, unknown>>
}

export interface PlannedArea {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly widgets: readonly PlannedWidget[]
}

export interface PlannedSite {
  readonly at: Date
  readonly settings: Readonly<Record<string, unknown>>
  readonly menus: readonly PlannedMenu[]
  readonly sections: readonly PlannedSection[]
  readonly areas: readonly PlannedArea[]
}

/** All that stands around the content; it refers to items and terms. */
export function planSite(calendar: Calendar): PlannedSite {
  return {
    at: calendar.morning(opened + 3),
    settings: siteTexts,
    menus: [
      { name: 'main', label: 'Main menu', entries: mainEntries() },
      { name: 'footer', label: 'Footer', entries: footerEntries },
    ],
    sections: sectionTexts.map(({ lines, ...section }) => ({ ...section, content: richText(lines) })),
    areas: widgetAreas,
  }
}

const collectionEntry = (label: string, slug: string): PlannedEntry => ({
  label,
  target: { type: 'collection', referenceCollection: slug },
})

const regionEntry = (label: string, slug: string): PlannedEntry => ({
  label,
  target: {
    type: 'taxonomy',
    referenceCollection: 'regions',
    referenceId: new Ref(termKey('regions', slug)),
  },
})

function mainEntries(): PlannedEntry[] {
  const shelf = (key: string, label: string): PlannedEntry => ({
    label,
    target: {
      type: 'category',
      referenceCollection: 'categories',
      referenceId: new Ref(`categories/${key}`),
    },
    below: categories.filter(({ parent }) => parent === key).map((one) => shelf(one.key, one.name)),
  })
  const roots = categories.filter(({ parent }) => parent === null).map(({ key, name }) => shelf(key, name))
  const places: PlannedEntry = {
    ...collectionEntry('Places', 'places'),
    below: [
      {
        ...regionEntry('Europe', 'europe'),
        below: [regionEntry('North', 'northern-europe'), regionEntry('South', 'southern-europe')],
      },
      regionEntry('Asia', 'asia'),
      regionEntry('The Americas', 'americas'),
    ],
  }
  return [...roots, collectionEntry('Recipes', 'recipes'), places, collectionEntry('Events', 'events')]
}

const custom = (label: string, customUrl: string): PlannedEntry => ({
  label,
  target: { type: 'custom', customUrl },
})

const footerEntries: readonly PlannedEntry[] = [
  collectionEntry('Who we are', 'authors'),
  custom('Write to us', 'mailto:letters@kiln-and-quay.example'),
  custom('Subscribe', 'https://kiln-and-quay.example/subscribe'),
  custom('Imprint', '/imprint'),
]

const widgetAreas: readonly PlannedArea[] = [
  {
    name: 'sidebar',
    label: 'Sidebar',
    description: 'Beside articles and recipes',
    widgets: [
      {
        type: 'content',
        title: 'This magazine',
        content: richText([
          'Made at a kitchen table by sixteen people who ought to be **doing the dishes**.',
        ]),
      },
      {
        type: 'component',
        title: 'Next events',
        componentId: 'latest-items',
        componentProps: { collection: 'events', count: 3 },
      },
      {
        type: 'content',
        title: 'A letter on Sundays',
        content: richText([
          '[Ask for it](mailto:letters@kiln-and-quay.example). It is *free*, like the advice in it.',
        ]),
      },
    ],
  },
  {
    name: 'footer',
    label: 'Foot of the page',
    description: 'Below everything',
    widgets: [
      { type: 'menu', title: 'More of us', menuName: 'footer' },
      {
        type: 'content',
        title: 'Printed on paper',
        content: richText(['And posted with a stamp, since 2019.']),
      },
    ],
  },
]
