export function isPicture({ type }: File): boolean {
  return type.startsWith('image/')
}

/** The pictures of what was pasted; none where it is text that only comes with a picture of itself. */
export function pastedPictures(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData('text/plain').trim() !== '') return []
  return [...data.files].filter(isPicture)
}

/** The pictures among files that were dropped; all files where none is a picture, for the upload to say why it takes none. */
export function droppedPictures(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])]
  const pictures = files.filter(isPicture)
  return pictures.length > 0 ? pictures : files
}

/** Whether files are dragged; which ones is known only when they are dropped. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true
}
