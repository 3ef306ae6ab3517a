import type { Request } from 'autocannon'
import { itemData } from '../data/text.ts'
import type { Workload } from './workload.ts'

const collectionPath = '/_cms/api/content/posts'

/** indexes of new items begin beyond those of any data set, and no load repeats one: no slug is taken twice */
let created = 10_000_000

/** The requests of a workload, each made when it is sent. */
export function requestOf(workload: Workload): Request {
  switch (workload.kind) {
    case 'get': {
      const { paths, ifNoneMatch } = workload
      const next = cycle(paths)
      const headers: Record<string, string> =
        ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
      return {
        method: 'GET',
        path: '/',
        setupRequest: (request) => ({
          ...request,
          path: next(),
          headers: { ...request.headers, ...headers },
        }),
      }
    }
    case 'create': {
      const { status, bodyBytes, path = collectionPath, values } = workload
      return {
        method: 'POST',
        path,
        setupRequest: (request) => {
          const data = { ...itemData(created++, bodyBytes), ...values }
          return { ...request, body: JSON.stringify({ data, status }) }
        },
      }
    }
    case 'update': {
      const next = cycle(workload.paths)
      let count = 0
      return {
        method: 'PUT',
        path: '/',
        setupRequest: (request) => {
          return {
            ...request,
            path: next(),
            body: `{"data":{"excerpt":"The excerpt of change ${count++}."}}`,
          }
        },
      }
    }
    case 'send': {
      const { method, headers } = workload
      const [nextPath, nextBody] = [cycle(workload.paths), cycle(workload.bodies)]
      return {
        method,
        path: '/',
        setupRequest: (request) => ({
          ...request,
          path: nextPath(),
          body: nextBody().replaceAll('{{count}}', () => String(created++)),
          headers: { ...request.headers, ...headers },
        }),
      }
    }
  }
}

function cycle(entries: readonly string[]): () => string {
  let index = 0
  return () => entries[index++ % entries.length] ?? '/'
}
