/** The pictures of what was pasted or dropped; none where it is text that only comes with a picture of itself. */
export function picturesIn(data: DataTransfer | null): readonly File[] {
  if (data === null || data.getData('text/plain').trim() !== '') return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

/** Whether files are dragged; which ones is known only when they are dropped. */
export function holdsFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') === true
}
