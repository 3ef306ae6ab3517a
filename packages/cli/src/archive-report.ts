import type { Summary } from '@octavo/server/maintenance/backup/archive/manifest'

/** how many missing files a report names; the others are only counted */
const shownFiles = 10

/** The summary of an archive, for the terminal. */
export function contentText({ rows, files, fileBytes }: Summary): string {
  const tables = Object.values(rows)
  const total = tables.reduce((sum, count) => sum + count, 0)
  return `${counted(total, 'row')} of ${counted(tables.length, 'table')} and ${counted(files, 'file')} (${sizeText(fileBytes)})`
}

/** Lines about files that have a record and no bytes; empty if there are none. */
export function missingText({ missingFiles }: Summary): string {
  if (missingFiles.length === 0) return ''
  const more = missingFiles.length - shownFiles
  const names = missingFiles.slice(0, shownFiles).map((key) => `  ${key}\n`)
  const remainder = more > 0 ? `  and ${more} more\n` : ''
  return `The file store lacks ${counted(missingFiles.length, 'file')} that the database refers to:\n${names.join('')}${remainder}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 10 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(megabytes).toLocaleString('en')} MB`
}
