import { apiPath } from '@octavo/contract/rest'

/** the segments of a URL that name a part of a picture, with their signature: `~crop/2500-0-5000-10000/<signature>/` */
const cropStep = /~crop\/[\d-]+\/[\w-]{22}\//

/** The URL of the whole picture, from the URL of a part of it. */
export function wholePicture(url: string): string {
  return url.replace(cropStep, '')
}

/** Whether the service can show a part of a picture: it has the file, and the file is no vector drawing. */
export function isCroppable({ id, url }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof id === 'string' &&
    typeof url === 'string' &&
    url.includes(`${apiPath}/media/file/`) &&
    !url.toLowerCase().endsWith('.svg')
  )
}
