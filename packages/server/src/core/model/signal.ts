import type { WriteContext } from '../context.ts'
import { SchemaStore } from './store.ts'

/** Signals a change of the schema to every process; this process reloads the schema before it responds. */
export async function signalSchemaChange(context: WriteContext): Promise<void> {
  await new SchemaStore(context.db).bumpVersion()
  context.afterCommit(async () => void (await context.services.schema.refresh()))
}
