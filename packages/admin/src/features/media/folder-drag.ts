/** the type of dragged files of the library; no other program knows it */
const dragType = 'application/x-octavo-media'

/** Whether files of the library are dragged. Browsers give their ids only to the place where they are dropped. */
export function holdsMedia(data: DataTransfer): boolean {
  return data.types.includes(dragType)
}

/** Gives the ids of files to the drag that begins. */
export function putMedia(data: DataTransfer, ids: readonly string[]): void {
  data.setData(dragType, JSON.stringify(ids))
  data.effectAllowed = 'move'
}

/** The ids of the files that were dropped. */
export function mediaIn(data: DataTransfer): readonly string[] {
  const text = data.getData(dragType)
  return text === '' ? [] : (JSON.parse(text) as string[])
}
