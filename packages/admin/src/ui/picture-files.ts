export function isPicture({ type }: File): boolean {
  return type.startsWith('image/')
}

/** The pasted images; empty if text was pasted, because programs add an image of the text. */
export function pastedPictures(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData('text/plain').trim() !== '') return []
  return [...data.files].filter(isPicture)
}

/** The dropped images; if there are none, all files, so that the upload reports why it refuses them. */
export function droppedPictures(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])]
  const pictures = files.filter(isPicture)
  return pictures.length > 0 ? pictures : files
}

/** Whether files are dragged; their types are known only after the drop. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true
}
