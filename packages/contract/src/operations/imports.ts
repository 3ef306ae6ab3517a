import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limits } from '../limits.ts'
import { cursor, pageOf, pageSize, ruleParams, success, timestamp } from './shapes.ts'

/** The outcome for one piece of an export. */
export const importOutcomes = ['created', 'present', 'skipped', 'failed'] as const
const outcome = z.enum(importOutcomes).meta({
  description: 'in a dry run `created` is what would be; `present` was here already and is left as it is',
})

const count = z.int().min(0)

const remark = z.strictObject({ remark: z.string(), params: ruleParams })

const fieldPlan = z.strictObject({
  slug: z.string(),
  type: z.string(),
  status: z
    .enum(['exists', 'missing', 'renamed'])
    .meta({ description: 'renamed: a field of another type has the usual name' }),
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
        collection: z
          .string()
          .nullable()
          .meta({ description: 'where its items go; null for what only the old platform needs' }),
        exists: z.boolean().meta({ description: 'the collection is there already' }),
        fields: z.array(fieldPlan),
      }),
    ),
    attachments: z.strictObject({ count }),
    categories: count,
    tags: count,
    terms: count.meta({ description: 'of all other taxonomies' }),
    taxonomies: z.array(z.strictObject({ name: z.string(), taxonomy: z.string(), count })),
    menus: z.array(z.strictObject({ name: z.string(), label: z.string(), count })),
    sections: count,
    comments: count.meta({ description: 'of all items; imported only if `includeComments` asks for them' }),
    languages: z
      .array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          count: count.meta({ description: 'items in it' }),
          locale: z
            .string()
            .nullable()
            .meta({ description: 'the locale here; null if the site has none for it' }),
        }),
      )
      .meta({ description: 'that plugins of the old site say of items; empty if there are none' }),
    authors: z.array(
      z.strictObject({
        login: z.string(),
        email: z.string(),
        name: z.string(),
        userId: z.string().nullable().meta({ description: 'the user with this address' }),
        count,
      }),
    ),
    customFields: z.array(z.strictObject({ key: z.string(), count, samples: z.array(z.string()) })),
    warnings: z.array(z.string()),
    remarks: z
      .array(remark)
      .meta({ description: '`warnings` by names, one of each; empty in analyses of before there were any' }),
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
  dryRun: z.boolean().default(false).meta({ description: 'change nothing, and report what would happen' }),
})
export type ImportOptions = z.output<typeof options>

const cause = z.strictObject({
  path: z.string().optional().meta({ description: 'of a rule: where, as data.title' }),
  rule: z.string().optional().meta({ description: 'the rule that it breaks' }),
  reason: z.string().optional().meta({ description: 'or why it failed as a whole' }),
  params: ruleParams,
})

const because = cause.extend({
  remark: z.string().optional().meta({ description: 'or what else is to be said of it' }),
  because: z.array(cause).optional().meta({ description: 'of a remark: its `fault` by names' }),
})
export type Cause = z.output<typeof because>

const reportRow = z
  .strictObject({
    kind: z.string().meta({ description: 'post type, `term`, `menu`, or what else it is' }),
    sourceId: z.string(),
    title: z.string(),
    outcome,
    code: z.string().nullable(),
    codes: z.array(z.string()).meta({
      description: 'all that is to be said of it; `code` is the first, which is the most important',
    }),
    reason: z.string().nullable(),
    because: z
      .array(because)
      .meta({ description: '`reason` by names, all that it says in order; empty where it has none' }),
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
      done: count.meta({ description: 'items that were dealt with in this phase' }),
      total: count,
      percent: z.number().min(0).max(100).meta({ description: 'of the whole work' }),
    }),
    counts: z.record(z.string(), z.record(z.string(), count)).meta({
      description: 'kind → outcome → how many',
      examples: [{ post: { created: 58 }, term: { present: 3 } }],
    }),
    error: z.string().nullable().meta({ description: 'why the job as a whole failed' }),
    because: z.array(because).meta({ description: '`error` by names; empty where it has none' }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    expiresAt: timestamp,
  })
  .meta({ id: 'ImportJob' })
export type ImportJob = z.output<typeof importJob>

const named = { analysisId: z.string().meta({ description: 'what `analyze` answered' }) }

export const imports = {
  analyze: defineOperation({
    name: 'imports.analyze',
    summary: 'Upload an export and see what is in it',
    description:
      'A file in WXR format (versions 1.0 to 1.2), an export of Ghost (JSON), or a zip archive of a folder of Markdown files or of an export of Ghost with its pictures, as the part `file` of `multipart/form-data`. It is read to its end, and nothing is made of it yet. A file that is not well-formed is refused with the line and column.',
    effect: 'staged',
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
      'Runs as a job, and is answered within two seconds: with the finished job, or with the running one, which `get` follows. Run again it changes nothing that is there already. A job that is broken off by a stop goes on by itself.',
    effect: 'staged',
    permission: 'import.manage',
    takes: 'canPublish',
    input: z.strictObject({ ...named, options: options.prefault({}) }),
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
    input: z.strictObject(named),
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
    summary: 'Read what became of each piece of an export',
    description: 'Page by page as JSON, or all of it as CSV to keep.',
    effect: 'read',
    permission: 'import.manage',
    input: z.strictObject({
      ...named,
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
    summary: 'Stop an import; what is imported so far stays',
    effect: 'write',
    permission: 'import.manage',
    input: z.strictObject(named),
    output: z.strictObject({ job: importJob }),
    rest: { method: 'POST', path: '/import/external/:analysisId/cancel' },
  }),

  delete: defineOperation({
    name: 'imports.delete',
    summary: 'Forget an import, its file and its report; what was imported stays',
    effect: 'write',
    permission: 'import.manage',
    takes: 'canDelete',
    input: z.strictObject(named),
    output: success,
    rest: { method: 'DELETE', path: '/import/external/:analysisId' },
  }),
} as const
