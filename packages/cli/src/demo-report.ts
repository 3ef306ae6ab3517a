import { demoCollections, demoFiles, demoSite, demoTaxonomies } from '@octavo/demo/content/site-files'
import type { State } from '@octavo/demo/plan/planned-item'
import type { DemoOutcome } from '@octavo/demo/run'

/** The summary of the created demo, with example requests, for the terminal. */
export function demoReport(outcome: DemoOutcome, api: string): string {
  if (outcome.kind === 'present') {
    const slugs = demoCollections.map(({ slug }) => slug).join(', ')
    return `The demo exists already (${slugs}). Nothing was changed.`
  }
  return [...summaryLines(outcome), '', ...exampleLines(outcome, api)].join('\n')
}

type MadeOutcome = Extract<DemoOutcome, { kind: 'made' }>

/** what is counted in each collection: `revised` and `pending` items are published and have been edited since */
const columns: readonly [label: string, states: readonly State[]][] = [
  ['published', ['published', 'revised', 'pending']],
  ['with a pending draft', ['pending']],
  ['drafts', ['draft']],
  ['scheduled', ['scheduled']],
  ['in the trash', ['trashed']],
]

function summaryLines({ plan }: MadeOutcome): string[] {
  const originals = plan.items.filter(({ translationOf }) => translationOf === undefined)
  const translations = plan.items.length - originals.length
  const also = translations === 0 ? '' : `, and ${translations} translations into ${plan.translatedTo}`
  return [
    `Kiln & Quay, a magazine about kitchens, harbours and workshops: ${originals.length} items${also}.`,
    '',
    ...demoCollections.map(({ slug }) => {
      const items = originals.filter(({ collection }) => collection === slug)
      const counts = columns.map(
        ([label, states]) => [label, items.filter(({ state }) => states.includes(state)).length] as const,
      )
      const amounts = counts.filter(([, count]) => count > 0).map(([label, count]) => `${count} ${label}`)
      return `  ${slug.padEnd(12)}${amounts.join(', ')}`
    }),
    '',
    ...siteLines(),
  ]
}

function siteLines(): string[] {
  const pictures = demoFiles.filter(({ path }) => path.endsWith('.jpg')).length
  const terms = demoTaxonomies.map(({ name, terms: { length } }) => `${length} ${name}`)
  const menus = demoSite.menus.map(({ name }) => `"${name}"`)
  const areas = demoSite.areas.map(({ name, widgets }) => `${widgets.length} widgets in "${name}"`)
  return [
    `  around it: ${pictures} pictures and ${demoFiles.length - pictures} files in the media library, ${terms.join(', ')}, the menus`,
    `  ${menus.join(' and ')}, ${demoSite.sections.length} sections, ${areas.join(', ')}, and a title in the settings.`,
  ]
}

function exampleLines(outcome: MadeOutcome, api: string): string[] {
  /**
   * The path of the first item of the collection in this state. `made` has the created items by their keys in the plan.
   */
  const pathOf = (collection: string, state: State): string => {
    const item = outcome.plan.items.find((one) => one.collection === collection && one.state === state)
    return `/content/${collection}/${encodeURIComponent(outcome.made.get(item?.key ?? '')?.slug ?? '')}`
  }
  const examples: [path: string, what: string][] = [
    ['/content/articles?orderBy=publishedAt&limit=10', 'the latest articles'],
    ['/content/recipes?orderBy=rating&limit=10', 'the recipes that readers like best'],
    ['/content/events?orderBy=starts_at&view=live', 'events, as visitors see them'],
    [`${pathOf('articles', 'pending')}/compare`, 'a published article and its pending draft'],
    [`${pathOf('articles', 'revised')}/revisions`, 'how an article came to be'],
    [
      '/content/articles?status=scheduled&orderBy=scheduledAt&order=asc',
      'what is published on schedule in the next days',
    ],
    ['/content/articles/trash', 'the trash'],
    ['/media?mimeType=image/', 'the pictures'],
    ['/taxonomies/regions/terms', 'a tree of terms, each with the number of items that have it'],
    ['/menus/main', 'a menu with menus below it'],
    ['/schema', 'the whole schema; with "Accept: text/typescript" as TypeScript'],
  ]
  const translated = outcome.plan.items.find(
    ({ collection, locale }) => collection === 'articles' && locale !== undefined,
  )
  if (translated?.translationOf !== undefined) {
    const slug = outcome.made.get(translated.translationOf)?.slug ?? ''
    examples.push([
      `/content/articles/${encodeURIComponent(slug)}/translations`,
      'an article and its translation',
    ])
  }
  return [
    `Worth a look, below ${api} with a token (octavo token create … --scopes admin):`,
    ...examples.flatMap(([path, what]) => [`  ${what}`, `    ${path}`]),
  ]
}
