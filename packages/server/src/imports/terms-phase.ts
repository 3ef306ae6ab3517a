import { limits } from '@octavo/contract/limits'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '../core/caller.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { invoke } from '../core/invoke.ts'
import { type OpenTaxonomy, openTaxonomy } from '../content/taxonomies/taxonomy.ts'
import type { MadeTerms } from './made-terms.ts'
import { termHandlers } from '../content/taxonomies/terms/handlers.ts'
import { remark, messageOfError, someNames } from './messages.ts'
import { isOfLanguages } from './languages.ts'
import { lostAsPlain } from './convert/elements.ts'
import { lineOf, plainText } from './convert/html.ts'
import { reportedNotes } from './item-writing.ts'
import type { Note } from './prepare.ts'
import { freeName } from './naming-identifiers.ts'
import { isTaxonomy, planTaxonomies, type TaxonomyPlan } from './naming.ts'
import { insertReports } from './report-store.ts'
import { type ImportOutcome, reportRow, report, type Run, stopIfAsked, write } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import type { TermStats } from './stats.ts'
import type { ExportTerm } from './wxr/records.ts'

/** terms per batch */
const batchSize = 64

/**
 * Creates taxonomies and their terms, parents first. Existing terms are not changed, and an existing taxonomy is only
 * enabled for further collections.
 */
export async function makeTerms(run: Run, terms: TermStats): Promise<MadeTerms> {
  const hasLanguages = run.languages !== null
  const plans = planTaxonomies(terms.byTaxonomy.keys(), hasLanguages)
  const taxonomies = new Map<string, OpenTaxonomy>()
  const ids = new Map<string, string>()
  const exported = terms.byTaxonomy
  let seq = 0
  for (const plan of plans) {
    const termsOfTaxonomy = [...(exported.get(plan.source)?.values() ?? [])]
    const numbered = termsOfTaxonomy.map((term) => ({ term, seq: seq++ }))
    if (!run.options.includeTaxonomies) {
      await report(
        run,
        numbered.map((one) => skipped(plan, one)),
      )
      continue
    }
    const taxonomy = await ensureTaxonomy(run, plan, termsOfTaxonomy)
    if (taxonomy !== null) taxonomies.set(plan.source, taxonomy)
    await makeTermsOf(run, { plan, taxonomy, numbered, ids })
  }
  // The terms of `nav_menu` are menus, which have their own lines in the report.
  const others = [...exported].filter(
    ([source]) => !isTaxonomy(source, hasLanguages) && source !== 'nav_menu',
  )
  for (const [source, termsOfTaxonomy] of others) {
    const outcomes = [...termsOfTaxonomy.values()].map((term) =>
      internalOutcome(source, { term, seq: seq++ }),
    )
    await report(run, outcomes)
  }
  // The first term with an id counts, as elsewhere the first one with a slug does.
  const slugsById = new Map<string, string>()
  for (const [taxonomy, termsOfTaxonomy] of exported)
    for (const { id, slug } of termsOfTaxonomy.values())
      if (!slugsById.has(`${taxonomy} ${id}`)) slugsById.set(`${taxonomy} ${id}`, slug)
  return {
    taxonomies,
    idOf: (taxonomy, slug) => ids.get(`${taxonomy} ${slug}`),
    labelOf: (taxonomy, slug) => exported.get(taxonomy)?.get(slug)?.name,
    bySourceId: (taxonomy, id) => slugsById.get(`${taxonomy} ${id}`),
  }
}

/** placeholder id of a term that a dry run would create, so that menu entries find it as their target */
const plannedId = ''

interface Numbered {
  readonly term: ExportTerm
  readonly seq: number
}

/** The part of a term's report line that does not depend on the outcome. */
function outcomeOf({ name }: TaxonomyPlan, { term, seq }: Numbered): Omit<ImportOutcome, 'outcome'> {
  return { kind: 'term', seq, source_id: term.id, title: `${name}: ${lineOf(term.name)}`, line: term.line }
}

/** The outcome of a term whose taxonomy is not imported. */
function internalOutcome(source: string, { term, seq }: Numbered): ImportOutcome {
  const title = `${source}: ${lineOf(term.name)}`
  return {
    kind: 'term',
    seq,
    source_id: term.id,
    title,
    line: term.line,
    outcome: 'skipped',
    ...whyInternal(source),
  }
}

