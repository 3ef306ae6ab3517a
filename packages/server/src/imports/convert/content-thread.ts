import { parentPort } from 'node:worker_threads'
import { type ContentResult, type ContentTask, convertTask, resultOf } from './item-content.ts'

/** The result of the thread for each content; null if the conversion failed, so that the caller repeats it. */
export type ContentResults = readonly (ContentResult | null)[]

const port = parentPort
port?.on('message', (tasks: readonly ContentTask[]) => port.postMessage(tasks.map(resultOrNull)))

function resultOrNull(task: ContentTask): ContentResult | null {
  try {
    return resultOf(convertTask(task))
  } catch {
    return null
  }
}
