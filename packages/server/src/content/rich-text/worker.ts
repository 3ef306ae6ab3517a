import { parentPort } from 'node:worker_threads'
import { type Block, MarkdownRefusal } from './block.ts'
import { fromMarkdown, toMarkdown } from './markdown.ts'

export type Task = { readonly blocks: readonly Block[] } | { readonly markdown: string }

export type Done =
  | { readonly result: string | Block[] }
  /** why the Markdown is refused */
  | { readonly refusal: string }
  | { readonly failure: string }

/** sent before the first task, so that loading does not count as conversion time */
const ready = 'ready'

const port = parentPort
if (port !== null) {
  const post = (message: Done | typeof ready): void => port.postMessage(message)
  port.on('message', (task: Task) => post(done(task)))
  post(ready)
}

function done(task: Task): Done {
  try {
    return {
      result: 'blocks' in task ? toMarkdown(task.blocks) : fromMarkdown(task.markdown),
    }
  } catch (error) {
    if (error instanceof MarkdownRefusal) return { refusal: error.message }
    return { failure: String(error) }
  }
}
