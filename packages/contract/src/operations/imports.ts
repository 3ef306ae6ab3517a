import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { cursor, pageOf, pageSize, ruleParams, success, timestamp } from './shapes.ts'

/** The outcome for one piece of an export. */
export const importOutcomes = ['created', 'present', 'skipped', 'failed'] as const
const outcome = z.enum(importOutcomes).meta({
  description:
    'in a dry run, `created` is what would be created; `present` existed already and is left unchanged',
})

const count = z.int().min(0)

const remark = z.strictObject({ remark: z.string(), params: ruleParams })

const fieldPlan = z.strictObject({
  slug: z.string(),
  type: z.string().meta({ description: 'of the existing field, else of the one that is created' }),
  status: z.enum(['exists', 'missing', 'renamed']).meta({
    description: 'renamed: the new field gets another name, because the usual one is not available',
  }),
  unfit: z.strictObject({ slug: z.string(), type: z.string() }).nullable().meta({
    description:
      'the existing field with the usual name, if it cannot have these values: it stays as it is, and the values go to the field `slug`',
  }),
})

export const importAnalysis = z
  .strictObject({
    analysisId: z.string(),
    fileName: z.string(),
    fileSize: count.meta({ description: 'bytes' }),
    site: z.strictObject({
      title: z.string(),
      description: z.string(),
      url: z.string(),
      language: z.string(),
      version: z.string().meta({ description: 'of the export format' }),
    }),
    postTypes: z.array(
      z.strictObject({
        name: z.string(),
        count,
        statuses: z.record(z.string(), count),
        collection: z.string().nullable().meta({
          description: 'the collection for its items; null for types that only the old platform needs',
        }),
        exists: z.boolean().meta({ description: 'the collection exists already' }),
        fields: z.array(fieldPlan),
      }),
    ),
    attachments: z.strictObject({ count }),
    categories: count,
    tags: count,
    terms: count.meta({ description: 'number of terms of all other taxonomies' }),
    taxonomies: z.array(z.strictObject({ name: z.string(), taxonomy: z.string(), count })),
    menus: z.array(z.strictObject({ name: z.string(), label: z.string(), count })),
    sections: count,
    comments: count.meta({
      description: 'number of comments of all items; imported only with `includeComments`',
    }),
    languages: z
      .array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          count: count.meta({ description: 'items in it' }),
          locale: z
            .string()
            .nullable()
            .meta({ description: 'the locale of this site; null if the site has none for the language' }),
        }),
      )
      .meta({
        description: 'languages that plugins of the old site assigned to items; empty if there are none',
      }),
    authors: z.array(
      z.strictObject({
        login: z.string(),
        email: z.string(),
        name: z.string(),
        userId: z.string().nullable().meta({ description: 'the user of this site with the same address' }),
        count,
      }),
    ),
    customFields: z.array(z.strictObject({ key: z.string(), count, samples: z.array(z.string()) })),
    warnings: z.array(z.string()),
    remarks: z.array(remark).meta({
      description: '`warnings` by name, one for each; empty in analyses from before they had names',
    }),
    createdAt: timestamp,
    expiresAt: timestamp.meta({ description: 'the file is kept until then' }),
  })
  .meta({ id: 'ImportAnalysis' })
export type ImportAnalysis = z.output<typeof importAnalysis>

const options = z.strictObject({
  includeMedia: z.boolean().default(false).meta({ description: 'download attachments from the old site' }),
  includeTaxonomies: z.boolean().default(true),
  includeMenus: z.boolean().default(true),
  includeComments: z
    .boolean()
    .default(false)
    .meta({ description: 'import comments into a collection; e-mail and IP addresses are left out' }),
  // An import is several transactions, so it has this option instead of the `dryRun` that each other write takes.
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'true: changes nothing, and reports what would happen' }),
})
export type ImportOptions = z.output<typeof options>

/** A message in a form that interfaces can translate: a broken rule with its path, or a reason (`reasons.ts`). */
const innerCause = z.strictObject({
  path: z.string().optional().meta({ description: 'of a rule: the path, such as data.title' }),
  rule: z.string().optional().meta({ description: 'the rule that it breaks' }),
  reason: z.string().optional().meta({ description: 'the reason, if it failed as a whole' }),
  params: ruleParams,
})

/** One part of the text of a report: a rule or a reason, as `innerCause` has it, or a remark (`remarks.ts`). */
const cause = innerCause.extend({
  remark: z.string().optional().meta({ description: 'the remark, for anything else' }),
  because: z.array(innerCause).optional().meta({ description: 'of a remark: its `fault` by names' }),
})
export type Cause = z.output<typeof cause>

const reportRow = z
  .strictObject({
    kind: z.string().meta({ description: 'post type, `term`, `menu`, or another kind of entry' }),
    sourceId: z.string(),
    title: z.string(),
    outcome,
    code: z.string().nullable(),
    codes: z.array(z.string()).meta({
      description: 'the codes of all remarks; `code` is the first and most important one',
    }),
    reason: z.string().nullable(),
    because: z
      .array(cause)
      .meta({ description: 'the parts of `reason` by name, in order; empty if they have no names' }),
    collection: z.string().nullable(),
    itemId: z.string().nullable(),
    oldUrl: z.string().nullable(),
    newUrl: z.string().nullable(),
    line: z.int().nullable().meta({ description: 'of the file' }),
  })
  .meta({ id: 'ImportReportRow' })
