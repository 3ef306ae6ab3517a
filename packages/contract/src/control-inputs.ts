import { z } from 'zod'
import { type Control, controlsOf, takesDryRun } from './controls.ts'
import type { Operation } from './define.ts'
import { limits } from './limits.ts'

/** The schemas of the controls (`dryRun` and `changeSet`, see `controls.ts`), and of what they add to answers. */

const dryRun = z.boolean().optional().meta({
  description:
    'true: nothing is changed. Checks, rights, hooks, conflicts and the answer are those of the change itself; `dryRun` in the answer has what would change',
})

/** The id of a change-set, without a description: REST and tools have different ones. */
const setId = z.string().min(1).max(limits.label).optional()
const changeSet = setId.meta({
  description:
    'id of a change-set: a write becomes an entry of the set and changes nothing else, and its answer shows the content with the set applied; a read shows the content with the set applied',
})

type Shape = Partial<Record<Control, z.ZodType>>

/** The controls that an operation takes. */
export function controlShape(operation: Operation): Shape {
  return shapeOf(operation, { dryRun, changeSet })
}

/**
 * The controls that a tool takes, with shorter descriptions, because many tools have them. Only clients with the
 * toolset for change-sets (`listsSets`) get `changeSet`: the default list of tools has reached its maximum size.
 */
export function toolControlShape(
  operation: Operation,
  { listsSets }: { readonly listsSets: boolean },
): Shape {
  const controls = {
    dryRun: z.boolean().optional().meta({ description: 'only try' }),
    changeSet: setId.meta({ description: 'id of a change-set' }),
  }
  return shapeOf(operation, listsSets ? controls : { dryRun: controls.dryRun })
}

/** The part of a shape that an operation takes. */
function shapeOf(operation: Operation, shape: Shape): Shape {
  const members = controlsOf(operation).flatMap((control) => {
    const schema = shape[control]
    return schema === undefined ? [] : [[control, schema] as const]
  })
  return Object.fromEntries(members)
}

const values = z.record(z.string(), z.unknown()).nullable()

/** What a dry run would have changed. */
export const dryRunReport = z
  .strictObject({
    changes: z
      .array(
        z.strictObject({
          action: z.string().meta({ description: 'the operation', examples: ['content.publish'] }),
          targetType: z.string().meta({ examples: ['content'] }),
          targetId: z.string().nullable(),
          targetName: z
            .string()
            .nullable()
            .meta({ examples: ['posts/hello-world'] }),
          before: values.meta({
            description: 'the current values that would change; null: it does not exist yet',
          }),
          after: values.meta({ description: 'the values after the change; null: it would be deleted' }),
        }),
      )
      .meta({
        description: `what would change, translations and other things that follow included; at most ${limits.dryRun.changes}, and long values are cut as in the audit log`,
      }),
    isComplete: z.boolean().meta({ description: 'whether `changes` has all of them' }),
    references: z
      .array(
        z.strictObject({
          targetId: z.string().meta({ description: 'id of the object that visitors would no longer see' }),
          kind: z.string().meta({ examples: ['content', 'section', 'widget', 'menuItem'] }),
          id: z.string(),
          name: z.string().meta({ description: 'its collection and slug, or its name' }),
        }),
      )
      .optional()
      .meta({
        description: `what refers to items and files that would be deleted or leave the site; at most ${limits.dryRun.references}`,
      }),
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'of changes of the schema: the counts that `schema.preview` answers' }),
  })
  .meta({ id: 'DryRun' })
export type DryRunReport = z.output<typeof dryRunReport>

/** The output of an operation, with the members that its controls add. */
export function answerOf(operation: Operation): z.ZodType {
  const { output } = operation
  if (!takesDryRun(operation)) return output
  const added = z.object({
    dryRun: dryRunReport.optional().meta({ description: 'only where `dryRun` was asked for' }),
  })
  // `extend` makes a schema without the name (the `id` in its metadata), by which the API description refers to the
  // output. An intersection keeps a named schema as its part.
  const isNamed = z.globalRegistry.get(output)?.id !== undefined
  return output instanceof z.ZodObject && !isNamed
    ? output.extend(added.shape)
    : z.intersection(output, added)
}