/** Why the terms of a taxonomy are not imported as such. */
function whyInternal(source: string): Note {
  if (source === 'post_format') return remark('formatOfItems', {})
  if (!isOfLanguages(source)) return remark('internalType', {})
  // Of the taxonomies of languages, `term_…` are about terms, and the others about items.
  return remark(source.startsWith('term_') ? 'languageOfTerms' : 'languageOfItems', {})
}

function skipped(plan: TaxonomyPlan, one: Numbered): ImportOutcome {
  return {
    ...outcomeOf(plan, one),
    outcome: 'skipped',
    ...remark('taxonomiesLeftOut', {}),
  }
}

/** The taxonomy, enabled for the collections whose items have its terms; null in a dry run that would create it. */
async function ensureTaxonomy(
  run: Run,
  plan: TaxonomyPlan,
  terms: readonly ExportTerm[],
): Promise<OpenTaxonomy | null> {
  const { services, analyzed } = run
  const caller = serviceCaller('job')
  const { taxonomies: operation } = operations
  const collections = [...run.collections.values()]
    .filter(({ type }) => analyzed.types[type]?.taxonomies.includes(plan.source) === true)
    .map(({ slug }) => slug)
  const before = await findTaxonomy(run, plan.name)
  if (run.options.dryRun) return before
  if (before === null) {
    const { name, label, labelSingular } = plan
    const hierarchical = plan.source === 'category' || terms.some(({ parent }) => parent !== '')
    const input = { name, label, labelSingular, hierarchical, collections }
    await invoke(services, { operation: operation.create, caller, input })
  } else {
    const enabledFor = before.collections.map(({ slug }) => slug)
    const all = [...new Set([...enabledFor, ...collections])]
    if (all.length > enabledFor.length) {
      await invoke(services, {
        operation: operation.update,
        caller,
        input: { name: plan.name, collections: all },
      })
    }
  }
  return findTaxonomy(run, plan.name)
}

