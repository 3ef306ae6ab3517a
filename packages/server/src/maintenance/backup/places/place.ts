import type { ArchiveSink } from '../archive/archive-sink.ts'

/** An archive that is being written; it appears in the place when it is published. */
export interface NewArchive extends ArchiveSink {
  /** Makes the archive appear; called after `flush`. */
  publish(): Promise<void>
  /** Removes what was written. */
  discard(): Promise<void>
}

/** The folder or bucket of scheduled backups. Its archives have the names that `archiveName` makes. */
export interface BackupPlace {
  /** Throws if the place cannot be used now, or lacks the space for an archive of this size. */
  check(size: number): Promise<void>
  /** Throws if files cannot be written or removed. Leaves no file and creates no folder. */
  probe(): Promise<void>
  /** Begins an archive. */
  create(name: string): Promise<NewArchive>
  /** the names of all archives, the oldest first */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Removes unfinished archives of interrupted backups. */
  removePartial(): Promise<void>
}

/** A name that sorts by time and works in every file system. */
export function archiveName(time: Date): string {
  return `octavo-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
}

const namePattern = /^octavo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/

/** Whether a file is an archive of scheduled backups. Other files in the place are never removed. */
export function isArchiveName(name: string): boolean {
  return namePattern.test(name)
}

/** When the backup of a name began. */
export function timeOfArchive(name: string): Date {
  const [, day = '', time = ''] = /^octavo-([\d-]+)T([\d-]+)Z\.tar$/.exec(name) ?? []
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`)
}