export type ImportReportRow = z.output<typeof reportRow>

export const importStates = ['analyzed', 'queued', 'running', 'done', 'failed', 'cancelled'] as const

export const importJob = z
  .strictObject({
    analysisId: z.string(),
    fileName: z.string(),
    state: z.enum(importStates),
    options: options.nullable(),
    progress: z.strictObject({
      phase: z.string().nullable(),
      done: count.meta({ description: 'items processed in this phase' }),
      total: count,
      percent: z.number().min(0).max(100).meta({ description: 'of the whole work' }),
    }),
    counts: z.record(z.string(), z.record(z.string(), count)).meta({
      description: 'kind → outcome → number',
      examples: [{ post: { created: 58 }, term: { present: 3 } }],
    }),
    error: z.string().nullable().meta({ description: 'why the job as a whole failed' }),
    because: z
      .array(cause)
      .meta({ description: 'the parts of `error` by name; empty if they have no names' }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    expiresAt: timestamp,
  })
  .meta({ id: 'ImportJob' })
export type ImportJob = z.output<typeof importJob>

const importAnalysisId = { analysisId: z.string().meta({ description: 'the answer of `analyze`' }) }

export const imports = {
  analyze: defineOperation({
    name: 'imports.analyze',
    summary: 'Upload an export and analyze its content',
    description:
      'A file in WXR format (versions 1.0 to 1.2), an export of Ghost (JSON), or a zip archive of a folder of Markdown files or of an export of Ghost with its pictures, as the part `file` of `multipart/form-data`. The file is read completely, and nothing is imported yet. A file that is not well-formed is refused with the line and column.',
    // `ownTransaction`: the file is analyzed before the transaction, which must not wait for it.
    effect: 'ownTransaction',
    permission: 'import.manage',
    input: z.strictObject({}),
    output: importAnalysis,
    rest: {
      method: 'POST',
      path: '/import/external/analyze',
      upload: { part: 'file', fields: [], isNeeded: true, isImport: true },
    },
  }),

  execute: defineOperation({
    name: 'imports.execute',
    summary: 'Import an analyzed export',
    description:
      'Runs as a job, and answers within two seconds: with the finished job, or with the running one, whose progress `get` answers. Running an import again changes nothing that exists already. A job that is interrupted by a restart of the service continues automatically.',
    // `ownTransaction`: one transaction queues the job, and the operation then waits for its end without a transaction.
    effect: 'ownTransaction',
    permission: 'import.manage',
    // It creates published items.
    tokenRight: 'canPublish',
    input: z.strictObject({ ...importAnalysisId, options: options.prefault({}) }),
    output: z.strictObject({ job: importJob }),
    rest: { method: 'POST', path: '/import/external/execute' },
  }),

  list: defineOperation({
    name: 'imports.list',
    summary: 'List the imports, the newest first',
    effect: 'read',
    permission: 'import.manage',
    input: z.strictObject({ limit: pageSize, cursor }),
    output: pageOf(importJob),
    rest: { method: 'GET', path: '/import/external' },
  }),

  get: defineOperation({
    name: 'imports.get',
    summary: 'Get the state of an import',
    effect: 'read',
    permission: 'import.manage',
    input: z.strictObject(importAnalysisId),
    output: z.strictObject({
      job: importJob,
      analysis: importAnalysis,
      failures: z
        .array(reportRow)
        .meta({ description: `the first ${limits.importFailures}; \`report\` has them all` }),
    }),
    rest: { method: 'GET', path: '/import/external/:analysisId' },
  }),

  report: defineOperation({
    name: 'imports.report',
    summary: 'Get the outcome of each piece of an export',
    description: 'Answers pages as JSON, or the whole report as CSV.',
    effect: 'read',
    permission: 'import.manage',
    input: z.strictObject({
      ...importAnalysisId,
      format: z.enum(['json', 'csv']).default('json'),
      outcome: outcome.optional(),
      limit: pageSize,
      cursor,
    }),
    output: pageOf(reportRow),
    rest: {
      method: 'GET',
      path: '/import/external/:analysisId/report',
      alternatives: { 'text/csv': { format: 'csv' } },
    },
  }),

  cancel: defineOperation({
    name: 'imports.cancel',
    summary: 'Cancel an import; what was imported so far stays',
    effect: 'write',
    permission: 'import.manage',
    input: z.strictObject(importAnalysisId),
    output: z.strictObject({ job: importJob }),
    rest: { method: 'POST', path: '/import/external/:analysisId/cancel' },
  }),

  delete: defineOperation({
    name: 'imports.delete',
    summary: 'Delete an import with its file and its report; what was imported stays',
    effect: 'write',
    permission: 'import.manage',
    tokenRight: 'canDelete',
    input: z.strictObject(importAnalysisId),
    output: success,
    rest: { method: 'DELETE', path: '/import/external/:analysisId' },
  }),
} as const
