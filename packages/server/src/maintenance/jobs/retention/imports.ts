import { removeNextImport } from '../../../imports/removal.ts'
import { day, hour, type Pass } from './pass.ts'

/** Removes analyses and ended imports after some days, with their reports and stored files. */
export function oldImports(days: number, now: Date): Pass {
  const before = new Date(now.getTime() - days * day).toISOString()
  return {
    name: 'imports',
    action: 'imports.delete',
    interval: hour,
    step: async (context, position) => {
      const after = position ?? ''
      const found = await removeNextImport(context, { after, before })
      if (found === null) return null
      // An import with a long report takes several steps: the next one finds it again.
      return found.isDone ? found.id : after
    },
  }
}
