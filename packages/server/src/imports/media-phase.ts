import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@octavo/contract/limits'
import { OctavoError } from '../platform/errors.ts'
import type { Upload } from '../platform/files/incoming.ts'
import { insertRecord, mediaHandlers } from '../content/media/handlers.ts'
import { addressOf } from '../content/media/stored-bytes.ts'
import { ingestFile } from '../content/media/ingest.ts'
import { FetchRefusal } from '../platform/outbound/refusal.ts'
import { BoundedQueue } from '../platform/queue/bounded-queue.ts'
import { timeText } from '../platform/time-text.ts'
import { type MediaDetails, mediaOf, withCurrentMedia } from './current-media.ts'
import { remark, failureMessage } from './messages.ts'
import { lineOf, plainText } from './convert/html.ts'
import { timesOf } from './dates.ts'
import { reasonOf, reportedNotes } from './item-writing.ts'
import type { Note } from './prepare.ts'
import { metaOf } from './meta.ts'
import { filenameOf } from '../content/media/filename-of.ts'
import { expectedKind, isOfKind } from './media-names.ts'
import { findOrigins, type OriginRow, updateOrigin } from './origin-store.ts'
import { originOf, shownAddress } from './origins.ts'
import { insertReports, reportedNumbers } from './report-store.ts'
import {
  type ImportOutcome,
  reportRow,
  firstItem,
  report,
  type Run,
  ownTransactionContext,
  stopIfAsked,
} from './run.ts'
import { readRecords } from './wxr/prepared.ts'
import type { ExportItem } from './wxr/records.ts'

/** concurrent downloads */
const maxAtOnce = 6

/** time limit of one file in milliseconds, and number of attempts */
const timeLimit = 120_000
const maxTries = 3

/** Downloads the files of all attachments before the content that refers to them is created. */
export async function importMedia(run: Run): Promise<void> {
  const reading = readRecords(run.path)
  const total = run.analyzed.types['attachment']?.count ?? 0
  // One download waits, so that it starts as soon as another one ends.
  const downloads = new BoundedQueue({ running: maxAtOnce, waiting: 1 })
  const failed = new AbortController()
  // All items have report numbers in the order of the export, so the files get the same ones as in the items phase.
  let seq = firstItem
  let done = 0
  try {
    for await (const record of reading.records()) {
      if (record.kind !== 'item') continue
      const number = seq++
      if (record.item.type !== 'attachment') continue
      stopIfAsked(run)
      const download = downloads.add(async () => {
        await importFileOf(run, record.item, number)
        run.progress.report(++done, done / Math.max(1, total))
      })
      // `add` returns null if the queue is full, which it is not, because the loop waits for room.
      download?.catch((error: unknown) => failed.abort(error))
      await downloads.room()
      failed.signal.throwIfAborted()
    }
  } catch (error) {
    downloads.clear()
    throw error
  } finally {
    // A failure of the service ends the run, after the running downloads have ended.
    await downloads.idle()
  }
  failed.signal.throwIfAborted()
}

/** Imports the file of an attachment and reports it; one that is reported or imported already is not fetched again. */
async function importFileOf(run: Run, item: ExportItem, seq: number): Promise<void> {
  const { services } = run
  const key = originOf(run.site, item)
  const done = await reportedNumbers(services.database.reader, run.importId, seq, seq)
  if (done.has(seq)) return
  // Some exports have the address of the file only as its identifier (`guid`), which can also be that of a page.
  const url = (item.attachmentUrl || (/\.[a-z0-9]{2,5}$/i.test(item.guid) ? item.guid : '')).trim()
  const base: Omit<ImportOutcome, 'outcome'> = {
    kind: 'attachment',
    seq,
    source_id: item.id,
    title: lineOf(item.title) || item.name || `#${item.id}`,
    old_url: shownAddress(url || item.link).slice(0, 2000) || null,
    line: item.line,
  }
  const origin = (await findOrigins(services.database.reader, [key])).get(key)
  if (origin === undefined) {
    const reason = failureMessage('pieceNotPlanned', {})
    return report(run, [{ ...base, outcome: 'failed', code: 'INTERNAL_ERROR', ...reason }])
  }
  const [current = origin] = await withCurrentMedia(run, [origin])
  const imported = mediaOf(current)
  if (imported !== null) {
    return report(run, [{ ...base, outcome: 'present', item_id: imported.id, new_url: imported.url }])
  }
  try {
    await fetchAndStore(run, { item, url, origin, base })
  } catch (error) {
    const reason =
      error instanceof FetchRefusal
        ? { code: error.code, ...failureMessage(error.fault[0], error.fault[1]) }
        : reasonOf(run, error)
    await report(run, [{ ...base, outcome: 'failed', ...reason }])
  }
}

interface Download {
  readonly item: ExportItem
  readonly url: string
  readonly origin: OriginRow
  readonly base: Omit<ImportOutcome, 'outcome'>
}

