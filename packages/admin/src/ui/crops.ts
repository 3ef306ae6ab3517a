import { apiPath } from '@octavo/contract/rest'

const part = /~crop\/[\d-]+\/[\w-]{22}\//

/** The address of the whole picture of which an address shows a part. */
export function wholePicture(url: string): string {
  return url.replace(part, '')
}

/** Whether the service can show a part of a picture: it has its bytes, and they are no drawing. */
export function isCroppable({ id, url }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof id === 'string' &&
    typeof url === 'string' &&
    url.includes(`${apiPath}/media/file/`) &&
    !url.toLowerCase().endsWith('.svg')
  )
}
