const part = /~crop\/[\d-]+\/[\w-]{22}\//

/** The address of the whole picture of which an address shows a part. */
export function wholePicture(url: string): string {
  return url.replace(part, '')
}
