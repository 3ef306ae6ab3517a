/** the type of dragged files of the library; no other program knows it */
const dragType = 'application/x-octavo-media'

export function holdsMedia(data: DataTransfer): boolean {
  return data.types.includes(dragType)
}

export function putMedia(data: DataTransfer, ids: readonly string[]): void {
  data.setData(dragType, JSON.stringify(ids))
  data.effectAllowed = 'move'
}

export function mediaIn(data: DataTransfer): readonly string[] {
  const text = data.getData(dragType)
  return text === '' ? [] : (JSON.parse(text) as string[])
}
