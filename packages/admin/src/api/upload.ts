import { clientWith } from './client.ts'

export interface Upload {
  readonly file: File
  readonly alt?: string
  /** path of a folder */
  readonly folder?: string
  readonly signal?: AbortSignal
  /** uploaded fraction of the file, 0 to 1 */
  readonly onProgress: (part: number) => void
}

/** Uploads a file. Returns the media item; throws OctavoApiError, or TypeError when the service cannot be reached. */
export async function uploadMedia({ file, alt, folder, signal, onProgress }: Upload) {
  const { media } = clientWith(fetchWithProgress(onProgress))
  const { item } = await media.create(
    { filename: file.name, ...(alt !== undefined && { alt }), ...(folder !== undefined && { folder }) },
    { file, signal },
  )
  return item
}

/** Replaces the file of a media item. Returns the item; throws as `uploadMedia`. */
export async function replaceMedia({
  id,
  file,
  signal,
  onProgress,
}: Omit<Upload, 'alt' | 'folder'> & { id: string }) {
  const { item } = await clientWith(fetchWithProgress(onProgress)).media.replace({ id }, { file, signal })
  return item
}

/** The operations on imports, whose uploads of files report their progress. */
export function importsWith(onProgress: (part: number) => void) {
  return clientWith(fetchWithProgress(onProgress)).imports
}

/** A `fetch` that reports upload progress, which the built-in one does not. */
function fetchWithProgress(onProgress: (part: number) => void): typeof globalThis.fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', String(input))
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
      // `total` is 0 while the length is unknown.
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total ? loaded / total : 0),
      )
      request.addEventListener('load', () => resolve(responseOf(request)))
      request.addEventListener('error', () => reject(new TypeError('The service cannot be reached.')))
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      init.signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send((init.body ?? null) as XMLHttpRequestBodyInit | null)
    })
}

/** The response as `fetch` returns it, with the headers that the client reads. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'x-request-id', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