/** Gets the file, from the export or by download, and stores it. */
async function fetchAndStore(run: Run, download: Download): Promise<void> {
  const upload = await (download.item.bytes === undefined
    ? fetchWithRetries(run, download.url)
    : readFile(run, download.url, download.item.bytes))
  try {
    await storeFile(run, download, upload)
  } catch (error) {
    // The type that the server declares is often wrong and then contradicts the bytes. Without it, the bytes decide.
    const isContradiction = error instanceof OctavoError && error.code === 'VALIDATION_ERROR'
    if (!isContradiction || upload.mimeType === unknownType) throw error
    await storeFile(run, download, { ...upload, mimeType: unknownType })
  } finally {
    await run.services.incoming.discard(upload)
  }
}

/** Reads a file that came with the export. */
async function readFile(
  { services, path }: Run,
  url: string,
  { start, length }: NonNullable<ExportItem['bytes']>,
): Promise<Upload> {
  const bytes = length === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + length - 1 })
  const arrived = await services.incoming.receive(bytes, services.config.maxUploadBytes)
  return { ...arrived, filename: filenameOf(url), mimeType: unknownType }
}

/** the media type of a file of which none is known, so that its bytes decide */
const unknownType = 'application/octet-stream'

/** Downloads a file, and tries again after failures that can pass. */
async function fetchWithRetries(run: Run, url: string): Promise<Upload> {
  for (let tried = 1; ; tried++) {
    try {
      return await fetchOnce(run, url)
    } catch (error) {
      const isWorthAnother = error instanceof FetchRefusal && error.isPassing && tried < maxTries
      if (!isWorthAnother) throw error
      // One second, then four. A run that must stop does not wait: the abort ends the delay.
      await delay(250 * 4 ** tried, undefined, { signal: run.signal }).catch(() => stopIfAsked(run))
    }
  }
}

/** Downloads a file to the folder of uploads. Throws FetchRefusal if it cannot be fetched. */
async function fetchOnce({ services }: Run, url: string): Promise<Upload> {
  const { incoming, config, outbound } = services
  const answer = await outbound.fetch(url, {
    maxBytes: config.maxUploadBytes,
    timeout: timeLimit,
    trustedOrigins: config.importOrigins,
    // Old sites are often available only by http, with files behind redirects.
    allowsHttp: true,
    maxRedirects: 5,
  })
  // The download itself is limited in size.
  const arrived = await incoming.receive(answer.body)
  return {
    ...arrived,
    filename: filenameOf(url),
    mimeType: answer.mediaType === '' ? unknownType : answer.mediaType,
  }
}

/** Checks a file and creates its record, together with its origin and its line in the report. */
async function storeFile(run: Run, { item, url, origin, base }: Download, upload: Upload): Promise<void> {
  const { services } = run
  const alt = lineOf(metaOf(item, '_wp_attachment_image_alt')).slice(0, limits.description)
  const { caption, notes } = textsOf(item)
  const createdAt = timesOf(item).published ?? timeText(services.clock())
  await ingestFile(ownTransactionContext(services, null), upload, async (write, location, examined) => {
    const expected = expectedKind(url)
    if (expected !== null && !isOfKind(examined.mimeType, expected)) {
      throw new FetchRefusal('BAD_STATUS', ['fetchOtherKind', { expected, found: examined.mimeType }])
    }
    const address = addressOf(location, upload.filename)
    const input = {
      filename: upload.filename,
      mimeType: examined.mimeType,
      storageKey: address,
      ...(alt !== '' && { alt }),
      ...(caption !== '' && { caption }),
    }
    // The record has the creation time of the old site.
    const id = await insertRecord({ ...write, now: createdAt }, input, {
      ...location,
      address,
      examined,
    })
    const { item: made } = (await mediaHandlers.get(write, { id })) as { item: MediaDetails }
    const details: MediaDetails = { id, url: made.url, width: made.width, height: made.height, alt: made.alt }
    await updateOrigin(write.db, origin.origin, { is_made: 1, item_id: id, details: JSON.stringify(details) })
    await insertReports(write, [
      reportRow(run, {
        ...base,
        ...reportedNotes(notes),
        outcome: 'created',
        item_id: id,
        new_url: made.url,
      }),
    ])
  })
}

/** A file has one text: its caption, else its description; if it has both, the other one is noted in the report. */
function textsOf({ excerpt, content }: ExportItem): { caption: string; notes: Note[] } {
  const [caption = '', ...others] = [plainText(excerpt), plainText(content)].filter((text) => text !== '')
  const leftOut = [caption.slice(limits.caption), ...others].filter((text) => text !== '')
  const notes = leftOut.map((text) => remark('textLeftOut', { text }))
  return { caption: caption.slice(0, limits.caption), notes }
}
