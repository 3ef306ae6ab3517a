import type { ImportJob } from '@octavo/contract/operations/imports'

export type ProgressFacts = ImportJob['progress']

/** kind → outcome → number */
export type Counts = Record<string, Record<string, number>>

/** The stored progress of a running import. */
export interface StoredProgress {
  readonly facts: ProgressFacts
  readonly counts: Counts
}

export const noProgress: ProgressFacts = { phase: null, done: 0, total: 0, percent: 0 }

/** The progress of a run. Each phase is a share of the total work. */
export class Progress {
  #facts: ProgressFacts = noProgress
  /** percent of the total work: of the finished phases, and of the current one */
  #finishedShare = 0
  #share = 0

  get facts(): ProgressFacts {
    return this.#facts
  }

  /** Starts a phase with its share (of 100) of the total work. */
  begin(phase: string, share: number, total: number): void {
    this.#finishedShare += this.#share
    this.#share = share
    this.#facts = { phase, done: 0, total, percent: round(this.#finishedShare) }
  }

  /**
   * Reports how many pieces of the phase are done, and which fraction of its work this is: pieces differ in
   * size, so it is mostly the part of the export that was read. The total can be too low, or unknown (0).
   */
  report(done: number, fraction: number): void {
    const { phase, total } = this.#facts
    const percent = round(this.#finishedShare + this.#share * Math.min(1, fraction))
    this.#facts = { phase, done, total: Math.max(total, done), percent }
  }

  finish(): void {
    this.#facts = { ...this.#facts, phase: null, percent: 100 }
  }
}

function round(percent: number): number {
  return Math.min(100, Math.round(percent * 10) / 10)
}