/** The taxonomy with the collections that it is enabled for; null if there is none. */
async function findTaxonomy({ services }: Run, name: string): Promise<OpenTaxonomy | null> {
  try {
    return await write(services, {}, (context) => openTaxonomy(context, name))
  } catch (error) {
    if (error instanceof OctavoError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

interface TermsToCreate {
  readonly plan: TaxonomyPlan
  /** null in a dry run that would create it */
  readonly taxonomy: OpenTaxonomy | null
  readonly numbered: readonly Numbered[]
  /** `taxonomy slug` of the export → id here */
  readonly ids: Map<string, string>
}

/** Creates the terms of a taxonomy in batches, level by level: a child needs the id of its parent. */
async function makeTermsOf(run: Run, { plan, taxonomy, numbered, ids }: TermsToCreate): Promise<void> {
  const existingIds = taxonomy === null ? new Map<string, string>() : await existingTerms(run, plan.name)
  const slugs = new Set<string>()
  const keyOf = (slug: string): string => `${plan.source} ${slug}`
  // Slugs of the export can become equal in the form that is valid here.
  const slugOf = new Map(
    numbered.map(({ term }) => [
      term.slug,
      freeName(sourceSlug(term.slug, lineOf(term.name), `term-${term.id}`), slugs),
    ]),
  )
  for (const { terms, isBroken } of levelsOf(numbered)) {
    for (let start = 0; start < terms.length; start += batchSize) {
      stopIfAsked(run)
      const batch = terms.slice(start, start + batchSize)
      const creations = batch.map(async (one) => {
        const slug = slugOf.get(one.term.slug) ?? ''
        const existing = existingIds.get(slug)
        const parentId =
          isBroken || taxonomy?.row.hierarchical !== 1 ? undefined : ids.get(keyOf(one.term.parent))
        const id = await makeTerm(run, { plan, taxonomy, one, slug, existing, parentId, isBroken })
        if (id !== null) ids.set(keyOf(one.term.slug), id)
      })
      await Promise.all(creations)
    }
  }
}

/** slug → id of the terms that a taxonomy has already */
async function existingTerms({ services }: Run, taxonomy: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const { list } = operations.terms
  for (let cursor: string | undefined; ;) {
    const input = { taxonomy, limit: limits.page.max, ...(cursor !== undefined && { cursor }) }
    const answer = await invoke(services, { operation: list, caller: serviceCaller('job'), input })
    const page = list.output.parse(answer)
    for (const { slug, id } of page.items) found.set(slug, id)
    cursor = page.nextCursor
    if (cursor === undefined) return found
  }
}

interface Level {
  readonly terms: readonly Numbered[]
  /**
   * the parents are missing, cyclic or nested too deeply, so the terms move to the top level; only in the last level
   */
  readonly isBroken: boolean
}

/** Terms by level, so that parents are created before their children. */
function levelsOf(numbered: readonly Numbered[]): Level[] {
  const byParent = Map.groupBy(numbered, ({ term }) => term.parent)
  const levels: Level[] = []
  const placed = new Set<Numbered>()
  let level = byParent.get('') ?? []
  while (level.length > 0 && levels.length < limits.termDepth) {
    levels.push({ terms: level, isBroken: false })
    for (const one of level) placed.add(one)
    // The terms without a parent name no slug, so below a term without one they would come again.
    level = level.flatMap(({ term }) => (term.slug === '' ? [] : (byParent.get(term.slug) ?? [])))
  }
  const broken = numbered.filter((one) => !placed.has(one))
  return broken.length === 0 ? levels : [...levels, { terms: broken, isBroken: true }]
}

interface TermContext {
  /** see `Level` */
  readonly isBroken: boolean
  /** null in a dry run that would create it */
  readonly taxonomy: OpenTaxonomy | null
}

/** The note that a term does not get its parent. */
function parentNotes({ options }: Run, { parent }: ExportTerm, { isBroken, taxonomy }: TermContext): Note[] {
  if (parent === '') return []
  if (isBroken) return [remark('termMovedUp', { parent })]
  if (taxonomy !== null) return taxonomy.row.hierarchical === 1 ? [] : [remark('termOfNoTree', { parent })]
  // A dry run has no taxonomy that it would create, which would have a hierarchy (`ensureTaxonomy`). In another run, a
  // missing taxonomy was deleted meanwhile.
  return options.dryRun ? [] : [remark('termWasBelow', { parent })]
}

/** What the report says of a term: the parent, markup and custom fields that it loses. */
function notesOf(run: Run, { term }: Numbered, context: TermContext): Note[] {
  const { metaKeys } = term
  const notes = parentNotes(run, term, context)
  const lost = [...lostAsPlain(term.name, 'name'), ...lostAsPlain(term.description, 'description')]
  if (lost.length > 0) notes.push(remark('detailsLost', { names: someNames(lost) }))
  if (metaKeys.length > 0)
    notes.push(remark('termFieldsLeftOut', { names: someNames([...new Set(metaKeys)]) }))
  return notes
}

interface NewTerm {
  /** null in a dry run that would create it */
  readonly taxonomy: OpenTaxonomy | null
  readonly plan: TaxonomyPlan
  readonly one: Numbered
  readonly slug: string
  /** the id of a term that the taxonomy has already */
  readonly existing: string | undefined
  /** undefined for a term on the top level */
  readonly parentId: string | undefined
  readonly isBroken: boolean
}

/** Creates and reports a term; returns its id, `plannedId` in a dry run, or null if it could not be created. */
async function makeTerm(
  run: Run,
  { plan, taxonomy, one, slug, existing, parentId, isBroken }: NewTerm,
): Promise<string | null> {
  const base = outcomeOf(plan, one)
  const note = reportedNotes(notesOf(run, one, { isBroken, taxonomy }))
  if (existing !== undefined) {
    await report(run, [{ ...base, outcome: 'present', item_id: existing }])
    return existing
  }
  if (run.options.dryRun) {
    await report(run, [{ ...base, ...note, outcome: 'created' }])
    return plannedId
  }
  try {
    // The handler is called directly, so that the term and its line in the report are one transaction.
    return await write(run.services, {}, async (context) => {
      const description = plainText(one.term.description).slice(0, limits.description)
      const label = lineOf(one.term.name).slice(0, limits.label) || slug
      const { item } = (await termHandlers.create(context, {
        taxonomy: plan.name,
        slug,
        label,
        ...(parentId !== undefined && { parentId }),
        ...(description !== '' && { description }),
      })) as { item: { id: string } }
      await insertReports(context, [
        reportRow(run, { ...base, ...note, outcome: 'created', item_id: item.id }),
      ])
      return item.id
    })
  } catch (error) {
    if (!(error instanceof OctavoError) || isUnavailable(error)) throw error
    await report(run, [{ ...base, outcome: 'failed', code: error.code, ...messageOfError(error) }])
    return null
  }
}
