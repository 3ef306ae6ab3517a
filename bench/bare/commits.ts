import type { BareDatabase } from './database.ts'

/** `each`: a transaction for every write. `shared`: one for all that wait in a turn of the event loop. */
export type CommitMode = 'each' | 'shared'

/** Runs `work` in a transaction and calls `done` when it is on the disk. */
export type Commit = (work: () => void, done: () => void) => void

export function commits(database: BareDatabase, mode: CommitMode): Commit {
  return mode === 'each' ? commitEach(database) : commitShared(database)
}

function commitEach(database: BareDatabase): Commit {
  return (work, done) => {
    database.begin()
    work()
    database.commit()
    done()
  }
}

function commitShared(database: BareDatabase): Commit {
  let waiting: { work: () => void; done: () => void }[] = []
  const flush = (): void => {
    const jobs = waiting
    waiting = []
    database.begin()
    for (const { work } of jobs) work()
    database.commit()
    for (const { done } of jobs) done()
  }
  return (work, done) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push({ work, done })
  }
}
